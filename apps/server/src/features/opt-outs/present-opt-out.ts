import type { OptOut, OptOutChange } from '@kirim/contract/opt-outs'
import type { OptOutNames } from './opt-outs.ports.ts'
import type { OptOutsRepository, StoredChange, StoredOptOut } from './opt-outs.repository.ts'

interface PresentDeps {
  readonly optOuts: Pick<OptOutsRepository, 'lastChanges'>
  readonly names: Pick<OptOutNames, 'contactsOf'>
}

/** Rows as the list shows them, with the current names of the owner's contacts. */
export async function presentOptOuts(
  { optOuts, names }: PresentDeps,
  workspaceId: string,
  rows: readonly StoredOptOut[],
): Promise<OptOut[]> {
  const numbers = rows.flatMap(({ phone_number }) => phone_number ?? [])
  const [changes, contacts] = await Promise.all([
    optOuts.lastChanges(rows),
    names.contactsOf(workspaceId, numbers),
  ])
  return rows.flatMap((row) => {
    const last = changes.get(row.last_change_id)
    if (!last) return []
    const contact = row.phone_number === null ? undefined : contacts.get(row.phone_number)
    return {
      id: row.id,
      name: contact ?? row.name,
      phoneNumber: row.phone_number ?? '',
      username: row.username,
      isContact: contact !== undefined,
      standing: row.standing,
      since: iso(row.since),
      last: presentChange(last),
    }
  })
}

export function presentChange(change: StoredChange): OptOutChange {
  return {
    id: change.id,
    change: change.change,
    how: change.how,
    at: iso(change.at),
    word: change.word,
    deviceName: change.device_name,
    campaignName: change.campaign_name,
    reason: change.reason,
    fileName: change.file_name,
  }
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
