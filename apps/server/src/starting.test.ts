import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { systemClock } from './platform/clock.ts'
import { explainUnusableDatabase } from './platform/database/unusable-database.ts'
import { createLog } from './platform/log.ts'
import { StartError } from './platform/start-error.ts'

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
    ['it is not there', () => inject('postgresUrl').replace('{database}', 'no_such'), '3D000'],
  ])('PostgreSQL: %s', async (_, url, code) => {
    const error = await start({ DATABASE_URL: typeof url === 'string' ? url : url() })
    expect(error).toBeInstanceOf(StartError)
    expect(String(error)).toContain(`cannot be used (${code})`)
    expect(String(error)).not.toContain('s3cret')
  })

  test('a fault of our own is not dressed up', () => {
    const fault = Object.assign(new Error('syntax error'), { code: '42601', errcode: 1 })
    expect(explainUnusableDatabase(fault, 'kirim.db')).toBe(fault)
  })
})
