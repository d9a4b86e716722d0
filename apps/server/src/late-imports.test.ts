import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const BUILT = fileURLToPath(new URL('../dist/', import.meta.url))

/** A file of the built server with all that it loads before it begins. */
function loadedWith(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded
  loaded.add(file)
  const code = readFileSync(BUILT + file, 'utf8')
  for (const [, name = ''] of code.matchAll(/^import (?:.* from )?"\.\/(.+)";$/gm)) {
    loadedWith(name, loaded)
  }
  return loaded
}

const main = readFileSync(`${BUILT}main.js`, 'utf8')
const server = main.match(/import\("\.\/(run-server-.+?)"\)/)?.[1] ?? ''
const files = [...loadedWith(server)]
const read = (names: readonly string[]) =>
  names.map((file) => readFileSync(BUILT + file, 'utf8')).join('\n')
const code = read(files)
const late = read(globSync('*.js', { cwd: BUILT }).filter((file) => !files.includes(file)))

test.each([
  ['the driver', 'WA_CERT_DETAILS'],
  ['its protocol', 'ADVSignedDeviceIdentity ='],
  ['its program of another language', 'AGFzbQEAAAAB'],
  ['the sandbox network', "'media.port'"],
  ['providers of AI', 'AI_APICallError'],
  ['the client of users’ own calls', 'undici.error'],
  ['the reader of spreadsheets', 'SheetNames'],
])('the server starts without %s', (_what, sign) => {
  expect(late).toContain(sign)
  expect(code).not.toContain(sign)
})

test('the server keeps no source in two bytes a character', () => {
  expect(code).not.toMatch(/[^\0-\x7f]/)
})
