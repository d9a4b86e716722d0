import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { driverTests, testsToTry } from './lib/driver-tests.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
const files = tracked.split('\0').filter((file) => /^(apps|packages)\//.test(file))

function found(written: Readonly<Record<string, string>>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'kirim-driver-tests-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [file, text] of Object.entries(written)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return driverTests(root, Object.keys(written))
}

test.each([
  ['by name', "import { proto } from 'baileys'"],
  ['by a file of it', "import x from 'baileys/lib/x.js'"],
  ['once it is needed', "const { proto } = await import('baileys')"],
  ['as a seam', "import { x } from '../../adapters/whatsapp/session.ts'"],
  ['over several lines', "import {\n  type A,\n  b,\n} from '@kirim/sandbox-network/network'"],
  ['through a helper', "import { start } from '../testing/linked.ts'"],
  ['by linking a number', "import { linkDevice } from '../testing/browser.ts'"],
])('a test that uses the driver %s is one of its tests', (_how, text) => {
  const written = {
    'src/devices/a.test.ts': text,
    'src/testing/linked.ts': "import { x } from './deeper.ts'",
    'src/testing/deeper.ts': "import './linked.ts'\nimport { y } from 'baileys'",
    'src/testing/browser.ts': '',
  }
  expect(found(written)).toEqual(['src/devices/a.test.ts'])
})

test.each([
  ['only its types', "import type { proto } from 'baileys'"],
  ['a helper without it', "import { makeGroup } from '../testing/browser.ts'"],
])('a test that uses %s is none', (_what, text) => {
  expect(found({ 'src/devices/a.test.ts': text, 'src/testing/browser.ts': '' })).toEqual([])
})

test('every test that the page of the driver names, and every one of a real number, is tried with a new version', () => {
  const tests = testsToTry(ROOT, files)
  const page = readFileSync(join(ROOT, 'docs/driver.md'), 'utf8')
  const named = [...page.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, file = '']) => basename(file))
  expect(named.length).toBeGreaterThan(20)
  const names = new Set(tests.map((file) => basename(file)))
  expect(named.filter((file) => !names.has(file))).toEqual([])
  const ofNumbers = files.filter(
    (file) =>
      file.endsWith('.test.ts') &&
      /\b(startLinkedNumber|startSandboxNetwork|startLinkNetwork|startCrashWorld)\(/.test(
        readFileSync(join(ROOT, file), 'utf8'),
      ),
  )
  expect(ofNumbers.length).toBeGreaterThan(20)
  expect(ofNumbers.filter((file) => !tests.includes(file))).toEqual([])
})
