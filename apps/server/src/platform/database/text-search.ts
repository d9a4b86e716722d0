import { type SelectQueryBuilder, SqliteAdapter, sql } from 'kysely'
import { likePattern } from '../search-text.ts'
import type { Db } from './database.ts'
import type { Database } from './schema.ts'
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

/** The tables that can be searched by text. */
type Searched = {
  [T in keyof Database]: Database[T] extends { text_no: unknown; search_key: unknown } ? T : never
}[keyof Database]

/**
 * The numbers of an owner's rows that contain one of these texts, by SQLite's substring index. Null
 * when there are too many, or when the index cannot be used for these texts, before all of the
 * owner's are in it, or on this engine;
 * PostgreSQL uses its own index by itself.
 */
export async function findFew(
  db: Db,
  table: Searched,
  owner: string,
  texts: readonly string[],
): Promise<readonly number[] | null> {
  if (!isSqlite(db) || texts.length === 0) return null
  if (texts.some((text) => [...text].length < MIN_TEXT_LENGTH)) return null
  if (await hasGaps(db, owner)) return null
  const ask = (query: string) => matching(db, owner, query)
  const whole = texts.map(quoted).join(' OR ')
  if (texts.every((text) => [...text].length <= LONG_TEXT_LENGTH)) return ask(whole)
  const sampled = await ask(texts.map(someParts).join(' OR '))
  return sampled ? rowsThatContain(db, table, sampled, texts) : ask(whole)
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

/**
 * The index reads all rows of each substring, so longer texts are looked up by a few substrings.
 */
const LONG_TEXT_LENGTH = 8
const SAMPLED_PARTS = 5

/** A query for texts that contain this one: some substrings from its start to its end. */
function someParts(text: string): string {
  const letters = [...text]
  const last = letters.length - MIN_TEXT_LENGTH
  const starts = Array.from({ length: SAMPLED_PARTS }, (_, n) =>
    Math.round((last * n) / (SAMPLED_PARTS - 1)),
  )
  const parts = starts.map((start) => letters.slice(start, start + MIN_TEXT_LENGTH).join(''))
  return `(${[...new Set(parts)].map(quoted).join(' AND ')})`
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

async function rowsThatContain(
  db: Db,
  table: Searched,
  numbers: readonly number[],
  texts: readonly string[],
): Promise<number[]> {
  const { rows } = await sql<{ text_no: number }>`
    select text_no from ${sql.table(table)} where ${isAmong(numbers)} and ${holdsOne(texts)}
  `.execute(db)
  return rows.map((row) => row.text_no)
}
