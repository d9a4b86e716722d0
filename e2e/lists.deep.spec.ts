import type { Page } from '@playwright/test'
import { form, noisyPicture, picture } from './support/api.ts'
import { expect, memberTest, newClient, newMember, storageOf, test } from './support/test.ts'

const head = (page: Page, name: string) => page.getByRole('columnheader', { name })
const press = (page: Page, name: string) =>
  head(page, name).getByRole('button', { name, exact: true }).click()
/** The names in the first column, from the top. */
const names = (page: Page) => page.locator('tbody tr td:first-child p:first-child')

memberTest(
  'bulk campaigns are sorted by their columns and found by name',
  async ({ page, member }) => {
    const contactGroupId = await member.group('Regulars', ['Ali'])
    for (const campaignName of ['Sort 10', 'sort 9', 'Sort 2', ...'abcdefg']) {
      const fields = { campaignName, contactGroupId, caption: 'Hi', statusEnabled: 'false' }
      await member.ok('POST', `/campaigns/${member.deviceId}`, form(fields))
    }
    for (const address of ['/', '/campaigns']) {
      await page.goto(address)
      await page.getByRole('searchbox', { name: 'Search campaigns' }).fill('sort')
      await expect(names(page)).toHaveText(['Sort 2', 'sort 9', 'Sort 10'])
      await expect(head(page, 'Campaign Name')).not.toHaveAttribute('aria-sort')
      await press(page, 'Campaign Name')
      await expect(head(page, 'Campaign Name')).toHaveAttribute('aria-sort', 'ascending')
      await expect(names(page)).toHaveText(['Sort 2', 'sort 9', 'Sort 10'])
      await press(page, 'Campaign Name')
      await expect(head(page, 'Campaign Name')).toHaveAttribute('aria-sort', 'descending')
      await expect(names(page)).toHaveText(['Sort 10', 'sort 9', 'Sort 2'])
      await press(page, 'Sent')
      await expect(head(page, 'Sent')).toHaveAttribute('aria-sort', 'ascending')
      await expect(head(page, 'Campaign Name')).not.toHaveAttribute('aria-sort')
    }
    await page.getByRole('searchbox').fill('nothing like it')
    await expect(page.getByText('No campaign matches this search.')).toBeVisible()
  },
)

test('contacts are sorted over all their pages', async ({ browser, server }) => {
  const client = await newClient(server.url)
  const people = ['Zul', ...Array.from({ length: 51 }, (_, n) => `Person ${n}`), 'ada']
  const group = await client.group('Everybody', people)
  const context = await browser.newContext({
    baseURL: server.url,
    storageState: storageOf(client),
  })
  const page = await context.newPage()
  const first = page.locator('tbody tr').first()
  for (const address of ['/contacts', `/contacts?group=${group}`]) {
    await page.goto(address)
    await expect(first).toContainText('ada')
    await press(page, 'Phone Number')
    await expect(first).toContainText('Zul')
    await press(page, 'Name')
    await expect(first).toContainText('ada')
    await expect(head(page, 'Name')).toHaveAttribute('aria-sort', 'ascending')
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page.locator('tbody tr')).toHaveCount(3)
    await expect(page.locator('tbody tr').last()).toContainText('Zul')
    await press(page, 'Name')
    await expect(first).toContainText('Zul')
    await expect(page.getByText('1 to 50 of 53')).toBeVisible()
    await press(page, 'Name')
    await expect(head(page, 'Name')).not.toHaveAttribute('aria-sort')
    await expect(first).toContainText('ada')
  }
  await context.close()
})

test('stored files are found, put in order and paged', async ({ browser, server }) => {
  const client = await newClient(server.url)
  await client.upload(picture('zebra.png'))
  for (let n = 0; n < 50; n++) await client.upload(picture(`kopi ${n}.png`))
  await client.upload(noisyPicture('big.png', 64))
  await client.upload(picture('apa.png'))
  const context = await browser.newContext({
    baseURL: server.url,
    storageState: storageOf(client),
  })
  const page = await context.newPage()
  const places = [
    ['/media-storage', async () => page.getByRole('button', { name: /^View / })],
    [
      '/add-campaign',
      async () => {
        await page.getByRole('button', { name: 'Media Library' }).click()
        return page.getByRole('dialog').locator('button[aria-pressed]')
      },
    ],
  ] as const
  for (const [address, open] of places) {
    await page.goto(address)
    const files = await open()
    const order = async (name: string) => {
      await page.getByRole('combobox', { name: 'Order' }).click()
      await page.getByRole('option', { name }).click()
    }
    const named = (name: string) => files.first().and(page.getByRole('button', { name }))
    await expect(named('apa.png')).toBeVisible()
    await expect(files).toHaveCount(50)
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(files).toHaveCount(3)
    await order('Largest first')
    await expect(named('big.png')).toBeVisible()
    await order('By name')
    await expect(named('apa.png')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search by name' }).fill('ZEB')
    await expect(files).toHaveCount(1)
    await files.first().click()
    await page.keyboard.press('Escape')
    if (address === '/media-storage') {
      await page.getByRole('searchbox', { name: 'Search by name' }).fill('nothing')
      await expect(page.getByText('No file matches this search.')).toBeVisible()
    }
  }
  // Chosen files stay chosen while a search hides them.
  await page.getByRole('button', { name: 'Media Library' }).click()
  const dialog = page.getByRole('dialog')
  const search = dialog.getByRole('searchbox')
  await search.fill('zebra')
  await dialog.getByRole('button', { name: 'zebra.png' }).click()
  await search.fill('apa')
  await dialog.getByRole('button', { name: 'apa.png' }).click()
  await dialog.getByRole('button', { name: 'Confirm (2 selected)' }).click()
  await expect(page.getByRole('figure')).toHaveText(['zebra.png', 'apa.png'])
  await context.close()
})

test('on a phone a list is put in order by what its heads have no room for', async ({
  browser,
  server,
}) => {
  const client = await newMember(server.url, browser)
  for (const [name, status] of [
    ['Alpha', 'disable'],
    ['Beta', 'enable'],
    ['Gamma', 'enable'],
  ] as const) {
    const fields = { campaignType: 'ai_chatbot', name, status, keywords: name, captionAi: 'x' }
    await client.ok('POST', `/ai-chatbot/${client.deviceId}/campaigns`, form(fields))
  }
  const context = await browser.newContext({
    baseURL: server.url,
    storageState: storageOf(client),
    viewport: { width: 390, height: 800 },
  })
  const page = await context.newPage()
  await page.goto(`/ai-chatbot/${client.deviceId}/campaigns`)
  const order = page.getByRole('combobox', { name: 'Order' })
  for (const [option, wanted] of [
    ['Status, ascending', ['Beta', 'Gamma', 'Alpha']],
    ['Last Edited, descending', ['Gamma', 'Beta', 'Alpha']],
    ['As listed', ['Alpha', 'Beta', 'Gamma']],
  ] as const) {
    await order.click()
    await page.getByRole('option', { name: option }).click()
    await expect(order).toHaveText(option)
    await expect(names(page)).toHaveText([...wanted])
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(order).toBeHidden()
  await context.close()
})
