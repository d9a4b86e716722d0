import type { OptOutHow } from '@kirim/contract/opt-outs'
import type { Db } from '../../platform/database/database.ts'
import { takeLock } from '../../platform/database/take-lock.ts'
import { newId } from '../../platform/ids.ts'
import { searchableName } from '../../platform/search-text.ts'
import type { Person } from './opt-outs.ports.ts'
import { rowsOf, type StoredOptOut } from './opt-outs.repository.ts'

/** What happened, and through what. */
export interface Change {
  readonly change: 'out' | 'back'
  readonly how: OptOutHow
  /** Epoch ms. */
  readonly at: number
  /** As the network or the file has it; empty when unknown. */
  readonly name?: string
  readonly deviceName?: string
  readonly messageId?: string
  readonly word?: string
  readonly campaignName?: string
  readonly reason?: string
  readonly fileName?: string
}

/** One owner's changes are written one at a time, until the transaction ends. */
export function lockOptOuts(tx: Db, userId: string, now: number): Promise<void> {
  return takeLock(tx, `opt-outs ${userId}`, now)
}

/**
 * Writes a change down, in a transaction that holds the owner's lock. Answers the person's row;
 * null when they stand so already, and nothing is written.
 */
export async function recordChange(
  tx: Db,
  person: Person,
  change: Change,
): Promise<StoredOptOut | null> {
  const known = await joined(tx, person)
  const isOut = known !== null && known.standing !== 'back'
  if (isOut === (change.change === 'out')) return null
  if (change.change === 'back' && !known) return null
  const changeId = newId()
  const row = await put(tx, person, known, change, changeId)
  await tx
    .insertInto('opt_out_changes')
    .values({
      id: changeId,
      opt_out_id: row.id,
      change: change.change,
      how: change.how,
      at: change.at,
      device_name: change.deviceName ?? '',
      message_id: change.messageId ?? null,
      word: change.word ?? '',
      campaign_name: change.campaignName ?? '',
      reason: change.reason ?? '',
      file_name: change.fileName ?? '',
    })
    .execute()
  return row
}

async function put(
  tx: Db,
  person: Person,
  known: StoredOptOut | null,
  { change, how, at, name = '' }: Change,
  changeId: string,
): Promise<StoredOptOut> {
  const called = name || known?.name || ''
  const phoneNumber = person.phoneNumber ?? known?.phone_number ?? null
  const row = {
    phone_number: phoneNumber,
    lid: person.lid ?? known?.lid ?? null,
    name: called,
    search_key: searchKey(called, phoneNumber),
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
    .values({ id: newId(), user_id: person.userId, ...row })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * The person's one row. Where their number and their identity had a row each, until the network
 * told that they are one person, being left alone wins.
 */
export async function joined(tx: Db, person: Person): Promise<StoredOptOut | null> {
  const rows = await rowsOf(tx, person)
  const [one, other] = rows
  if (!one || !isSplit(person, rows)) return one ?? null
  const [kept, gone] = !other || other.standing === 'back' ? [one, other] : [other, one]
  if (gone) {
    await tx
      .updateTable('opt_out_changes')
      .set({ opt_out_id: kept.id })
      .where('opt_out_id', '=', gone.id)
      .execute()
    await tx.deleteFrom('opt_outs').where('id', '=', gone.id).execute()
  }
  const { phoneNumber, lid } = person
  const name = kept.name || gone?.name || ''
  return tx
    .updateTable('opt_outs')
    .set({ phone_number: phoneNumber, lid, name, search_key: searchKey(name, phoneNumber) })
    .where('id', '=', kept.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Both halves of the person are known, and no row has them together. */
export function isSplit(
  { phoneNumber, lid }: Person,
  rows: readonly Pick<StoredOptOut, 'phone_number' | 'lid'>[],
): boolean {
  if (phoneNumber === null || lid === null) return false
  return rows.length > 1 || rows.some((row) => row.phone_number === null || row.lid === null)
}

function searchKey(name: string, phoneNumber: string | null): string {
  return `${searchableName(name)} ${phoneNumber ?? ''}`
}
