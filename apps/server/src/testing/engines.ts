import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IS_DEEP } from '@kirim/testing/test-run'
import pg from 'pg'
import { inject } from 'vitest'
import { type Db, openDatabase } from '../platform/database/database.ts'
import { createLog } from '../platform/log.ts'

/** Repositories are tested on both: `describe.each(engines)('… on %s', (engine) => …)`. */
export const engines = ['SQLite', 'PostgreSQL'] as const
export type Engine = (typeof engines)[number]
/**
 * Whole servers, whose repositories have their own tests: on SQLite in `npm test`, except for the
 * main journeys, on both in the deep run.
 */
export const journeyEngines: readonly Engine[] = IS_DEEP ? engines : ['SQLite']

let made = 0

/** Empty storage for a server: a folder, and on PostgreSQL its own database. */
export async function freshStore(engine: Engine) {
  const databaseUrl = engine === 'PostgreSQL' ? await createDatabase('template1') : null
  return { ...freshFolder(), databaseUrl }
}

/** The same with a database of the newest version: copied, which is faster than migrating. */
export async function migratedStore(engine: Engine) {
  const folder = freshFolder()
  if (engine === 'PostgreSQL')
    return { ...folder, databaseUrl: await createDatabase(inject('migratedDatabase')) }
  copyFileSync(inject('migratedFile'), join(folder.dataDir, 'kirim.db'))
  return { ...folder, databaseUrl: null }
}

function freshFolder() {
  const dataDir = mkdtempSync(join(tmpdir(), 'kirim-test-'))
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}

export function openStore(store: { dataDir: string; databaseUrl: string | null }): Db {
  return openDatabase(
    store.databaseUrl ? { url: store.databaseUrl } : { file: join(store.dataDir, 'kirim.db') },
    createLog('silent'),
  )
}

/** A migrated database, for repository tests. */
export async function freshDatabase(engine: Engine) {
  const store = await migratedStore(engine)
  const db = openStore(store)
  return {
    db,
    close: async () => {
      await db.destroy()
      store.remove()
    },
  }
}

/** One connection creates all databases of a worker. */
let creating: Promise<pg.Client> | null = null

async function createDatabase(of: string): Promise<string> {
  const template = inject('postgresUrl')
  const name = `kirim_${process.pid}_${++made}`
  creating ??= connectTo(template.replace('{database}', 'postgres'))
  const client = await creating
  await client.query(`create database ${name} template ${of} strategy file_copy`)
  return template.replace('{database}', name)
}

async function connectTo(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  // PostgreSQL may end before this process does.
  client.on('error', () => {})
  await client.connect()
  return client
}
