import { type SelectQueryBuilder, SqliteAdapter, sql } from 'kysely'
import { likePattern } from '../search-text.ts'
import type { Db } from './database.ts'

/** Shorter texts are in the index of parts only within longer ones. */
const SHORTEST = 3
const PER_OWNER = 2 ** 32
/** So many rows are read and sorted in a moment. */
export const FEW = 500
/** Of more than so many rows a search is not counted unless an index counts them. */
export const COUNTED_MAX = 2000

export function isSqlite(db: Db): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter
}

/** Rows of these numbers; one statement however many there are. */
export function isAmong(numbers: readonly number[]) {
  return sql<boolean>`text_no in (select value from json_each(${JSON.stringify(numbers)}))`
}

/** Whether a row's `search_key` holds one of these texts. */
export function holdsOne(texts: readonly string[]) {
  const each = texts.map(
    (text) => sql<boolean>`search_key like ${likePattern(text)} escape ${sql.lit('\\')}`,
  )
  return sql<boolean>`(${sql.join(each, sql` or `)})`
}

/** Null when there are more than may be counted. */
export async function countUpTo<Tables, Row>(
  rows: SelectQueryBuilder<Tables & object, never, Row>,
  db: Db,
): Promise<number | null> {
  const { n } = await db
    .selectFrom(rows.limit(COUNTED_MAX + 1).as('found'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n > COUNTED_MAX ? null : n
}

/**
 * The index of parts of texts that SQLite keeps; PostgreSQL uses its own without being asked. Null: it
 * cannot answer for these texts on this engine.
 */
export function textIndex(db: Db, owner: string, texts: readonly string[]) {
  if (!isSqlite(db) || texts.length === 0) return null
  if (texts.some((text) => [...text].length < SHORTEST)) return null
  const query = texts.map((text) => `"${text.replaceAll('"', '""')}"`).join(' OR ')
  const matching = () =>
    db
      .selectFrom('search_texts')
      .where(sql<boolean>`search_texts match ${query}`)
      .where('rowid', '>', firstNo(db, owner, 0))
      .where('rowid', '<', firstNo(db, owner, 1))
  return {
    /** The numbers of at most so many of the owner's texts that hold one of these. */
    async find(limit: number): Promise<number[]> {
      const rows = await matching().select('rowid').limit(limit).execute()
      return rows.map((row) => row.rowid)
    },

    async count(): Promise<number> {
      const row = await matching()
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      return row.n
    },
  }
}

/** An integer also in the eyes of the engine: it compares the index's numbers with nothing else. */
function firstNo(db: Db, owner: string, next: 0 | 1) {
  return db
    .selectFrom('search_owners')
    .select(sql<number>`(no + ${sql.lit(next)}) * ${sql.lit(PER_OWNER)}`.as('first'))
    .where('owner', '=', owner)
}
