import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, memberTest, test } from './support/test.ts'

/** The limit of the scripts at the start, gzipped. */
const SIGN_IN_MAX_BYTES = 130_000
const DASHBOARD_MAX_BYTES = 190_000

test('the sign-in page comes alone: compressed, and light', async ({ page, request }) => {
  await openNoting(page, '/login')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await weightOf(page)).toBeLessThan(SIGN_IN_MAX_BYTES)
  const [script] = await scriptsAtStart(page)
  const answer = await request.get(script ?? '', { headers: { 'accept-encoding': 'br' } })
  expect(answer.headers()).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  })
})

memberTest('the dashboard asks for everything once, and is not asked twice', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(pathname + search)
  })
  const connected = page.waitForEvent('websocket')
  await openNoting(page, '/')
  await expect(page.getByRole('complementary', { name: 'Sandbox' })).toBeVisible()
  // By then the realtime connection has been open over HTTP for a moment.
  await (await connected).waitForEvent('framereceived')
  await page.waitForLoadState('networkidle')
  expect(calls.toSorted()).toEqual([...new Set(calls)].toSorted())
  expect(calls).toContain('/api/analytics/dashboard/overall-summary')
  expect(await weightOf(page)).toBeLessThan(DASHBOARD_MAX_BYTES)
})

for (const path of ['/contacts', '/add-campaign']) {
  memberTest(`${path} asks for nothing twice`, async ({ page }) => {
    const calls: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.startsWith('/api/')) calls.push(pathname + search)
    })
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(calls.toSorted()).toEqual([...new Set(calls)].toSorted())
  })
}

memberTest(
  'what happened before the line stood is asked for again',
  { tag: '@deep' },
  async ({ page, member }) => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/assets/esm-*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.routeWebSocket(/socket\.io/, async (line) => {
      await held
      line.connectToServer()
    })
    await page.goto('/contacts')
    await page.getByText('All Contacts').first().waitFor()
    const name = 'Zainab who came late'
    await member.ok('POST', '/contacts', { name, phoneNumber: '60137000001' })
    release()
    await expect(page.getByText(name)).toBeVisible()
  },
)

memberTest(
  'an answer of another version that the page cannot read',
  { tag: '@deep' },
  async ({ page }) => {
    let answers = 0
    let unreadable = 1
    await page.route('**/api/contact-groups', async (route) => {
      answers += 1
      if (answers > unreadable) return route.continue()
      const headers = { 'x-kirim-version': '0.0.9+000000000000' }
      return route.fulfill({ headers, json: [{ of: 'another shape' }] })
    })
    await page.goto('/contacts')
    await expect.poll(() => answers).toBe(2)
    await expect(page.getByText('All Contacts').first()).toBeVisible()
    // A server that goes on like this is not asked for ever.
    unreadable = Number.POSITIVE_INFINITY
    await page.goto('/contacts')
    await expect(page.getByRole('alert').first()).toBeVisible()
    expect(answers).toBe(3)
  },
)

memberTest(
  'a page whose first file the server of another version does not have',
  { tag: '@deep' },
  async ({ page }) => {
    let asked = 0
    await page.route('**/assets/index-*.js', async (route) => {
      asked += 1
      if (asked > 2) await route.continue()
      else await route.fulfill({ status: 404 })
    })
    await page.goto('/contacts')
    await expect(page.getByText('All Contacts').first()).toBeVisible()
  },
)

memberTest('no page does what its CSP forbids', async ({ page }) => {
  const refused: string[] = []
  await page.exposeFunction('tellRefusal', (what: string) => refused.push(what))
  await page.addInitScript({
    content: `addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) =>
      tellRefusal(violatedDirective + ' ' + blockedURI))`,
  })
  for (const path of ['/', '/contacts', '/add-campaign', '/ai-chatbot', '/account', '/sandbox']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
  }
  expect(refused).toEqual([])
})

/** The gzipped size of the scripts that the page requests before it renders. */
async function weightOf(page: Page): Promise<number> {
  const texts = await Promise.all(
    (await scriptsAtStart(page)).map(async (url) => (await page.request.get(url)).text()),
  )
  return texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0)
}

/**
 * Opens a page, and records its scripts once the entry has run: by the first paint, which the
 * browser reports only when it is on the screen, the page may have requested more.
 */
async function openNoting(page: Page, path: string): Promise<void> {
  await page.addInitScript({
    content: `addEventListener('DOMContentLoaded', () => {
      const all = document.querySelectorAll('script[src], link[rel=modulepreload]')
      window.scriptsAtStart = [...new Set([...all].map(({ src, href }) => src || href))]
    })`,
  })
  await page.goto(path)
}

function scriptsAtStart(page: Page): Promise<string[]> {
  return page.evaluate<string[]>('window.scriptsAtStart')
}
