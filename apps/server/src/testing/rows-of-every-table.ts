import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'

/** Not filled: tables of the migrations, and those that SQLite maintains for searching. */
const INTERNAL_TABLES = /^(kysely_|sqlite_|search_|socket_io_)/
/** Written by a trigger. */
const WRITTEN_ITSELF = new Set(['text_no'])

/** The tables that columns reference. Other columns ending in `_id` may contain anything. */
const NAMES: Readonly<Record<string, string>> = {
  user_id: 'workspaces',
  workspace_id: 'workspaces',
  person_id: 'users',
  device_id: 'devices',
  campaign_id: 'campaigns',
  recipient_id: 'recipients',
  contact_id: 'contacts',
  group_id: 'contact_groups',
  tag_id: 'contact_tags',
  media_id: 'media',
  preview_id: 'media',
  item_id: 'chatbot_items',
  opt_out_id: 'opt_outs',
  chat_id: 'chats',
  entry_id: 'chat_entries',
  label_id: 'chat_labels',
  next_item_id: 'chatbot_items',
}
/** Where `user_id` is a person; everywhere, before there were workspaces. */
const OF_PEOPLE = new Set(['tokens', 'password_resets', 'known_addresses'])
const MAY_NAME_NOTHING = new Set(['group_id', 'media_id', 'preview_id', 'next_item_id'])

export type Row = Readonly<Record<string, unknown>>
export type Rows = Readonly<Record<string, readonly Row[]>>

interface Table {
  readonly name: string
  readonly columns: readonly Column[]
}

interface Column {
  readonly name: string
  readonly dataType: string
  readonly isNullable: boolean
  readonly hasDefaultValue: boolean
}

/**
 * Inserts two rows into every table, named after `mark`: one with a value in every column, one with
 * the minimum. Referenced rows exist.
 */
export async function fillEveryTable(db: Db, mark: number): Promise<void> {
  const tables = await tablesOf(db)
  const filled = new Set<string>()
  const hasWorkspaces = tables.some(({ name }) => name === 'workspaces')
  const namedBy = (table: Table, column: string): string | undefined =>
    column === 'user_id' && (!hasWorkspaces || OF_PEOPLE.has(table.name)) ? 'users' : NAMES[column]
  const fill = async (table: Table): Promise<void> => {
    if (filled.has(table.name)) return
    filled.add(table.name)
    for (const other of tables) {
      if (table.columns.some(({ name }) => namedBy(table, name) === other.name)) await fill(other)
    }
    for (const kind of ['full', 'bare'] as const) {
      const columns = table.columns.filter((column) => kind === 'full' || isNeeded(column))
      const row = columns.map((column) => {
        const named = column.name === 'id' ? table.name : namedBy(table, column.name)
        return named ? `${named} ${kind} ${mark}` : cellOf(table, column, kind, mark)
      })
      const names = columns.map(({ name }) => sql.ref(name))
      await sql`
        insert into ${sql.table(table.name)} (${sql.join(names)}) values (${sql.join(row)})
      `.execute(db)
    }
  }
  for (const table of tables) await fill(table)
}

/** All rows of all tables, as the engine returns them. */
export async function everyRow(db: Db): Promise<Rows> {
  const rows: Record<string, readonly Row[]> = {}
  for (const { name } of await tablesOf(db)) {
    rows[name] = (await sql<Row>`select * from ${sql.table(name)}`.execute(db)).rows
  }
  return rows
}

async function tablesOf(db: Db): Promise<Table[]> {
  const tables = await db.introspection.getTables()
  return tables
    .filter(({ name, isView }) => !isView && !INTERNAL_TABLES.test(name))
    .map(({ name, columns }) => ({
      name,
      columns: columns.filter((column) => !WRITTEN_ITSELF.has(column.name)),
    }))
}

function isNeeded({ name, isNullable, hasDefaultValue }: Column): boolean {
  // SQLite declares primary keys as nullable.
  const isKey = name === 'id' || (name in NAMES && !MAY_NAME_NOTHING.has(name))
  return isKey || !(isNullable || hasDefaultValue)
}

function cellOf(table: Table, column: Column, kind: 'full' | 'bare', mark: number): unknown {
  const { name, dataType } = column
  const serial = 2 * mark + (kind === 'full' ? 0 : 1)
  if (/int|real|float|numeric/i.test(dataType)) return serial
  return `${table.name}.${name} ${serial}`
}
