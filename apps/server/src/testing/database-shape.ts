import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

export interface Column {
  readonly type: string
  readonly isRequired: boolean
  readonly hasDefault: boolean
}

/** What a server relies on in PostgreSQL: columns by table, and what rows must keep to. */
export interface Shape {
  readonly tables: Readonly<Record<string, Readonly<Record<string, Column>>>>
  /** Constraints and unique indexes by name. */
  readonly rules: Readonly<Record<string, { readonly table: string; readonly text: string }>>
}

export async function shapeOf(db: Db): Promise<Shape> {
  const columns = await sql<{ table: string; name: string } & Column>`
    select table_name as table, column_name as name, data_type as type,
      is_nullable = 'NO' as "isRequired",
      column_default is not null or is_identity = 'YES' or is_generated <> 'NEVER' as "hasDefault"
    from information_schema.columns where table_schema = 'public'
  `.execute(db)
  const rules = await sql<{ name: string; table: string; text: string }>`
    select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as text
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    union
    select indexrelid::regclass::text, indrelid::regclass::text, pg_get_indexdef(indexrelid)
    from pg_index join pg_class on pg_class.oid = indexrelid
    where indisunique and relnamespace = 'public'::regnamespace
  `.execute(db)
  const tables: Record<string, Record<string, Column>> = {}
  for (const { table, name, ...column } of columns.rows) {
    tables[table] = { ...tables[table], [name]: column }
  }
  return {
    tables,
    rules: Object.fromEntries(rules.rows.map(({ name, ...rule }) => [name, rule])),
  }
}

/** What a server that knows `before` can stumble over in `after`. */
export function breaksOlder(before: Shape, after: Shape): string[] {
  const inTables = Object.entries(before.tables).flatMap(([table, columns]) => {
    const now = after.tables[table]
    if (!now) return [`${table} is gone`]
    const names = new Set([...Object.keys(columns), ...Object.keys(now)])
    return [...names].flatMap((name) =>
      breaksIn(columns[name], now[name]).map((why) => `${table}.${name} ${why}`),
    )
  })
  const newRules = Object.entries(after.rules)
    .filter(
      ([name, { table, text }]) => table in before.tables && before.rules[name]?.text !== text,
    )
    .map(([name, { table }]) => `${table} has a new rule, ${name}`)
  return [...inTables, ...newRules]
}

function breaksIn(before: Column | undefined, after: Column | undefined): string[] {
  if (!after) return ['is gone']
  const mustBeWritten = after.isRequired && !after.hasDefault
  if (!before) return mustBeWritten ? ['is new and must be written'] : []
  const wasToBeWritten = before.isRequired && !before.hasDefault
  return [
    ...(before.type === after.type ? [] : [`was ${before.type}, and is ${after.type}`]),
    ...(after.isRequired && !before.isRequired ? ['may not be null any more'] : []),
    ...(mustBeWritten && !wasToBeWritten ? ['has no default any more'] : []),
  ]
}
