import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { createStore, newUser, startServer } from './support/bench-server.ts'

/**
 * Measures the cost of a page in a browser with an empty cache: the scripts before first paint, and
 * the API calls until the page is idle. With `lighthouse`, which npx downloads, also its scores on
 * a slow phone. An empty page serves as the baseline. `npm run bench web [lighthouse]`
 */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const QUIET_MS = 1500
const EMPTY_PAGE = '/bench-empty-page'
const withLighthouse = process.argv[2] === 'lighthouse'

const store = await createStore('SQLite')
const server = await startServer(store)
try {
  const { token, user } = await newSession()
  const pages: [path: string, signedIn: boolean][] = [
    ['/login', false],
    ['/', true],
    ['/contacts', true],
    ['/add-campaign?type=bulk', true],
  ]
  for (const [path, signedIn] of pages) {
    await inFreshBrowser(async (context) => {
      const page = await context.newPage()
      if (signedIn) await signIn(page, user, token)
      await weigh(page, path)
    })
    if (withLighthouse) {
      const session = signedIn ? { token, user } : null
      console.log(`  Lighthouse, cold, mobile: ${await score(path, session)}`)
    }
  }
} finally {
  await server.stop()
  store.remove()
}

async function newSession(): Promise<{ token: string; user: object }> {
  const { token } = await newUser(server)
  const user = await server.call<object>('GET', '/users/profile', token)
  return { token, user: { ...user, token } }
}

/** Starts on an empty page of the origin, so that the browser's cache is empty. */
async function signIn(page: Page, user: object, token: string): Promise<void> {
  await page.route(`**${EMPTY_PAGE}`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '' }),
  )
  await page.goto(server.url + EMPTY_PAGE)
  await page.evaluate(
    ([info, kept]) => {
      localStorage.setItem('userInfo', info)
      localStorage.setItem('token', kept)
    },
    [JSON.stringify(user), token] as const,
  )
}

async function weigh(page: Page, path: string): Promise<void> {
  const calls = new Map<string, number>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/api/')) calls.set(pathname, (calls.get(pathname) ?? 0) + 1)
  })
  await page.goto(server.url + path)
  await page.locator('h1').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(QUIET_MS)
  const initial = await sizeOf(await page.evaluate(scriptsOf, true))
  const all = await sizeOf(await page.evaluate(scriptsOf, false))
  console.log(
    `${path}: ${kilobytes(initial)} of scripts, gzipped, before its first paint; ${kilobytes(all)} in all`,
  )
  for (const [call, times] of calls) console.log(`  ${times} x ${call}`)
}

/** Runs in the page: returns the scripts requested before first paint, or all of them. */
function scriptsOf(beforeFirstPaint: boolean): string[] {
  const [paint] = performance.getEntriesByName('first-contentful-paint')
  const until = beforeFirstPaint && paint ? paint.startTime : Number.POSITIVE_INFINITY
  return performance
    .getEntriesByType('resource')
    .filter(({ name, startTime }) => /\.js$/.test(name) && startTime < until)
    .map(({ name }) => name)
}

async function sizeOf(urls: readonly string[]): Promise<number> {
  let size = 0
  for (const url of new Set(urls)) {
    size += gzipSync(await (await fetch(url)).text(), { level: 9 }).length
  }
  return size
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(0)} KB`
}

async function inFreshBrowser(
  work: (context: BrowserContext) => Promise<void>,
  args: string[] = [],
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'kirim-bench-browser-'))
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--disable-gpu', '--no-first-run', '--disable-background-networking', ...args],
  })
  try {
    await work(context)
  } finally {
    await context.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function score(path: string, session: { token: string; user: object } | null) {
  const port = await freePort()
  const answer = join(mkdtempSync(join(tmpdir(), 'kirim-bench-lighthouse-')), 'report.json')
  await inFreshBrowser(
    async (context) => {
      if (session) await signIn(await context.newPage(), session.user, session.token)
      const run = spawn(
        'npx',
        [
          '--yes',
          LIGHTHOUSE,
          server.url + path,
          `--port=${port}`,
          '--disable-storage-reset',
          '--only-categories=performance,best-practices,accessibility',
          '--output=json',
          `--output-path=${answer}`,
          '--quiet',
        ],
        { stdio: 'inherit' },
      )
      await once(run, 'exit')
    },
    [`--remote-debugging-port=${port}`],
  )
  const { categories, audits } = JSON.parse(readFileSync(answer, 'utf8')) as LighthouseReport
  const scores = Object.entries(categories).map(
    ([name, { score: of1 }]) => `${name} ${Math.round((of1 ?? 0) * 100)}`,
  )
  const times = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'].map(
    (name) => `${name} ${audits[name]?.displayValue}`,
  )
  return [...scores, ...times].join(', ')
}

interface LighthouseReport {
  readonly categories: Record<string, { readonly score: number | null }>
  readonly audits: Record<string, { readonly displayValue?: string } | undefined>
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (typeof address !== 'object' || !address) throw new Error('No port could be had.')
  return address.port
}
