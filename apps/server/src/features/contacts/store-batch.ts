import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { isSqlite } from '../../platform/database/text-search.ts'
import { giveTags } from './details/tags.repository.ts'
import { mergedColumns } from './merged-columns.ts'
import type { BatchRow, PeopleBatch } from './people-batch.ts'

const COLUMNS = [
  'id',
  'phone_number',
  'name',
  'search_key',
  'sort_key',
  'fields',
  'folded_fields',
] as const satisfies readonly (keyof BatchRow)[]

/**
 * Merges a batch into the owner's contacts and a group, in a few statements however many people it
 * has, and lets others be served between them. Returns how many contacts are new, and how many were
 * not in the group.
 */
export async function storeBatch(
  tx: Db,
  { userId, groupId }: { userId: string; groupId: string },
  batch: PeopleBatch,
  { now, takeNames }: { now: number; takeNames: boolean },
): Promise<{ added: number; joined: number }> {
  await tx
    .insertInto('contacts')
    .columns([...COLUMNS, 'user_id', 'created_at'])
    .expression(
      sql`select ${columns()}, cast(${userId} as text), cast(${now} as bigint) from ${people(tx, batch)} where true`,
    )
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'phone_number']).doUpdateSet(mergedColumns(tx, takeNames)),
    )
    .execute()
  await setImmediate()
  const added = await countAdded(tx, batch)
  const isMember =
    added === batch.count
      ? sql`id in (select person.id from ${people(tx, batch)})`
      : sql`
          user_id = ${userId}
          and phone_number in (select person.phone_number from ${people(tx, batch)})
        `
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('group_members')
    .columns(['group_id', 'contact_id'])
    .expression(sql`select cast(${groupId} as text), id from contacts where ${isMember}`)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (batch.tagged.length > 0) await tag(tx, userId, batch.tagged)
  return { added, joined: Number(numInsertedOrUpdatedRows ?? 0n) }
}

/** Those that are there under the ids of the batch: a known contact keeps its own. */
async function countAdded(tx: Db, batch: PeopleBatch): Promise<number> {
  const { rows } = await sql<{ added: number }>`
    select count(*) as added from contacts
    where id in (select person.id from ${people(tx, batch)})
  `.execute(tx)
  return Number(rows[0]?.added ?? 0)
}

/** The rows of a batch as a table `person`, which SQLite would walk for each contact of a join. */
function people(tx: Db, { rows }: PeopleBatch) {
  if (!isSqlite(tx)) {
    const typed = COLUMNS.map((column) => sql`${sql.ref(column)} text`)
    return sql`json_to_recordset(cast(${rows} as json)) as person (${sql.join(typed)})`
  }
  const read = COLUMNS.map((column) => sql`value ->> ${sql.lit(column)} as ${sql.ref(column)}`)
  return sql`(select ${sql.join(read)} from json_each(${rows})) as person`
}

function columns() {
  return sql.join(COLUMNS.map((column) => sql.ref(`person.${column}`)))
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
