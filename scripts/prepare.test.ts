import { spawn } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const SCRIPTS = fileURLToPath(new URL('.', import.meta.url))

/**
 * Does what `npm ci` does as far as the script can see,
 * and notes that it ran; waits for a file if told so.
 */
const NPM = `
const { appendFileSync, cpSync, existsSync, mkdirSync } = require('node:fs')
appendFileSync('npm.log', process.argv.slice(2).join(' ') + '\\n')
if (process.env.NPM_FAILS) { console.error('npm error network'); process.exit(1) }
const deadline = Date.now() + (process.env.NPM_WAITS ? 20_000 : 0)
function install() {
  if (!existsSync('go-on') && Date.now() < deadline) return setTimeout(install, 20)
  mkdirSync('node_modules/vite/bin', { recursive: true })
  cpSync('vite.js', 'node_modules/vite/bin/vite.js')
  cpSync('vite.json', 'node_modules/vite/package.json')
  mkdirSync('node_modules/rolldown/bin', { recursive: true })
  cpSync('rolldown.mjs', 'node_modules/rolldown/bin/cli.mjs')
  cpSync('rolldown.json', 'node_modules/rolldown/package.json')
  cpSync('package-lock.json', 'node_modules/.package-lock.json')
}
install()
`
const VITE = `
const { appendFileSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
appendFileSync('../../vite.log', process.env.NODE_ENV + '\\n')
if (process.env.VITE_FAILS) { console.error('main.tsx: unexpected end'); process.exit(1) }
writeFileSync(join(process.argv[process.argv.indexOf('--outDir') + 1], 'index.html'), 'built')
`
const ROLLDOWN = `
import { appendFileSync, writeFileSync } from 'node:fs'
appendFileSync('../../rolldown.log', process.argv.slice(2, -1).join(' ') + '\\n')
if (process.env.ROLLDOWN_FAILS) { console.error('main.ts: unexpected end'); process.exit(1) }
writeFileSync(process.argv.at(-1) + '/main.js', 'built')
`

const WAITING = 'Waiting for another npm command'

describe('preparing the folder', () => {
  let root: string

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'kirim-prepare-'))
    cpSync(SCRIPTS, join(root, 'scripts'), { recursive: true })
    write('package-lock.json', lockfile('1.0.0'))
    write('npm.cjs', NPM)
    write('vite.js', VITE)
    write('vite.json', '{"name":"vite"}')
    write('rolldown.mjs', ROLLDOWN)
    write('rolldown.json', '{"name":"rolldown"}')
    write('apps/server/package.json', '{}')
    write('apps/server/src/main.ts', 'one')
    write('apps/web/package.json', '{}')
    write('apps/web/index.html', '<html>')
    write('apps/web/src/main.tsx', 'one')
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  function write(path: string, content: string) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const times = (path: string) => read(path).trim().split('\n').length

  function prepare(env: Record<string, string> = {}, hear = (_output: string): void => {}) {
    return new Promise<{ code: number | null; output: string }>((done) => {
      const child = spawn(process.execPath, ['scripts/prepare.mjs'], {
        cwd: root,
        env: {
          ...process.env,
          npm_execpath: join(root, 'npm.cjs'),
          npm_node_execpath: process.execPath,
          ...env,
        },
      })
      let output = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text
          hear(output)
        })
      }
      child.on('close', (code) => done({ code, output }))
    })
  }

  test('installs and builds once, then has nothing to say', async () => {
    const first = await prepare({ NODE_ENV: 'development', CI: 'true' })
    expect(first.code).toBe(0)
    expect(first.output).toMatch(/^Installing packages \.\.\.\n.+done in .+\nBuilding the web app/)
    expect(first.output).toMatch(/\nBuilding the server \.\.\.\nBuilding the server: done in .+\n$/)
    expect(read('npm.log')).toBe('ci --loglevel=error --include=dev --include=optional\n')
    expect(read('vite.log')).toBe('production\n')
    expect(read('apps/web/dist/index.html')).toBe('built')
    expect(read('rolldown.log')).toBe('--config rolldown.config.mjs --input src/main.ts --dir\n')
    expect(read('apps/server/dist/main.js')).toBe('built')
    expect(await prepare()).toEqual({ code: 0, output: '' })
  })

  test('installs again when the lockfile changed, and builds again with it', async () => {
    await prepare()
    write('package-lock.json', lockfile('1.0.1'))
    await prepare()
    expect([times('npm.log'), times('vite.log')]).toEqual([2, 2])
  })

  test('asks for nothing that is meant for another platform', async () => {
    await prepare()
    write('node_modules/.package-lock.json', lockfile('1.0.0', { optional: false }))
    expect((await prepare()).output).toBe('')
  })

  test('builds again what a change is part of, and nothing for a test', async () => {
    await prepare()
    const changes: [path: string, text: string, builds: { web: number; server: number }][] = [
      ['apps/web/src/main.tsx', 'two', { web: 2, server: 1 }],
      ['apps/web/src/new.tsx', '', { web: 3, server: 1 }],
      ['apps/web/public/mark.svg', '<svg/>', { web: 4, server: 1 }],
      ['packages/contract/src/limits.ts', 'changed', { web: 5, server: 2 }],
      ['apps/web/src/main.test.tsx', 'changed', { web: 5, server: 2 }],
      ['apps/server/src/app.ts', 'changed', { web: 5, server: 3 }],
      ['apps/server/src/app.test.ts', 'changed', { web: 5, server: 3 }],
    ]
    for (const [path, text, builds] of changes) {
      write(path, text)
      await prepare()
      const done = { web: times('vite.log'), server: times('rolldown.log') }
      expect([path, done]).toEqual([path, builds])
    }
  })

  test('two at once do the work once', async () => {
    const goOn = (output: string) => output.includes(WAITING) && write('go-on', '')
    const env = { NPM_WAITS: 'true' }
    const both = await Promise.all([prepare(env, goOn), prepare(env, goOn)])
    expect(both.map((one) => one.code)).toEqual([0, 0])
    expect([times('npm.log'), times('vite.log')]).toEqual([1, 1])
    expect(both.map((one) => one.output).join()).toContain(WAITING)
  })

  test('takes over from one that was killed', async () => {
    write('.cache/prepare.lock', 'dead')
    utimesSync(join(root, '.cache/prepare.lock'), 0, 0)
    expect((await prepare()).code).toBe(0)
  })

  test('a failed install says so in a sentence, and is tried again', async () => {
    const failed = await prepare({ NPM_FAILS: '1' })
    expect(failed.code).toBe(1)
    expect(failed.output).toContain('npm error network')
    expect(failed.output.trim().split('\n').at(-1)).toMatch(/^The packages could not be installed/)
    expect((await prepare()).code).toBe(0)
  })

  test('a failed build keeps the old one, and is tried again', async () => {
    await prepare()
    write('apps/web/src/main.tsx', 'broken')
    const failed = await prepare({ VITE_FAILS: '1' })
    expect(failed.code).toBe(1)
    expect(failed.output).toContain('main.tsx: unexpected end')
    expect(read('apps/web/dist/index.html')).toBe('built')
    expect((await prepare()).output).toContain('Building the web app')
  })

  test('so does a failed build of the server', async () => {
    await prepare()
    write('apps/server/src/main.ts', 'broken')
    const failed = await prepare({ ROLLDOWN_FAILS: '1' })
    expect(failed.code).toBe(1)
    expect(failed.output).toContain('main.ts: unexpected end')
    expect(read('apps/server/dist/main.js')).toBe('built')
    expect((await prepare()).output).toContain('Building the server')
  })
})

function lockfile(version: string, { optional = true } = {}): string {
  return JSON.stringify({
    packages: {
      '': { name: 'kirim' },
      'apps/web': { name: 'web' },
      'node_modules/vite': { version, integrity: `sha512-${version}` },
      'node_modules/web': { link: true },
      ...(optional && { 'node_modules/other-platform': { version: '1.0.0', optional: true } }),
    },
  })
}
