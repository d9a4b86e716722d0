import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { startServer } from './support/server.ts'
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  memberTest,
  newMember,
  shows,
  storageOf,
  test,
  toastOf,
} from './support/test.ts'

const CONTACT = '60123456701'

/** A shop's own system on this machine: it answers with the price until the test makes it fail. */
async function openShop() {
  let fails = false
  const asked: string[] = []
  const server = createServer((request, answer) => {
    asked.push(request.url ?? '')
    answer.statusCode = fails ? 500 : 200
    answer.end(JSON.stringify({ data: { items: [{ price: 'RM4.50' }] } }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/price?for=[wa_name]`,
    asked,
    fail: (now: boolean) => {
      fails = now
    },
    close: () => server.close(),
  }
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Configure API' })
const configure = (page: Page) => page.getByRole('button', { name: 'Configure API', exact: true })

async function enableApi(page: Page): Promise<void> {
  await page
    .getByRole('radiogroup', { name: 'API Rest Data' })
    .getByRole('radio', { name: 'Enabled' })
    .click()
}

test('Configure API: filled in, tried, saved, and used in replies', async ({ browser }) => {
  const shop = await openShop()
  const server = await startServer({ ALLOW_PRIVATE_ADDRESSES: 'true' })
  try {
    const member = await newMember(server.url, browser)
    const context = await browser.newContext({
      baseURL: server.url,
      storageState: storageOf(member),
    })
    const page = await context.newPage()
    await page.goto(`/ai-chatbot/${member.deviceId}/campaigns/create?type=ai_chatbot`)
    await page.getByLabel('Name', { exact: true }).fill('Harga')
    await page.getByLabel('Keywords').fill('harga,')
    await page.getByLabel('Caption / text message').fill('Harganya [api.price]')
    const dialog = dialogOf(page)
    await shows('2.api-rest.open', async () => {
      await expect(configure(page)).toBeDisabled()
      await enableApi(page)
      await configure(page).click()
      await expect(dialog).toBeVisible()
    })
    const use = dialog.getByRole('button', { name: 'Use this configuration' })
    await shows('2.api-rest.problems', async () => {
      await use.click()
      await expect(
        dialog.getByText('Enter a web address that starts with http:// or https://.'),
      ).toBeVisible()
    })
    await dialog.getByLabel('Address').fill(shop.url)
    await dialog.getByRole('button', { name: 'Add field' }).click()
    await dialog.getByLabel('Field name').fill('price')
    await dialog.getByLabel('Path in the response').fill('data.items[0].price')
    await dialog.getByLabel('Fallback text').fill('Tanya di kaunter.')
    const tried = dialog.getByRole('button', { name: 'Try', exact: true })
    await shows('2.api-rest.try', async () => {
      await tried.click()
      await expect(dialog.getByText('Status 200')).toBeVisible()
      await expect(dialog.getByRole('definition')).toHaveText('RM4.50')
      expect(shop.asked).toEqual(['/price?for=Aisyah'])
    })
    await expectAccessibleInBothThemes(page)
    await shows('2.api-rest.try-failure', async () => {
      shop.fail(true)
      await tried.click()
      await expect(dialog.getByRole('alert')).toHaveText(
        'Status 500The server answered with status 500.',
      )
      shop.fail(false)
    })
    await use.click()
    await page.getByRole('button', { name: 'Create Campaign' }).click()
    await expect(toastOf(page)).toHaveText('Campaign created!')

    await page.getByRole('button', { name: 'Actions for Harga' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await shows('2.api-rest.saved', async () => {
      await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Harga')
      await page.reload()
      await configure(page).click()
      await expect(dialog.getByLabel('Address')).toHaveValue(shop.url)
      await expect(dialog.getByLabel('Field name')).toHaveValue('price')
      await expect(dialog.getByLabel('Path in the response')).toHaveValue('data.items[0].price')
      await expect(dialog.getByLabel('Fallback text')).toHaveValue('Tanya di kaunter.')
    })
    await member.ok('PUT', `/ai-chatbot/devices/${member.deviceId}/status`, { isEnabled: true })
    await shows('2.api-rest.reply', async () => {
      await member.hear(CONTACT, 'harga kopi?')
      await expect.poll(() => member.said(CONTACT)).toEqual(['Harganya RM4.50'])
    })
    await shows('2.api-rest.fallback', async () => {
      shop.fail(true)
      await member.hear(CONTACT, 'harga teh?')
      await expect
        .poll(() => member.said(CONTACT))
        .toEqual(['Harganya RM4.50', 'Tanya di kaunter.'])
    })
    await context.close()
  } finally {
    await server.stop()
    shop.close()
  }
})

memberTest('a private address is not called, and the dialog says so', async ({ page, member }) => {
  const shop = await openShop()
  try {
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto(`/ai-chatbot/${member.deviceId}/campaigns/create?type=ai_chatbot`)
    await enableApi(page)
    await configure(page).click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Address').fill(shop.url)
    await dialog.getByRole('button', { name: 'Add header' }).click()
    await shows('2.api-rest.try-failure', async () => {
      await dialog.getByRole('button', { name: 'Remove row 1' }).click()
      await dialog.getByRole('button', { name: 'Try', exact: true }).click()
      await expect(dialog.getByRole('alert')).toHaveText(
        'No responseThis address belongs to a private network, which this server is not allowed to call.',
      )
      expect(shop.asked).toEqual([])
    })
    await expectAccessibleInBothThemes(page)
    await expectNoSidewaysScroll(page)
  } finally {
    shop.close()
  }
})
