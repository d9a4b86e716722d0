import type { Page } from '@playwright/test'
import { form } from './support/api.ts'
import { stopClock } from './support/clock.ts'
import { startServer } from './support/server.ts'
import {
  adminTest,
  expect,
  expectAccessibleInBothThemes,
  memberTest,
  newClient,
  storageOf,
  test,
} from './support/test.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const userMenu = (page: Page) => page.getByRole('button', { name: /User menu/ })
const hasRing = (page: Page) => heading(page).evaluate((h1) => h1.matches(':focus-visible'))

memberTest('the tab has the name of the campaign form in it', async ({ page, member }) => {
  const { deviceId } = member
  const contactGroupId = await member.group('Tab names', ['Ali'])
  const fields = {
    campaignName: 'Tab names',
    contactGroupId,
    statusEnabled: 'false',
    caption: 'Hi',
  }
  const { id } = await member.ok('POST', `/campaigns/${deviceId}`, form(fields))
  const names = [
    ['/add-campaign', 'Create New Bulk Campaign'],
    ['/dashboard/add-campaign?type=bulk', 'Create New Bulk Campaign'],
    ['/dashboard/add-campaign?type=ai_chatbot', 'Create New AI Chatbot Campaign'],
    [`/dashboard/add-campaign/${deviceId}?type=bulk&editCampaignId=${id}`, 'Edit Bulk Campaign'],
    [`/dashboard/add-campaign/${deviceId}/${id}`, 'Edit Bulk Campaign'],
    ['/add-campaign?type=other', 'Page not found'],
    [`/ai-chatbot/${deviceId}/campaigns/create`, 'Create New AI Chatbot Campaign'],
    [`/ai-chatbot/${deviceId}/campaigns/create?type=bulk`, 'Create New Bulk Campaign'],
    [`/ai-chatbot/${deviceId}/campaigns/create?type=other`, 'Page not found'],
  ] as const
  for (const [address, name] of names) {
    await page.goto(address)
    await expect(heading(page), address).toHaveText(name)
    await expect(page, address).toHaveTitle(`${name} · Kirim`)
  }
})

test('on a live network the sandbox page is not found, in the tab too', async ({ browser }) => {
  const server = await startServer({ WHATSAPP_NETWORK: 'live', WHATSAPP_URL: 'ws://127.0.0.1:9' })
  try {
    const client = await newClient(server.url)
    const context = await browser.newContext({
      baseURL: server.url,
      storageState: storageOf(client),
    })
    const page = await context.newPage()
    await page.goto('/sandbox')
    await expect(heading(page)).toHaveText('Page not found')
    await expect(page).toHaveTitle('Page not found · Kirim')
    await context.close()
  } finally {
    await server.stop()
  }
})

memberTest('the focus goes to the heading of the page one goes to', async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  await expect(heading(page)).toBeVisible()
  await expect(heading(page)).not.toBeFocused()
  // The title is announced for a second only.
  await stopClock(page)
  await page.getByRole('link', { name: 'Scan Device' }).click()
  await expect(heading(page)).toHaveText('Scan Device')
  await expect(heading(page)).toBeFocused()
  expect(await hasRing(page)).toBe(false)
  await expect(page.locator('[aria-live=polite]', { hasText: 'Scan Device · Kirim' })).toHaveCount(
    1,
  )
  await page.clock.resume()

  await page.getByRole('link', { name: 'AI Chatbot' }).focus()
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('AI Chatbot')
  await expect(heading(page)).toBeFocused()
  expect(await hasRing(page)).toBe(true)

  await userMenu(page).click()
  await page.getByRole('menuitem', { name: 'Account' }).click()
  await expect(heading(page)).toHaveText('Account Manager')
  await expect(heading(page)).toBeFocused()

  await page.goBack()
  await expect(heading(page)).toHaveText('AI Chatbot')
  await expect(heading(page)).toBeFocused()

  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Scan Device' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(heading(page)).toHaveText('Scan Device')
  await expect(heading(page)).toBeFocused()
})

memberTest('a search or a group in the address takes no focus', async ({ page, member }) => {
  await member.group('Stays', ['Bala'])
  await page.goto('/contacts')
  const group = page.getByRole('navigation', { name: 'Contact groups' }).getByText('Stays')
  await group.click()
  await expect(page).toHaveURL(/group=/)
  await expect(heading(page)).not.toBeFocused()
})

test.describe('with a menu open the page stays accessible in both themes', () => {
  memberTest('of the user', async ({ page }) => {
    await page.goto('/campaigns')
    await userMenu(page).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')
    await expect(userMenu(page)).toBeFocused()
  })

  adminTest('of a row', async ({ page }) => {
    await page.goto('/admin/users')
    const actions = page.getByRole('button', { name: /^Actions for / }).first()
    await actions.click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.keyboard.press('Escape')
    await expect(actions).toBeFocused()
  })

  test('of the languages', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('button', { name: /Language/ }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })
})
