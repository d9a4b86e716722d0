import type { Page } from '@playwright/test'
import type { Client } from './support/api.ts'
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  newClient,
  newMember,
  storageOf,
  test,
} from './support/test.ts'

const tile = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Workspace: / })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function switchTo(page: Page, name: string): Promise<void> {
  await tile(page).click()
  await page.getByRole('menuitemradio', { name }).click()
  await expect(tile(page)).toHaveAccessibleName(new RegExp(`^Workspace: ${name}`))
}

/** Makes somebody a member, and returns their membership's address. */
async function join(owner: Client, somebody: Client, role: string): Promise<string> {
  const [invitation] = await owner.ok('POST', '/team/invitations', { role })
  await somebody.ok('POST', '/team-invitations/accept', { token: invitation.token })
  return `/team/people/${somebody.session._id}`
}

test('two tabs show two workspaces, and each keeps its own', async ({ browser, server }) => {
  const aisyah = await newClient(server.url, 'Aisyah')
  await aisyah.group('Pelanggan Kopi')
  await aisyah.ok('POST', '/workspaces', { name: 'Bistro Meja' })
  const context = await browser.newContext({
    baseURL: server.url,
    storageState: storageOf(aisyah),
  })
  const [one, two] = [await context.newPage(), await context.newPage()]
  for (const page of [one, two]) await page.goto('/contacts')
  const group = (page: Page) => page.getByText('Pelanggan Kopi').first()
  await expect(group(two)).toBeVisible()

  await test.step('by keyboard alone, on the same page, which is announced', async () => {
    await tile(two).focus()
    await two.keyboard.press('Enter')
    await expect(two.getByRole('menuitemradio', { name: /^Aisyah/ })).toBeFocused()
    await two.keyboard.press('Escape')
    await expect(tile(two)).toBeFocused()
    await two.keyboard.press('Enter')
    await expect(two.getByRole('menuitemradio', { name: /^Aisyah/ })).toBeFocused()
    await two.keyboard.type('Bis')
    await expect(two.getByRole('menuitemradio', { name: /^Bistro Meja/ })).toBeFocused()
    await two.keyboard.press('Enter')
    await expect(tile(two)).toHaveAccessibleName('Workspace: Bistro Meja')
    await expect(heading(two)).toHaveText('Manage Contacts')
    await expect(heading(two)).toBeFocused()
    await expect(group(two)).toHaveCount(0)
  })

  await test.step('the other tab stays where it was, a new one begins with the last', async () => {
    await one.reload()
    await expect(group(one)).toBeVisible()
    await two.reload()
    await expect(tile(two)).toHaveAccessibleName('Workspace: Bistro Meja')
    const three = await context.newPage()
    await three.goto('/')
    await expect(tile(three)).toHaveAccessibleName('Workspace: Bistro Meja')
  })

  await test.step('what one tab stores is not in the workspace of the other', async () => {
    await two.getByRole('button', { name: 'New group' }).first().click()
    await two.getByRole('dialog').getByLabel('Group name').fill('Pelanggan Bistro')
    await two.getByRole('dialog').getByRole('button', { name: 'Create group' }).click()
    await expect(two.getByText('Pelanggan Bistro').first()).toBeVisible()
    await one.reload()
    await expect(group(one)).toBeVisible()
    await expect(one.getByText('Pelanggan Bistro')).toHaveCount(0)
  })
  await context.close()
})

test('the menu and the drawer are accessible', async ({ browser, server }) => {
  const aisyah = await newClient(server.url, 'Aisyah')
  await aisyah.ok('POST', '/workspaces', {
    name: `Persatuan Peniaga ${'Kopi dan Roti '.repeat(5)}`,
  })
  const context = await browser.newContext({
    baseURL: server.url,
    storageState: storageOf(aisyah),
  })
  const page = await context.newPage()
  await page.goto('/')
  await tile(page).click()
  await page.getByRole('menu').waitFor()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('menuitem', { name: 'New workspace' }).click()
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(tile(page)).toBeFocused()
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/')
  await switchTo(page, 'Persatuan Peniaga')
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Workspace: / })
    .click()
  await page.getByRole('menuitemradio').first().waitFor()
  await expectAccessibleInBothThemes(page)
  await context.close()
})

test('pages follow what a person may do, until they are removed', async ({ browser, server }) => {
  const [aisyah, bala] = [
    await newClient(server.url, 'Aisyah'),
    await newClient(server.url, 'Bala'),
  ]
  const membership = await join(aisyah, bala, 'viewer')
  const context = await browser.newContext({ baseURL: server.url, storageState: storageOf(bala) })
  const page = await context.newPage()
  await page.goto('/')
  await switchTo(page, 'Aisyah')

  await test.step('a page that the role does not open answers with an alert', async () => {
    await tile(page).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Workspace settings', 'New workspace'])
    for (const path of ['/team', '/settings', '/add-campaign', '/sandbox']) {
      await page.goto(path)
      await expect(page.getByRole('main').getByRole('alert')).toContainText('Access denied')
    }
  })

  await test.step('another role takes effect without a reload', async () => {
    await page.goto('/settings')
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Access denied')
    await aisyah.ok('PUT', membership, { role: 'manager' })
    await expect(page.getByLabel('API key')).toBeVisible()
  })

  await test.step('a removal says what happened, in another workspace', async () => {
    await aisyah.ok('DELETE', membership)
    await expect(page.getByText('You no longer belong to Aisyah, or it was deleted.')).toBeVisible()
    await expect(tile(page)).toHaveAccessibleName('Workspace: Bala')
  })
  await context.close()
})

test('a link into another workspace asks to switch', async ({ browser, server }) => {
  const siti = await newMember(server.url, browser)
  const { id } = await siti.ok('POST', '/workspaces', { name: 'Bistro Meja' })
  await siti.ok('PUT', '/workspaces/usual', { id })
  const context = await browser.newContext({ baseURL: server.url, storageState: storageOf(siti) })
  const page = await context.newPage()
  await page.goto(`/ai-chatbot/${siti.deviceId}/campaigns`)
  await expect(page.getByText('This is in Siti.')).toBeVisible()
  await expect(tile(page)).toHaveAccessibleName('Workspace: Bistro Meja')
  await page.getByRole('button', { name: 'Switch to Siti' }).click()
  await expect(heading(page)).toHaveText('Campaign List')
  await expect(page.getByText(siti.deviceId)).toBeVisible()
  await expect(tile(page)).toHaveAccessibleName('Workspace: Siti')
  await context.close()
})
