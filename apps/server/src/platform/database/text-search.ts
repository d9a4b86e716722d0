import { type SelectQueryBuilder, SqliteAdapter, sql } from 'kysely'
import { likePattern } from '../search-text.ts'
import type { Db } from './database.ts'
import { hasGaps, numbersOf } from './search-gaps.ts'

/** Shorter texts are indexed only as parts of longer ones. */
const MIN_TEXT_LENGTH = 3
/** This many results are quickly read and sorted, or counted. */
export const FEW_RESULTS = 500
/** In a list of this many rows all results are counted. */
export const SHORT_LIST = 2000

export function isSqlite(db: Db): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter
}

/** Rows with these numbers, in one statement however many there are. */
export function isAmong(numbers: readonly number[]) {
  return sql<boolean>`text_no in (select value from json_each(${JSON.stringify(numbers)}))`
}

/** Whether a row's `search_key` contains one of these texts. */
export function holdsOne(texts: readonly string[]) {
  const each = texts.map(
    (text) => sql<boolean>`search_key like ${likePattern(text)} escape ${sql.lit('\\')}`,
  )
  return sql<boolean>`(${sql.join(each, sql` or `)})`
}

/** Null when there are more than `most`. */
export async function countUpTo<Tables, Row>(
  rows: SelectQueryBuilder<Tables & object, never, Row>,
  db: Db,
  most: number,
): Promise<number | null> {
  const { n } = await db
    .selectFrom(rows.limit(most + 1).as('found'))
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n > most ? null : n
}

/**
 * The numbers of an owner's rows that contain one of these texts, by SQLite's substring index. Null
 * when there are too many, or when the index cannot be used: for these texts, before all of the
 * owner's are in it, or on PostgreSQL, which uses its own index by itself.
 */
export async function findFew(
  db: Db,
  owner: string,
  texts: readonly string[],
): Promise<readonly number[] | null> {
  if (!isSqlite(db) || texts.length === 0) return null
  if (texts.some((text) => [...text].length < MIN_TEXT_LENGTH)) return null
  if (await hasGaps(db, owner)) return null
  return matching(db, owner, texts.map(quoted).join(' OR '))
}

async function matching(db: Db, owner: string, query: string): Promise<number[] | null> {
  const rows = await db
    .selectFrom('search_texts')
    .select('rowid')
    .where(sql<boolean>`search_texts match ${query}`)
    .where('rowid', '>', numbersOf(db, owner, 0))
    .where('rowid', '<', numbersOf(db, owner, 1))
    .limit(FEW_RESULTS + 1)
    .execute()
  return rows.length > FEW_RESULTS ? null : rows.map((row) => row.rowid)
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
