import type { Author } from '@kirim/contract/authors'
import type { OptOut, OptOutChange } from '@kirim/contract/opt-outs'
import { findAuthors, type NamesOf } from '../../platform/authors.ts'
import type { Sight } from '../../platform/caller.ts'
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
  sight: Sight,
  rows: readonly StoredOptOut[],
): Promise<OptOut[]> {
  const { optOuts, names } = deps
  const numbers = rows.flatMap(({ phone_number }) => phone_number ?? [])
  const [changes, contacts] = await Promise.all([
    optOuts.lastChanges(rows),
    names.contactsOf(sight.workspaceId, numbers),
  ])
  const authorOf = await authorsOf(deps, sight, [...changes.values()])
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
      last: presentChange(last, sight, authorOf(last.changed_by)),
    }
  })
}

export async function presentChanges(
  deps: AuthorsDeps,
  sight: Sight,
  changes: readonly StoredChange[],
): Promise<OptOutChange[]> {
  const authorOf = await authorsOf(deps, sight, changes)
  return changes.map((change) => presentChange(change, sight, authorOf(change.changed_by)))
}

function authorsOf(
  { namesOf }: AuthorsDeps,
  { workspaceId }: Sight,
  changes: readonly StoredChange[],
) {
  return findAuthors(
    namesOf,
    workspaceId,
    changes.map(({ changed_by }) => changed_by),
  )
}

/**
 * That somebody opted out holds for the whole workspace. Neither number nor chat of the message is
 * stored, so only who sees all of them sees what was written, to which number and after which
 * campaign.
 */
function presentChange(
  change: StoredChange,
  { deviceIds, ownChatsOnly }: Sight,
  changedBy: Author | undefined,
): OptOutChange {
  const isWithheld = deviceIds !== null || ownChatsOnly
  return {
    id: change.id,
    change: change.change,
    how: change.how,
    at: iso(change.at),
    word: isWithheld ? '' : change.word,
    deviceName: isWithheld ? '' : change.device_name,
    campaignName: isWithheld ? '' : change.campaign_name,
    reason: change.reason,
    fileName: change.file_name,
    changedBy,
  }
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
