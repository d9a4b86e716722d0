import { execFile } from 'node:child_process'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from './platform/clock.ts'
import { loadSecretKey } from './platform/crypto/secret-key.ts'
import { createDatabaseClaim } from './platform/database/claim-database.ts'
import { createDatabaseSockets } from './platform/database/database-sockets.ts'
import { createLog } from './platform/log.ts'
import { migratedStore } from './testing/engines.ts'

const CLI = fileURLToPath(new URL('./move-cli.ts', import.meta.url))

/** As `npm run move -- …` with this environment. */
function run(args: readonly string[], env: Record<string, string>) {
  return new Promise<{ code: unknown; said: string }>((done) => {
    const options = { env: { ...process.env, LOG_LEVEL: 'silent', ...env } }
    execFile(process.execPath, [CLI, ...args], options, (error, out, err) =>
      done({ code: error ? error.code : 0, said: out + err }),
    )
  })
}

test('it waits for a server that is just ending, says when it goes on, and what to do afterwards', async () => {
  const embedded = await migratedStore('SQLite')
  onTestFinished(embedded.remove)
  const { databaseUrl, remove } = await migratedStore('PostgreSQL')
  remove()
  const url = databaseUrl ?? ''
  const env = { DATA_DIR: embedded.dataDir, DATABASE_URL: url }
  loadSecretKey(embedded.dataDir, null)
  const log = createLog('silent')
  const claim = createDatabaseClaim(url, {
    mode: 'shared',
    sockets: createDatabaseSockets(),
    clock: systemClock,
    log,
    onTaken: () => {},
  })
  await claim.start()
  const refused = await run(['--to', 'postgres'], env)
  expect(refused.code).toBe(1)
  expect(refused.said).toContain('A Kirim server is using the database')
  await claim.stop()

  const moved = await run(['--to', 'postgres'], env)
  expect(moved.code).toBe(0)
  expect(moved.said).toMatch(/^users +0 rows {2}0{16}$/m)
  expect(moved.said).toContain(`secret.key in ${embedded.dataDir}`)
  expect(moved.said).toContain('start with DATABASE_URL set')
  expect(moved.said).not.toContain(url)

  await rm(join(embedded.dataDir, 'kirim.db'))
  expect((await run(['--to', 'embedded'], env)).code).toBe(0)
  const { mode } = await stat(join(embedded.dataDir, 'kirim.db'))
  expect(mode & 0o777).toBe(0o600)
  expect(join(embedded.dataDir, 'kirim.db')).toBe(
    /embedded database (\S+) to/.exec(moved.said)?.[1],
  )
})
