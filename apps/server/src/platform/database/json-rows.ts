import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'
import { isSqlite } from './text-search.ts'

/**
 * The elements of a JSON array as rows with a `value`, and on SQLite a `key`, which counts from 0:
 * a statement has the same text for any number of them, so that the engine prepares it once.
 */
export function elements(db: Db, json: string): RawBuilder<unknown> {
  return isSqlite(db)
    ? sql`json_each(${json})`
    : sql`jsonb_array_elements(cast(${json} as jsonb)) as element (value)`
}

/** An element that is a text. */
export function elementText(db: Db): RawBuilder<unknown> {
  return isSqlite(db) ? sql`value` : sql`value #>> '{}'`
}

/** The nth text, from 0, of an element that is an array. */
export function textAt(n: number): RawBuilder<unknown> {
  return sql`value ->> ${sql.lit(n)}`
}
