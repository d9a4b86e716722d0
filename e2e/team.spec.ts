import type { Browser, Locator, Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  memberTest,
  newClient,
  newPerson,
  registerOverHttp,
  storageOf,
  toastOf,
} from './support/test.ts'

const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('table', { name: 'People' }).getByRole('row', { name: new RegExp(name) })

async function linkFor(page: Page, name: string): Promise<string> {
  const box = page.getByRole('dialog').getByRole('textbox', { name })
  await expect(box).toHaveValue(/\/join#token=/)
  return box.inputValue()
}

async function inAnotherBrowser<T>(
  browser: Browser,
  options: { baseURL: string; storageState?: ReturnType<typeof storageOf> },
  act: (page: Page) => Promise<T>,
): Promise<T> {
  // Without it, the browser would be that of the member.
  const nobody = { cookies: [], origins: [] }
  const context = await browser.newContext({ storageState: nobody, ...options })
  const outcome = await act(await context.newPage())
  await context.close()
  return outcome
}

memberTest('somebody is invited, joins, and is removed', async ({ page, browser, server }) => {
  const aina = newPerson('Aina')
  await page.goto('/team')
  await page.getByRole('button', { name: 'Invite people' }).click()
  await page.getByLabel('E-mail addresses').fill(aina.email)
  await page.getByRole('radio', { name: /^Agent/ }).check()
  await page.getByRole('radio', { name: /^Own numbers/ }).check()
  await page.getByRole('dialog').getByRole('checkbox').first().check()
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Invite 1 person' }).click()
  const link = await linkFor(page, aina.email)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: aina.email })).toContainText('Agent')

  await inAnotherBrowser(browser, { baseURL: server.url }, async (hers) => {
    await hers.goto(link)
    await expect(hers.getByRole('heading', { level: 1 })).toContainText('Join Siti')
    await expectAccessibleInBothThemes(hers)
    await expect(hers.getByLabel('Email address')).toHaveValue(aina.email)
    await hers.getByLabel('Name', { exact: true }).fill(aina.name)
    await hers.getByLabel('Password', { exact: true }).fill(aina.password)
    await hers.getByRole('button', { name: 'Create account and join' }).click()
    await expect(hers.getByRole('heading', { level: 1 })).toContainText('Welcome, Aina')

    const row = rowOf(page, 'Aina')
    await expect(row).toContainText('Here now')
    await expect(row).toContainText('Own numbers')
    await hers.goto('/team')
    await expect(hers.getByRole('alert')).toContainText('Your role in Siti does not open')
    await hers.goto('/workspace')
    await expect(hers.getByRole('heading', { name: 'Leave the workspace' })).toBeVisible()
    await expect(hers.getByRole('button', { name: 'Save Changes' })).toHaveCount(0)
    await expectAccessible(hers)

    await row.getByRole('button', { name: 'Actions for Aina' }).click()
    await page.getByRole('menuitem', { name: 'Change what they may do' }).click()
    await page.getByRole('radio', { name: /^Manager/ }).check()
    await page.getByRole('radio', { name: /^All chats/ }).check()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(row).toContainText('Manager')
    await hers.goto('/team')
    await expect(rowOf(hers, 'Siti')).toBeVisible()

    await row.getByRole('button', { name: 'Actions for Aina' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    const question = page.getByRole('alertdialog', { name: 'Remove Aina?' })
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(row).toHaveCount(0)
    await expect(rowOf(hers, 'Siti')).toHaveCount(0)
    await hers.goto(link)
    await expect(hers.getByRole('alert')).toContainText('This invitation no longer works.')
  })
})

memberTest('who has an account signs in and joins', async ({ page, browser, server }) => {
  const bala = newPerson('Bala')
  await registerOverHttp(server.url, bala)
  await page.goto('/team')
  await page.getByRole('button', { name: 'Invite people' }).click()
  await page.getByRole('radio', { name: /^Viewer/ }).check()
  await page.getByRole('button', { name: 'Copy a link instead' }).click()
  const link = await linkFor(page, 'Anybody with the link')
  await page.getByRole('button', { name: 'Done' }).click()

  await inAnotherBrowser(browser, { baseURL: server.url }, async (theirs) => {
    await theirs.goto(link)
    await theirs.getByRole('link', { name: 'Sign in and join' }).click()
    await theirs.getByLabel('Email').fill(bala.email)
    await theirs.getByLabel('Password', { exact: true }).fill(bala.password)
    await theirs.getByRole('button', { name: 'Sign in' }).click()
    expect(theirs.url()).not.toContain('token')
    await theirs.getByRole('button', { name: `Join Siti as ${bala.email}` }).click()
    await expect(theirs.getByRole('banner')).toContainText('Siti')
    await theirs.goto('/workspace')
    await expect(theirs.getByRole('main')).toContainText('Viewer')
    await theirs.getByRole('button', { name: 'Leave' }).click()
    await theirs.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
    await expect(toastOf(theirs)).toContainText('You left Siti.')
    await theirs.goto('/workspace')
    await expect(theirs.getByLabel('Name', { exact: true })).toHaveValue('Bala')
  })
})

memberTest(
  'a link that was copied again replaces the earlier one',
  async ({ page, browser, server }) => {
    const email = newPerson().email
    await page.goto('/team')
    await page.getByRole('button', { name: 'Invite people' }).click()
    await page.getByLabel('E-mail addresses').fill(email)
    await page.getByRole('button', { name: 'Invite 1 person' }).click()
    const first = await linkFor(page, email)
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: `Copy link of ${email}` }).click()
    await expect(page.getByRole('dialog')).toContainText('The earlier link no longer works.')
    const second = await linkFor(page, email)
    await page.getByRole('button', { name: 'Done' }).click()
    await inAnotherBrowser(browser, { baseURL: server.url }, async (theirs) => {
      await theirs.goto(first)
      await expect(theirs.getByRole('alert')).toContainText('This invitation no longer works.')
      await theirs.goto('about:blank')
      await theirs.goto(second)
      await expect(theirs.getByRole('heading', { level: 1 })).toContainText('Join Siti')
    })
    await page.getByRole('button', { name: `Withdraw the invitation: ${email}` }).click()
    await expect(page.getByText(email)).toHaveCount(0)
  },
)

memberTest(
  'a person creates a workspace, and deletes it by its name',
  async ({ browser, server }) => {
    const client = await newClient(server.url, 'Mei')
    const options = { baseURL: server.url, storageState: storageOf(client) }
    await inAnotherBrowser(browser, options, async (page) => {
      const made = await client.ok('POST', '/workspaces', { name: 'Kedai Mei' })
      await page.goto('/workspace')
      await page.getByRole('button', { name: /^Workspace/ }).click()
      await page.getByRole('menuitemradio', { name: /Kedai Mei/ }).click()
      const name = page.getByLabel('Name', { exact: true })
      await expect(name).toHaveValue('Kedai Mei')
      await name.fill('Kedai Mei Ling')
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await expect(toastOf(page)).toContainText('The workspace is saved.')
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByLabel('Type the name of the workspace').fill('Kedai Mei Ling')
      await page.getByRole('button', { name: 'Delete the workspace' }).click()
      await expect(toastOf(page)).toContainText('Kedai Mei Ling is deleted.')
      const { workspaces } = await client.ok('GET', '/workspaces')
      expect(workspaces.map(({ id }: { id: string }) => id)).not.toContain(made.id)
    })
  },
)

memberTest('people are invited by keyboard alone', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/team')
  await page.getByRole('button', { name: 'Invite people' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('E-mail addresses')).toBeFocused()
  await page.keyboard.type('one@example.com, two@example.com')
  // Past the buttons that remove the e-mails, which stand before the box.
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^Viewer/ })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('radio', { name: /^Own chats/ })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByRole('switch', { name: 'Hide phone numbers' })).toBeChecked()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Invite 2 people' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Invite people' })).toBeFocused()
})
