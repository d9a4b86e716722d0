import { sql } from 'kysely'
import { bulkDatabase, type Db } from './database.ts'
import type { Database } from './schema.ts'

/** The numbers of one owner's texts are adjacent. */
const PER_OWNER = 2 ** 32

/** The lower or upper bound, exclusive, of the numbers of an owner's texts. */
export function numbersOf(db: Db, owner: string, end: 0 | 1) {
  return db
    .selectFrom('search_owners')
    .select(sql<number>`(no + ${sql.lit(end)}) * ${sql.lit(PER_OWNER)}`.as('number'))
    .where('owner', '=', owner)
}

/** The number of the owner's next text; a caller that assigns numbers must call `leaveGap`. */
export async function nextNumber(tx: Db, owner: string): Promise<number> {
  return (await countNumbers(tx, owner, 0)) + 1
}

/**
 * Records that the owner's next numbers were assigned, in the same transaction, to texts that
 * `fillGap` adds to SQLite's substring index later.
 */
export async function leaveGap(tx: Db, owner: string, texts: number): Promise<void> {
  const last = await countNumbers(tx, owner, texts)
  await tx
    .insertInto('search_gaps')
    .values({ first: last - texts + 1, last })
    .execute()
}

/** Returns the last number. */
async function countNumbers(tx: Db, owner: string, more: number): Promise<number> {
  const { last } = await tx
    .insertInto('search_owners')
    .values({ owner, last: more })
    .onConflict((conflict) =>
      conflict.column('owner').doUpdateSet((eb) => ({
        last: eb('search_owners.last', '+', more),
      })),
    )
    .returning(sql<number>`no * ${sql.lit(PER_OWNER)} + last`.as('last'))
    .executeTakeFirstOrThrow()
  return last
}

/** Whether texts of an owner are not in the index yet. */
export async function hasGaps(db: Db, owner: string): Promise<boolean> {
  const gap = await db
    .selectFrom('search_gaps')
    .select('first')
    .where('first', '>', numbersOf(db, owner, 0))
    .where('first', '<', numbersOf(db, owner, 1))
    .limit(1)
    .executeTakeFirst()
  return gap !== undefined
}

/**
 * Adds missing texts of a table to the index, for at most this many numbers. False when nothing is
 * left.
 */
export async function fillGap(db: Db, table: keyof Database, numbers: number): Promise<boolean> {
  const gap = await db.selectFrom('search_gaps').selectAll().limit(1).executeTakeFirst()
  if (!gap) return false
  const end = Math.min(gap.last, gap.first + numbers - 1)
  await bulkDatabase(db)
    .transaction()
    .execute(async (tx) => {
      await tx.deleteFrom('search_gaps').where('first', '=', gap.first).execute()
      if (end < gap.last) {
        const rest = { first: end + 1, last: gap.last }
        await tx.insertInto('search_gaps').values(rest).execute()
      }
      await sql`
        insert into search_texts (rowid, text) select text_no, search_key from ${sql.table(table)}
        where text_no between ${gap.first} and ${end}
      `.execute(tx)
    })
  return true
}
