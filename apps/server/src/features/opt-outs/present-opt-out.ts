import type { Author } from '@kirim/contract/authors'
import type { OptOut, OptOutChange } from '@kirim/contract/opt-outs'
import { findAuthors, type NamesOf } from '../../platform/authors.ts'
import type { OptOutNames } from './opt-outs.ports.ts'
import type { OptOutsRepository, StoredChange, StoredOptOut } from './opt-outs.repository.ts'

interface AuthorsDeps {
  readonly namesOf: NamesOf
}

interface PresentDeps extends AuthorsDeps {
  readonly optOuts: Pick<OptOutsRepository, 'lastChanges'>
  readonly names: Pick<OptOutNames, 'contactsOf'>
}

/** Rows as the list shows them, with the current names of the owner's contacts. */
export async function presentOptOuts(
  deps: PresentDeps,
  workspaceId: string,
  rows: readonly StoredOptOut[],
): Promise<OptOut[]> {
  const { optOuts, names } = deps
  const numbers = rows.flatMap(({ phone_number }) => phone_number ?? [])
  const [changes, contacts] = await Promise.all([
    optOuts.lastChanges(rows),
    names.contactsOf(workspaceId, numbers),
  ])
  const authorOf = await authorsOf(deps, [...changes.values()])
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
      last: presentChange(last, authorOf(last.changed_by)),
    }
  })
}

export async function presentChanges(
  deps: AuthorsDeps,
  changes: readonly StoredChange[],
): Promise<OptOutChange[]> {
  const authorOf = await authorsOf(deps, changes)
  return changes.map((change) => presentChange(change, authorOf(change.changed_by)))
}

function authorsOf({ namesOf }: AuthorsDeps, changes: readonly StoredChange[]) {
  return findAuthors(
    namesOf,
    changes.map(({ changed_by }) => changed_by),
  )
}

function presentChange(change: StoredChange, changedBy: Author | undefined): OptOutChange {
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
    changedBy,
  }
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
