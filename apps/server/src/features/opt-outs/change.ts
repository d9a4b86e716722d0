import type { OptOutHow } from '@kirim/contract/opt-outs'
import type { Db } from '../../platform/database/database.ts'
import type { OptOutChangeTable } from '../../platform/database/schema/opt-outs.ts'
import { newId } from '../../platform/ids.ts'
import { searchableName } from '../../platform/search-text.ts'
import { countChanges } from './opt-out-totals.ts'
import type { Person } from './opt-outs.ports.ts'
import type { StoredOptOut } from './opt-outs.repository.ts'

/** An opt-out or opt-in, and how it came about. */
export interface Change {
  readonly change: 'out' | 'back'
  readonly how: OptOutHow
  /** Epoch ms. */
  readonly at: number
  /** From the network or the file; empty when unknown. */
  readonly name?: string
  /** Without its @; empty when unknown. */
  readonly username?: string
  readonly deviceName?: string
  readonly messageId?: string
  readonly word?: string
  readonly campaignName?: string
  readonly reason?: string
  readonly fileName?: string
  /** The person of the workspace who did it by hand or by import. */
  readonly changedBy?: string
}

/** Writes a change to the person's row, which is created when there is none. */
export async function writeChange(
  tx: Db,
  person: Person,
  known: StoredOptOut | null,
  change: Change,
): Promise<StoredOptOut> {
  const changeId = newId()
  const row = await writeRow(tx, person, known, change, changeId)
  await tx
    .insertInto('opt_out_changes')
    .values({ id: changeId, opt_out_id: row.id, ...toColumns(change) })
    .execute()
  await countChanges(tx, person.workspaceId, 1)
  return row
}

/** Notes that somebody of the team answered a person who opted out; their standing stays. */
export async function writeAnswer(
  tx: Db,
  { id, user_id: workspaceId }: Pick<StoredOptOut, 'id' | 'user_id'>,
  answer: { readonly at: number; readonly deviceName: string; readonly changedBy: string },
): Promise<void> {
  const columns = toColumns({ ...answer, change: 'answered', how: 'owner' })
  await tx
    .insertInto('opt_out_changes')
    .values({ id: newId(), opt_out_id: id, ...columns })
    .execute()
  await countChanges(tx, workspaceId, 1)
}

/** As a row of `opt_out_changes`. */
export function toColumns(change: Omit<Change, 'change'> & Pick<OptOutChangeTable, 'change'>) {
  return {
    change: change.change,
    how: change.how,
    at: change.at,
    device_name: change.deviceName ?? '',
    message_id: change.messageId ?? null,
    word: change.word ?? '',
    campaign_name: change.campaignName ?? '',
    reason: change.reason ?? '',
    file_name: change.fileName ?? '',
    changed_by: change.changedBy ?? null,
  }
}

/** The last change of a row, to be copied to another number or LID of that person. */
export async function lastChangeOf(tx: Db, row: StoredOptOut): Promise<Change> {
  const last = await tx
    .selectFrom('opt_out_changes')
    .selectAll()
    .where('id', '=', row.last_change_id)
    .executeTakeFirstOrThrow()
  return {
    // An answer changes nothing, so it is never the last change.
    change: last.change === 'back' ? 'back' : 'out',
    how: last.how,
    at: last.at,
    name: row.name,
    username: row.username,
    deviceName: last.device_name,
    ...(last.message_id !== null && { messageId: last.message_id }),
    word: last.word,
    campaignName: last.campaign_name,
    reason: last.reason,
    fileName: last.file_name,
    ...(last.changed_by !== null && { changedBy: last.changed_by }),
  }
}

export function searchKey(name: string, phoneNumber: string | null, username = ''): string {
  const key = `${searchableName(name)} ${phoneNumber ?? ''}`
  return username ? `${key} @${username.toLowerCase()}` : key
}

async function writeRow(
  tx: Db,
  person: Person,
  known: StoredOptOut | null,
  { change, how, at, name = '', username = '' }: Change,
  changeId: string,
): Promise<StoredOptOut> {
  const called = name || known?.name || ''
  const knownAs = username || known?.username || ''
  const phoneNumber = person.phoneNumber ?? known?.phone_number ?? null
  const row = {
    phone_number: phoneNumber,
    lid: person.lid ?? known?.lid ?? null,
    name: called,
    username: knownAs,
    search_key: searchKey(called, phoneNumber, knownAs),
    standing: change === 'out' ? how : ('back' as const),
    since: change === 'out' ? at : (known?.since ?? at),
    last_change_id: changeId,
  }
  if (known) {
    return tx
      .updateTable('opt_outs')
      .set(row)
      .where('id', '=', known.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  }
  return tx
    .insertInto('opt_outs')
    .values({ id: newId(), user_id: person.workspaceId, ...row })
    .returningAll()
    .executeTakeFirstOrThrow()
}
