import type { ColumnDefinitionBuilder, CreateTableBuilder, Kysely, RawBuilder } from 'kysely'

interface Column {
  readonly type: 'text' | 'integer' | 'bigint'
  build(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder
}

interface Constraints {
  readonly primaryKey?: Readonly<Record<string, readonly string[]>>
  readonly unique?: Readonly<Record<string, readonly string[]>>
}

const required = (type: Column['type']): Column => ({ type, build: (column) => column.notNull() })
const nullable = (type: Column['type']): Column => ({ type, build: (column) => column })

export const text = required('text')
export const integer = required('integer')
export const bigint = required('bigint')
export const optional = {
  text: nullable('text'),
  integer: nullable('integer'),
  bigint: nullable('bigint'),
}
export const id = primaryKey(optional.text)

export function primaryKey(column: Column): Column {
  return extend(column, (built) => built.primaryKey())
}

export function unique(column: Column): Column {
  return extend(column, (built) => built.unique())
}

export function withDefault(column: Column, value: string | number): Column {
  return extend(column, (built) => built.defaultTo(value))
}

/** Deleted together with the row it names. */
export function belongsTo(table: string): Column {
  return extend(text, (column) => column.references(`${table}.id`).onDelete('cascade'))
}

/** Its primary key is that of another row, and it is deleted together with it. */
export function keyOf(table: string): Column {
  return extend(id, (column) => column.references(`${table}.id`).onDelete('cascade'))
}

/** Null once the row it names is deleted. */
export function mayName(table: string): Column {
  return extend(optional.text, (column) => column.references(`${table}.id`).onDelete('set null'))
}

function extend(column: Column, change: Column['build']): Column {
  return { type: column.type, build: (built) => change(column.build(built)) }
}

/** Creates tables with columns in the order of their keys. */
export function tablesOf(db: Kysely<unknown>) {
  return async (
    name: string,
    columns: Readonly<Record<string, Column>>,
    { primaryKey = {}, unique = {} }: Constraints = {},
  ): Promise<void> => {
    let table: CreateTableBuilder<string, string> = db.schema.createTable(name)
    for (const [column, { type, build }] of Object.entries(columns)) {
      table = table.addColumn(column, type, build)
    }
    for (const [key, of] of Object.entries(primaryKey)) {
      table = table.addPrimaryKeyConstraint(key, [...of])
    }
    for (const [key, of] of Object.entries(unique)) {
      table = table.addUniqueConstraint(key, [...of])
    }
    await table.execute()
  }
}

export async function createIndexes(
  db: Kysely<unknown>,
  indexes: readonly RawBuilder<unknown>[],
): Promise<void> {
  for (const index of indexes) await index.execute(db)
}
