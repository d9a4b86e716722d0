import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const BUILT = fileURLToPath(new URL('../../../../dist/', import.meta.url))

test('the built server loads libsignal from its own files, by which what it writes is told', () => {
  const chunks = globSync('*.js', { cwd: BUILT }).map((name) => readFileSync(BUILT + name, 'utf8'))
  expect(chunks.some((chunk) => chunk.includes('from "libsignal"'))).toBe(true)
  expect(chunks.filter((chunk) => chunk.includes('class SessionCipher'))).toEqual([])
})
