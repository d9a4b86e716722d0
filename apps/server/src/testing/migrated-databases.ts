import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.ts'
import { createLog } from '../platform/log.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** An empty SQLite database of the newest version, to be copied. */
    migratedFile: string
    /** The name of such a database in PostgreSQL. */
    migratedDatabase: string
  }
}

const NAME = 'kirim_migrated'

/**
 * Vitest global setup, after that of PostgreSQL: creates the databases that tests start from once.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'kirim-migrated-'))
  const file = join(folder, 'kirim.db')
  const urlOf = (database: string) =>
    project.getProvidedContext().postgresUrl.replace('{database}', database)

  const client = new pg.Client({ connectionString: urlOf('postgres') })
  await client.connect()
  await client.query(`create database ${NAME}`)
  await client.end()
  for (const place of [{ file }, { url: urlOf(NAME) }]) {
    const db = openDatabase(place, createLog('silent'))
    await migrate(db)
    await db.destroy()
  }

  project.provide('migratedFile', file)
  project.provide('migratedDatabase', NAME)
  return () => rmSync(folder, { recursive: true, force: true })
}
