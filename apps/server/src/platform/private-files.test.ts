import { chmodSync, mkdtempSync, rmdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { restrictToOwner } from './private-files.ts'

test.runIf(process.platform === 'linux')('closes the data directory to other users', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kirim-private-'))
  chmodSync(dataDir, 0o755)
  expect(restrictToOwner(dataDir)).toBe(true)
  expect((statSync(dataDir).mode & 0o777).toString(8)).toBe('700')
  rmdirSync(dataDir)
  expect(restrictToOwner(dataDir)).toBe(false)
})
