import { sql } from 'kysely'
import { chunks, type Db } from '../database.ts'
import { isSqlite } from '../text-search.ts'
import { MARKED } from './move-marks.ts'
import type { MovedTable } from './moved-tables.ts'

/** Rows in memory at a time: the longest texts have 64 KB. */
const ROWS_READ = 500
/** SQLite binds at most 32,766 values in a statement, PostgreSQL twice as many. */
const VALUES_MAX = 32_000

/** No table has values of other types. */
export type Cell = string | number | null
type Row = Readonly<Record<string, Cell>>

/** The rows of a table page by page, as this transaction sees them. */
export async function* readRows(tx: Db, table: MovedTable): AsyncGenerator<Cell[][]> {
  const pages = isSqlite(tx) ? pagesByPlace(tx, table) : pagesOfCursor(tx, table)
  for await (const rows of pages) {
    yield rows.map((row) => table.columns.map((column) => withoutNull(row[column] ?? null)))
  }
}

/** PostgreSQL cannot store NUL, which early versions accepted on SQLite. */
function withoutNull(cell: Cell): Cell {
  return typeof cell === 'string' ? cell.replaceAll('\0', '') : cell
}

async function* pagesByPlace(tx: Db, table: MovedTable): AsyncGenerator<readonly Row[]> {
  for (let after = 0; ; ) {
    const { rows } = await sql<Row>`
      select rowid as "rowid", ${columnsOf(table)} from ${sql.table(table.name)}
      where rowid > ${after} and ${isMoved(table)} order by rowid limit ${ROWS_READ}
    `.execute(tx)
    yield rows
    if (rows.length < ROWS_READ) return
    after = Number(rows.at(-1)?.rowid)
  }
}

async function* pagesOfCursor(tx: Db, table: MovedTable): AsyncGenerator<readonly Row[]> {
  await sql`
    declare moved_rows no scroll cursor for
    select ${columnsOf(table)} from ${sql.table(table.name)} where ${isMoved(table)}
  `.execute(tx)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(ROWS_READ)} from moved_rows`.execute(tx)
    yield rows
    if (rows.length < ROWS_READ) break
  }
  await sql`close moved_rows`.execute(tx)
}

/** Leaves columns empty that reference rows of the same table: these may not be there yet. */
export async function insertRows(
  tx: Db,
  table: MovedTable,
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  const later = new Set(table.selfReferences.map(({ from }) => table.columns.indexOf(from)))
  const perInsert = Math.floor(VALUES_MAX / table.columns.length)
  for (const some of chunks(rows, perInsert)) {
    const values = some.map((row) => {
      const cells = row.map((cell, index) => sql`${later.has(index) ? null : cell}`)
      return sql`(${sql.join(cells)})`
    })
    await sql`
      insert into ${sql.table(table.name)} (${columnsOf(table)}) values ${sql.join(values)}
    `.execute(tx)
  }
}

/** Fills in the references that `insertRows` left empty. */
export async function fillSelfReferences(
  tx: Db,
  table: MovedTable,
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  for (const { from, to } of table.selfReferences) {
    const [named, key] = [table.columns.indexOf(from), table.columns.indexOf(to)]
    for (const row of rows) {
      if (row[named] === null) continue
      await sql`
        update ${sql.table(table.name)} set ${sql.ref(from)} = ${row[named]}
        where ${sql.ref(to)} = ${row[key]}
      `.execute(tx)
    }
  }
}

function columnsOf(table: MovedTable) {
  return sql.join(table.columns.map((column) => sql.ref(column)))
}

function isMoved({ name }: MovedTable) {
  if (name !== MARKED.table) return sql<boolean>`true`
  return sql<boolean>`${sql.ref(MARKED.column)} not in (${sql.join(MARKED.marks)})`
}
