import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { systemClock } from './platform/clock.ts'
import { loadSecretKey } from './platform/crypto/secret-key.ts'
import { claimDataDir } from './platform/data-dir.ts'
import { explainUnusableDatabase } from './platform/database/unusable-database.ts'
import { createLog } from './platform/log.ts'
import { StartError } from './platform/start-error.ts'
import { engines, freshStore } from './testing/engines.ts'

describe('a database that cannot be used', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'kirim-unusable-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  async function start(env: Record<string, string> = {}): Promise<unknown> {
    const config = readConfig({ PORT: '0', DATA_DIR: dataDir, ...env })
    const app = await createApp(config, { clock: systemClock, log: createLog('silent') })
    try {
      await app.start()
    } catch (error) {
      return error
    }
    await app.stop()
    return null
  }

  test('a file that is no database is named', async () => {
    writeFileSync(join(dataDir, 'kirim.db'), 'something else '.repeat(100))
    const error = await start()
    expect(error).toBeInstanceOf(StartError)
    expect(String(error)).toContain(join(dataDir, 'kirim.db'))
  })

  test.each([
    ['nobody listens', 'postgres://kirim:s3cret@127.0.0.1:1/x', 'ECONNREFUSED'],
    ['its socket is gone', 'postgres:///x?host=/no/such/folder', 'ENOENT'],
    ['it is not there', () => inject('postgresUrl').replace('{database}', 'no_such'), '3D000'],
  ])('PostgreSQL: %s', async (_, url, code) => {
    const error = await start({ DATABASE_URL: typeof url === 'string' ? url : url() })
    expect(error).toBeInstanceOf(StartError)
    expect(String(error)).toContain(`cannot be used (${code})`)
    expect(String(error)).not.toContain('s3cret')
  })

  test.each(engines)('%s: another secret key than it was made with is refused', async (engine) => {
    const store = await freshStore(engine)
    const withKey = (fill: number) =>
      start({
        DATA_DIR: store.dataDir,
        DATABASE_URL: store.databaseUrl ?? '',
        SECRET_KEY: Buffer.alloc(32, fill).toString('base64'),
      })
    expect(await withKey(1)).toBeNull()
    const error = await withKey(2)
    expect(error).toBeInstanceOf(StartError)
    expect(String(error)).toContain(
      'The secret key does not match this database. Restore secret.key or set SECRET_KEY to the one it was made with, which all servers on this database share.',
    )
    expect(await withKey(1)).toBeNull()
    store.remove()
  })

  test('a fault of our own is not dressed up', () => {
    const fault = Object.assign(new Error('syntax error'), { code: '42601', errcode: 1 })
    expect(explainUnusableDatabase(fault, 'kirim.db')).toBe(fault)
  })
})

describe('a data directory that cannot be used', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'kirim-unusable-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  function refusal(start: () => unknown): string {
    try {
      start()
    } catch (error) {
      expect(error).toBeInstanceOf(StartError)
      return (error as StartError).message
    }
    throw new Error('It started.')
  }

  test('missing parents are made', () => {
    const deep = join(dataDir, 'one', 'two')
    claimDataDir(deep).release()
    claimDataDir(deep).release()
  })

  test('servers with folders of their own share it, and none is alone with it meanwhile', () => {
    const [a, b] = ['a', 'b'].map((name) => join(dataDir, 'nodes', name))
    const first = claimDataDir(dataDir, a)
    const second = claimDataDir(dataDir, b)
    expect(refusal(() => claimDataDir(dataDir, a))).toContain('set NODE_NAME, PORT or DATA_DIR')
    expect(refusal(() => claimDataDir(dataDir))).toContain(`data directory ${dataDir}. Stop it`)
    first.release()
    second.release()
    const alone = claimDataDir(dataDir)
    expect(refusal(() => claimDataDir(dataDir, a))).toContain(`data directory ${dataDir}. Stop it`)
    alone.release()
    claimDataDir(dataDir, a).release()
  })

  test('secret.key is a folder', () => {
    mkdirSync(join(dataDir, 'secret.key'))
    expect(refusal(() => loadSecretKey(dataDir, null))).toContain('cannot be used (EISDIR)')
  })
})

describe('an environment that cannot be used', () => {
  test.each([
    ['DATABASE_URL', 'postgres://kirim:p#ss@localhost/kirim'],
    ['DATABASE_URL', 'postgres://localhost:port/kirim'],
    ['DATABASE_URL', 'mysql://localhost/kirim'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['PUBLIC_URL', 'kirim.example.com'],
    ['MEDIA_URL', 'ftp://example.com'],
    ['MEDIA_URL', 'https://:80'],
    ['WHATSAPP_URL', 'ws://:80'],
  ])('%s=%s is refused in one sentence that does not repeat it', (name, value) => {
    const start = () => readConfig({ WHATSAPP_NETWORK: 'live', [name]: value })
    expect(start).toThrow(StartError)
    expect(start).toThrow(new RegExp(`^${name} must be [^\\n]+\\.$`))
    expect(start).not.toThrow(value)
  })

  test.each([
    ['DATABASE_URL', 'postgres:///kirim?host=/var/run/postgresql'],
    ['DATABASE_URL', 'postgresql://kirim:p%23ss@localhost:5432/kirim'],
    ['PUBLIC_URL', 'http://localhost:3000'],
    ['MEDIA_URL', 'HTTPS://cdn.example.com/files/'],
  ])('%s=%s is taken', (name, value) => {
    expect(() => readConfig({ [name]: value })).not.toThrow()
  })
})

test('a port in use is named at once, also while the bucket of media does not answer', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kirim-port-'))
  const asked = new Set<Socket>()
  const silent = createServer((socket) => void asked.add(socket)).listen(0, '127.0.0.1')
  onTestFinished(() => {
    for (const socket of asked) socket.destroy()
    silent.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const config = readConfig({
    PORT: String(port),
    DATA_DIR: dataDir,
    MEDIA_S3_ENDPOINT: `http://127.0.0.1:${port}`,
    MEDIA_S3_BUCKET: 'pictures',
    MEDIA_S3_ACCESS_KEY_ID: 'x',
    MEDIA_S3_SECRET_ACCESS_KEY: 'x',
  })
  // As long as it stands still nobody gives the bucket up.
  const app = await createApp(config, { clock: createFakeClock(), log: createLog('silent') })
  await expect(app.start()).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use.`)
})
