import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { leaveGap, nextNumber } from '../../platform/database/search-gaps.ts'
import { isSqlite } from '../../platform/database/text-search.ts'
import { giveTags } from './details/tags.repository.ts'
import { mergedColumns } from './merged-columns.ts'
import { BATCH_COLUMNS, type PeopleBatch } from './people-batch.ts'

const TEXT_NO = ['text_no'] as const

interface Owned {
  readonly userId: string
  readonly groupId: string
}

interface Told {
  readonly now: number
  /** Known people get the names of the batch. */
  readonly takeNames: boolean
}

/**
 * Merges batches into the owner's contacts and a group. Returns how many people are stored, how
 * many contacts are new, and how many were not in the group.
 */
export async function storeBatches(
  tx: Db,
  owned: Owned,
  batches: Iterable<PeopleBatch>,
  told: Told,
): Promise<{ stored: number; added: number; joined: number }> {
  let [stored, added, joined] = [0, 0, 0]
  // The index of texts is filled later, by `createTextIndexing`.
  const firstText = isSqlite(tx) ? await nextNumber(tx, owned.userId) : null
  for (const batch of batches) {
    const textNo = firstText && firstText + stored
    const done = await storeBatch(tx, owned, batch, { ...told, textNo })
    stored += batch.count
    added += done.added
    joined += done.joined
  }
  if (firstText) await leaveGap(tx, owned.userId, stored)
  return { stored, added, joined }
}

/** In a few statements however many people it has. */
async function storeBatch(
  tx: Db,
  { userId, groupId }: Owned,
  batch: PeopleBatch,
  { now, takeNames, textNo }: Told & { textNo: number | null },
): Promise<{ added: number; joined: number }> {
  const given = [sql`cast(${userId} as text)`, sql`cast(${now} as bigint)`]
  await tx
    .insertInto('contacts')
    .columns([...BATCH_COLUMNS, 'user_id', 'created_at', ...(textNo ? TEXT_NO : [])])
    .expression(
      sql`select ${sql.join([...columns(), ...given, ...(textNo ? [sql`${textNo} + key`] : [])])} from ${elements(tx, batch.rows)} where true`,
    )
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'phone_number']).doUpdateSet(mergedColumns(tx, takeNames)),
    )
    .execute()
  // A known contact keeps its own id; a new one was in no group.
  const added = await join(
    tx,
    groupId,
    sql`id in (select ${text(tx)} from ${elements(tx, batch.ids)})`,
  )
  const isKnown = sql`
    user_id = ${userId}
    and phone_number in (select ${column('phone_number')} from ${elements(tx, batch.rows)})
  `
  const known = added === batch.count ? 0 : await join(tx, groupId, isKnown)
  if (batch.tagged.length > 0) await tag(tx, userId, batch.tagged)
  return { added, joined: added + known }
}

/** Adds these contacts to a group; returns how many were not in it. */
async function join(tx: Db, groupId: string, which: RawBuilder<unknown>): Promise<number> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('group_members')
    .columns(['group_id', 'contact_id'])
    .expression(sql`select cast(${groupId} as text), id from contacts where ${which}`)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows ?? 0n)
}

/** The elements of a JSON array as rows with a `value`. */
function elements(tx: Db, json: string) {
  return isSqlite(tx)
    ? sql`json_each(${json})`
    : sql`jsonb_array_elements(cast(${json} as jsonb)) as element (value)`
}

function text(tx: Db) {
  return isSqlite(tx) ? sql`value` : sql`value #>> '{}'`
}

function column(name: (typeof BATCH_COLUMNS)[number]) {
  return sql`value ->> ${sql.lit(BATCH_COLUMNS.indexOf(name))}`
}

function columns() {
  return BATCH_COLUMNS.map((name) => column(name))
}

async function tag(tx: Db, userId: string, tagged: PeopleBatch['tagged']): Promise<void> {
  const tagsOf = new Map(tagged.map(({ phoneNumber, tagIds }) => [phoneNumber, tagIds]))
  const contacts = await tx
    .selectFrom('contacts')
    .select(['id', 'phone_number'])
    .where('user_id', '=', userId)
    .where('phone_number', 'in', [...tagsOf.keys()])
    .execute()
  await giveTags(
    tx,
    contacts.map(({ id, phone_number }) => ({
      contactId: id,
      tagIds: tagsOf.get(phone_number) ?? [],
    })),
  )
}
