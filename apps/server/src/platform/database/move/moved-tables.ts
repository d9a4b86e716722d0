import { sql } from 'kysely'
import { StartError } from '../../start-error.ts'
import type { Db } from '../database.ts'
import { isSqlite } from '../text-search.ts'

/** Tables that each engine has for itself: migrations, search indexes, transient events. */
const ENGINE_TABLES = /^(kysely_|sqlite_|search_|socket_io_)/
/** Written by a trigger on SQLite. */
const TRIGGER_COLUMNS = new Set(['text_no'])

export interface MovedTable {
  readonly name: string
  readonly columns: readonly string[]
  /** Columns that reference rows of the same table. */
  readonly selfReferences: readonly Reference[]
}

interface Reference {
  readonly from: string
  readonly to: string
}

/** The tables that hold an installation, in the schema that the database is used with. */
export async function tablesOf(db: Db): Promise<MovedTable[]> {
  const schema = isSqlite(db) ? undefined : await currentSchema(db)
  const tables = await db.introspection.getTables()
  return tables
    .filter((table) => !table.isView && table.schema === schema && !ENGINE_TABLES.test(table.name))
    .map(({ name, columns }) => ({
      name,
      columns: columns.flatMap((column) => (TRIGGER_COLUMNS.has(column.name) ? [] : column.name)),
      selfReferences: [],
    }))
}

/** The first of these tables that has a row. */
export async function firstFilled(db: Db, tables: readonly string[]): Promise<string | undefined> {
  for (const table of tables) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0) return table
  }
  return undefined
}

/** Whether the tables are those of Kirim. */
export async function hasMigrations(db: Db): Promise<boolean> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  return tables.some(({ name }) => name === 'kysely_migration')
}

/** Truncates all tables of the installation in PostgreSQL. */
export async function emptyTables(db: Db): Promise<void> {
  const names = (await tablesOf(db)).map(({ name }) => sql.table(name))
  await sql`truncate ${sql.join(names)}`.execute(db)
}

/**
 * The tables of both databases, one of them SQLite, in the order of their references. Throws
 * StartError when the two differ.
 */
export async function sameTables(one: Db, other: Db): Promise<MovedTable[]> {
  const [sqlite, postgres] = isSqlite(one) ? [one, other] : [other, one]
  const [ordered, others] = [await tablesInOrder(sqlite), await tablesOf(postgres)]
  const [here, there] = [ordered, others].map((tables) => new Set(tables.map(asText)))
  const differing = [...ordered, ...others].find(
    (table) => !(here?.has(asText(table)) && there?.has(asText(table))),
  )
  if (!differing) return ordered
  throw new StartError(
    `The two databases do not have the same tables (see ${differing.name}). Only Kirim's own tables may exist there.`,
  )
}

function asText({ name, columns }: MovedTable): string {
  return JSON.stringify([name, columns.toSorted()])
}

async function tablesInOrder(sqlite: Db): Promise<MovedTable[]> {
  const tables = await tablesOf(sqlite)
  const references = new Map<string, readonly (Reference & { table: string })[]>()
  for (const { name } of tables) references.set(name, await referencesOf(sqlite, name))
  const placed = new Map<string, MovedTable>()

  function place(table: MovedTable): void {
    if (placed.has(table.name)) return
    const named = references.get(table.name) ?? []
    const others = new Set(named.flatMap((one) => (one.table === table.name ? [] : one.table)))
    for (const other of tables) if (others.has(other.name)) place(other)
    placed.set(table.name, {
      ...table,
      selfReferences: named.filter((one) => one.table === table.name),
    })
  }

  for (const table of tables) place(table)
  return [...placed.values()]
}

async function referencesOf(sqlite: Db, name: string) {
  const { rows } = await sql<{ table: string; from: string; to: string }>`
    select "table", "from", "to" from pragma_foreign_key_list(${name})
  `.execute(sqlite)
  return rows
}

async function currentSchema(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return rows[0]?.name
}
