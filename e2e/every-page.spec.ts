import type { Page } from '@playwright/test'
import { form, picture } from './support/api.ts'
import {
  adminTest,
  expect,
  expectAccessible,
  type Member,
  memberTest,
  test,
} from './support/test.ts'

const PUBLIC = ['/login', '/register']

/** Every page of a signed-in user, with something on it. */
async function memberPages(member: Member): Promise<string[]> {
  const { deviceId } = member
  const long = 'Nama yang panjang sekali '.repeat(8).trim().slice(0, 200)
  const known = await member.ok('GET', '/contact-groups')
  const group = known.find(({ groupName }: { groupName: string }) => groupName === long)
  const contactGroupId = group?._id ?? (await member.group(long, [long, 'Bala']))
  const caption = Array.from({ length: 30 }, (_, line) => `Baris ${line}`).join('\n')
  const fields = { campaignName: long, contactGroupId, caption, statusEnabled: 'false' }
  const { id } = await member.ok('POST', `/campaigns/${deviceId}`, form(fields))
  const items = `/ai-chatbot/${deviceId}/campaigns`
  const item = await member.ok('POST', items, form({ name: long, captionAi: caption }))
  await member.upload(picture(`${long.slice(0, 90)}.png`))
  return [
    '/',
    '/scan-device',
    '/contacts',
    `/contacts?group=${contactGroupId}`,
    '/ai-chatbot',
    items,
    `${items}/create?type=ai_chatbot`,
    `${items}/${item._id}/edit`,
    '/add-campaign',
    `/dashboard/add-campaign/${deviceId}?type=bulk&editCampaignId=${id}`,
    '/campaigns',
    '/media-storage',
    '/account',
    '/settings',
    '/admin/users',
    '/sandbox',
    '/nowhere',
  ]
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

/** Goes through all pages, and says of every one that fails which it was. */
async function each(paths: readonly string[], check: (path: string) => Promise<void>) {
  for (const path of paths) await test.step(path, () => check(path))
}

async function inTheme(page: Page, theme: 'light' | 'dark', path: string): Promise<void> {
  await page.addInitScript((name) => localStorage.setItem('theme', name), theme)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, path)
}

async function expectNoSidewaysScroll(page: Page, path: string): Promise<void> {
  await open(page, path)
  const root = 'document.documentElement'
  const wide = await page.evaluate<number>(`${root}.scrollWidth`)
  const shown = await page.evaluate<number>(`${root}.clientWidth`)
  expect(wide, path).toBeLessThanOrEqual(shown)
}

for (const theme of ['light', 'dark'] as const) {
  const accessible = (page: Page) => async (path: string) => {
    await inTheme(page, theme, path)
    await expectAccessible(page)
  }
  test(`public pages are accessible, ${theme}`, async ({ page }) => {
    await each(PUBLIC, accessible(page))
  })
  memberTest(`pages of a user are accessible, ${theme}`, async ({ page, member }) => {
    await each(await memberPages(member), accessible(page))
  })
  adminTest(`the admin's page is accessible, ${theme}`, async ({ page }) => {
    await each(['/admin/users'], accessible(page))
  })
}

test.describe('at 390 px nothing scrolls sideways', () => {
  test.use({ viewport: { width: 390, height: 800 } })
  test('on public pages', async ({ page }) => {
    await each(PUBLIC, (path) => expectNoSidewaysScroll(page, path))
  })
  adminTest("on the admin's page", async ({ page }) => {
    await expectNoSidewaysScroll(page, '/admin/users')
  })
})

memberTest.describe('at 390 px nothing scrolls sideways', () => {
  memberTest.use({ viewport: { width: 390, height: 800 } })
  memberTest('on pages of a user', async ({ page, member }) => {
    await each(await memberPages(member), (path) => expectNoSidewaysScroll(page, path))
  })
})
