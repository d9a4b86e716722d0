import { type Expression, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '../../../platform/database/database.ts'
import { isSqlite } from '../../../platform/database/text-search.ts'
import type { Values } from '../contact-columns.ts'

const Stored = z.record(z.string(), z.string())

export function readValues(stored: string | null): Values {
  return stored === null ? {} : z.parse(Stored, JSON.parse(stored))
}

/** The stored values merged with new ones; a new value replaces a stored one. */
export function mergedValues(db: Db, known: Expression<unknown>, added: Expression<unknown>) {
  const none = sql.lit('{}')
  const merged = isSqlite(db)
    ? sql<string>`json_patch(coalesce(${known}, ${none}), ${added})`
    : sql<string>`(coalesce(${known}, ${none})::jsonb || ${added}::jsonb)::text`
  return sql<string | null>`case when ${added} is null then ${known} else ${merged} end`
}

/** The values without one field; null when it was the only one. */
export function withoutValue(db: Db, column: Expression<unknown>, key: string) {
  const left = isSqlite(db)
    ? sql<string>`json_remove(${column}, ${pathOf(key)})`
    : sql<string>`(${column}::jsonb - ${key}::text)::text`
  return sql<string | null>`nullif(${left}, ${sql.lit('{}')})`
}

/** The value of one field, as text; null when there is none. */
export function valueIn(db: Db, column: Expression<unknown>, key: string) {
  return isSqlite(db)
    ? sql<string | null>`(${column} ->> ${pathOf(key)})`
    : sql<string | null>`(${column}::json ->> ${key}::text)`
}

/**
 * Quoted, because SQLite reads a bare label that begins with `$` as a path. No key contains quotes.
 */
function pathOf(key: string): string {
  return `$."${key.replaceAll(/["\\]/g, '')}"`
}
