import { sql } from 'kysely'
import type { SecretBox } from '../../crypto/secret-box.ts'
import type { Db } from '../database.ts'
import { readMark } from './move-marks.ts'
import { tablesOf } from './moved-tables.ts'

/** What a database holds that something is to be moved into. */
export type WhatIsThere =
  | { readonly kind: 'nothing' }
  /** Kirim's tables without a row. */
  | { readonly kind: 'empty' }
  /** What an interrupted move has left. */
  | { readonly kind: 'unfinished'; readonly moveId: string }
  /** An installation that was moved away. */
  | { readonly kind: 'moved'; readonly moveId: string }
  /** Something else, in this table among others. */
  | { readonly kind: 'used'; readonly table: string }

export async function whatIsIn(db: Db, box: SecretBox): Promise<WhatIsThere> {
  const tables = (await tablesOf(db)).map(({ name }) => name)
  const [first] = tables
  if (first === undefined) return { kind: 'nothing' }
  if (!(await hasMigrations(db))) return { kind: 'used', table: first }
  if (tables.includes('server_checks')) {
    const unfinished = await readMark(db, box, 'unfinished move')
    if (unfinished !== null) return { kind: 'unfinished', moveId: unfinished }
    const moved = await readMark(db, box, 'moved')
    if (moved !== null) return { kind: 'moved', moveId: moved }
  }
  for (const table of tables) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0) return { kind: 'used', table }
  }
  return { kind: 'empty' }
}

/** Whether the tables are those of Kirim. */
export async function hasMigrations(db: Db): Promise<boolean> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  return tables.some(({ name }) => name === 'kysely_migration')
}
