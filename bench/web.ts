import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { freePort } from '@kirim/testing/free-port'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { createStore, newUser, startServer } from './support/bench-server.ts'
import { report } from './support/report.ts'
import { seedGroup } from './support/seed.ts'

/**
 * Measures the cost of a page in a browser with an empty cache: the scripts before first paint, the
 * time until its heading and its list are there, and the API calls until it is idle; the lists are
 * those of 100,000 contacts. An empty page serves as the baseline. With `lighthouse`, which npx
 * downloads, also the scores on a slow phone. `npm run bench web [contacts] [lighthouse]`
 */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const QUIET_MS = 1500
const EMPTY_PAGE = '/bench-empty-page'
const [contacts = '100000', lighthouse = ''] = process.argv.slice(2)
const withLighthouse = lighthouse === 'lighthouse'

const rows: object[] = []
const store = await createStore('SQLite')
const server = await startServer(store)
try {
  const { token, user } = await newSession()
  rows.push({ path: 'an empty page', ...(await inFreshBrowser(emptyPage)) })
  const pages: [path: string, signedIn: boolean][] = [
    ['/login', false],
    ['/', true],
    ['/contacts', true],
    ['/add-campaign?type=bulk', true],
  ]
  for (const [path, signedIn] of pages) {
    const weighed = await inFreshBrowser(async (context) => {
      const page = await context.newPage()
      if (signedIn) await signIn(page, user, token)
      return weigh(page, path)
    })
    rows.push({ path, ...weighed })
    if (withLighthouse) {
      const session = signedIn ? { token, user } : null
      console.log(`  Lighthouse, cold, mobile: ${await score(path, session)}`)
    }
  }
} finally {
  await server.stop()
  store.remove()
}
report('web', rows)

async function newSession(): Promise<{ token: string; user: object }> {
  const { id, token } = await newUser(server)
  const db = store.open()
  await seedGroup(db, id, Number(contacts))
  await db.destroy()
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

async function emptyPage(context: BrowserContext) {
  const page = await context.newPage()
  await page.route(`**${EMPTY_PAGE}`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Nothing</h1>' }),
  )
  return weigh(page, EMPTY_PAGE)
}

async function weigh(page: Page, path: string) {
  let calls = 0
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.startsWith('/api/')) calls += 1
  })
  const start = performance.now()
  await page.goto(server.url + path)
  await page.locator('h1').first().waitFor()
  const headingMs = performance.now() - start
  await page.waitForLoadState('networkidle')
  const firstPaintMs = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  )
  const rowsShown = await page.locator('tbody tr').count()
  await page.waitForTimeout(QUIET_MS)
  return {
    firstPaintMs: Math.round(firstPaintMs),
    headingMs: Math.round(headingMs),
    rowsShown,
    scriptsBeforePaintKb: kilobytes(await sizeOf(await page.evaluate(scriptsOf, true))),
    scriptsKb: kilobytes(await sizeOf(await page.evaluate(scriptsOf, false))),
    calls,
  }
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

/** Gzipped. */
function kilobytes(bytes: number): number {
  return Math.round(bytes / 1000)
}

async function inFreshBrowser<T>(
  work: (context: BrowserContext) => Promise<T>,
  args: string[] = [],
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'kirim-bench-browser-'))
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: ['--disable-gpu', '--no-first-run', '--disable-background-networking', ...args],
  })
  try {
    return await work(context)
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
