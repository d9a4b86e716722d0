import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, memberTest, test } from './support/test.ts'

/** Of scripts before the first paint, gzipped: what the pages weigh, and a tenth. */
const SIGN_IN_MAX_BYTES = 130_000
const DASHBOARD_MAX_BYTES = 225_000

test('the sign-in page comes alone: compressed, and light', async ({ page, request }) => {
  await page.goto('/login')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await weightOf(page)).toBeLessThan(SIGN_IN_MAX_BYTES)
  const [script] = await scriptsBeforePaint(page)
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
  await page.goto('/')
  await expect(page.getByRole('complementary', { name: 'Sandbox' })).toBeVisible()
  // By then the line has stood for a moment over HTTP.
  await (await connected).waitForEvent('framereceived')
  await page.waitForLoadState('networkidle')
  expect(calls.toSorted()).toEqual([...new Set(calls)].toSorted())
  expect(calls).toContain('/api/analytics/dashboard/overall-summary')
  expect(await weightOf(page)).toBeLessThan(DASHBOARD_MAX_BYTES)
})

memberTest('what happened before the line stood is asked for again', async ({ page, member }) => {
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
})

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

async function weightOf(page: Page): Promise<number> {
  await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint').length > 0,
  )
  const texts = await Promise.all(
    (await scriptsBeforePaint(page)).map(async (url) => (await page.request.get(url)).text()),
  )
  return texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0)
}

/** What was asked for before there was anything to see. */
function scriptsBeforePaint(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    const until = paint?.startTime ?? Number.POSITIVE_INFINITY
    const scripts = performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => /\.js$/.test(name) && startTime < until)
    return [...new Set(scripts.map(({ name }) => name))]
  })
}
