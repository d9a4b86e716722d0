import type { Page } from '@playwright/test'
import { form, picture } from './support/api.ts'
import { COLOR_RULES } from './support/axe.ts'
import {
  adminTest,
  expect,
  expectNoSidewaysScroll,
  expectNoViolations,
  type Member,
  memberTest,
  test,
} from './support/test.ts'

const PUBLIC = ['/login', '/register', '/join#token=unknown']

/** Every page of a signed-in user, with some content. */
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
  await member.call('POST', '/opt-outs', { phoneNumber: '60123459999', reason: long })
  await member.upload(picture(`${long.slice(0, 90)}.png`))
  return [
    '/',
    '/chats',
    '/scan-device',
    '/contacts',
    `/contacts?group=${contactGroupId}`,
    '/opt-outs',
    '/ai-chatbot',
    items,
    `${items}/create?type=ai_chatbot`,
    `${items}/${item._id}/edit`,
    `/ai-chatbot/${deviceId}/responses`,
    '/add-campaign',
    `/dashboard/add-campaign/${deviceId}?type=bulk&editCampaignId=${id}`,
    '/campaigns',
    '/media-storage',
    '/account',
    '/team',
    '/workspace',
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

/** Visits all pages, and names the one that fails. */
async function each(paths: readonly string[], check: (path: string) => Promise<void>) {
  for (const path of paths) await test.step(path, () => check(path))
}

/** In the page's initial theme, and in the other one. */
async function isAccessibleInBothThemes(page: Page, path: string): Promise<void> {
  await open(page, path)
  await expectNoViolations(page)
  const root = page.locator('html')
  const wasDark = (await root.getAttribute('class'))?.includes('dark') ?? false
  await page.getByRole('button', { name: 'Tukar tema' }).click()
  if (wasDark) await expect(root).not.toHaveClass(/dark/)
  else await expect(root).toHaveClass(/dark/)
  await expectNoViolations(page, COLOR_RULES)
}

async function fitsIn(page: Page, path: string): Promise<void> {
  await open(page, path)
  await expectNoSidewaysScroll(page)
}

test('public pages are accessible in both themes', async ({ page }) => {
  await each(PUBLIC, (path) => isAccessibleInBothThemes(page, path))
})

adminTest("the admin's page is accessible in both themes", async ({ page }) => {
  await isAccessibleInBothThemes(page, '/admin/users')
})

// Enough tests that workers share them, and each has enough time on a busy machine.
const PARTS = 6
for (let part = 0; part < PARTS; part++) {
  memberTest(
    `pages of a user are accessible in both themes, ${part + 1}`,
    async ({ page, member }) => {
      const pages = await memberPages(member)
      const some = pages.filter((_, index) => index % PARTS === part)
      await each(some, (path) => isAccessibleInBothThemes(page, path))
    },
  )
}

test.describe('at 390 px nothing scrolls sideways', () => {
  test.use({ viewport: { width: 390, height: 800 } })
  test('on public pages', { tag: '@deep' }, async ({ page }) => {
    await each(PUBLIC, (path) => fitsIn(page, path))
  })
  adminTest("on the admin's page", { tag: '@deep' }, async ({ page }) => {
    await fitsIn(page, '/admin/users')
  })
})

memberTest.describe('at 390 px nothing scrolls sideways', () => {
  memberTest.use({ viewport: { width: 390, height: 800 } })
  memberTest('on pages of a user', { tag: '@deep' }, async ({ page, member }) => {
    await each(await memberPages(member), (path) => fitsIn(page, path))
  })
})
