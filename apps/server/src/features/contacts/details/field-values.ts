import { type Expression, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '../../../platform/database/database.ts'
import { isSqlite } from '../../../platform/database/text-search.ts'
import type { Values } from '../contact-columns.ts'

const Stored = z.record(z.string(), z.string())

export function readValues(stored: string | null): Values {
  return stored === null ? {} : z.parse(Stored, JSON.parse(stored))
}

/** What is known with what is new; where both have a value, the new one stays. */
export function mergedValues(db: Db, known: Expression<unknown>, added: Expression<unknown>) {
  const none = sql.lit('{}')
  const merged = isSqlite(db)
    ? sql<string>`json_patch(coalesce(${known}, ${none}), ${added})`
    : sql<string>`(coalesce(${known}, ${none})::jsonb || ${added}::jsonb)::text`
  return sql<string | null>`case when ${added} is null then ${known} else ${merged} end`
}

/** The values without that of one field; null when it was the only one. */
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

/** A quoted path: a bare label that begins with `$` would be read as one. No key has a quote. */
function pathOf(key: string): string {
  return `$."${key.replaceAll(/["\\]/g, '')}"`
}
