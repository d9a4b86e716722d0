import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@kirim/testing/until'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog } from './log.ts'
import { createPrivateFiles, restrictToOwner } from './private-files.ts'

const FILES = 500
const names = Array.from({ length: FILES }, (_, n) => `${n}.png`)
let dataDir: string
const modeOf = (...path: string[]) => (statSync(join(dataDir, ...path)).mode & 0o777).toString(8)
const openFiles = () => names.filter((name) => modeOf('media', 'deep', name) !== '600')

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kirim-private-'))
  mkdirSync(join(dataDir, 'media', 'deep'), { recursive: true })
  for (const name of ['kirim.db', 'notes.txt', ...names.map((name) => `media/deep/${name}`)]) {
    writeFileSync(join(dataDir, name), '')
    chmodSync(join(dataDir, name), 0o644)
  }
  for (const folder of ['media/deep', 'media', '.']) chmodSync(join(dataDir, folder), 0o755)
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test.runIf(process.platform === 'linux')(
  'the doors are closed before the server listens, what is behind them while it does',
  async () => {
    expect(restrictToOwner(dataDir)).toBeNull()
    expect([modeOf(), modeOf('kirim.db'), modeOf('media')]).toEqual(['700', '600', '700'])
    expect(modeOf('notes.txt')).toBe('644')
    expect(openFiles()).toHaveLength(FILES)

    const files = createPrivateFiles(dataDir, createLog('silent'))
    await files.start()
    // Starting does not wait for any of them.
    expect(openFiles()).toHaveLength(FILES)
    await until('all are closed', () => openFiles().length === 0)
    expect(modeOf('media', 'deep')).toBe('700')
    await files.stop()
  },
)

test.runIf(process.platform === 'linux')('a stop does not wait for the rest', async () => {
  const files = createPrivateFiles(dataDir, createLog('silent'))
  await files.start()
  await files.stop()
  expect(openFiles().length).toBeGreaterThan(0)
})
