import {
  expect,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  newClient,
  storageOf,
  test,
} from './support/test.ts'

test('a number is linked by a code that its phone types, on a phone and with the keyboard', async ({
  browser,
  server,
}) => {
  const client = await newClient(server.url)
  const context = await browser.newContext({ baseURL: server.url, storageState: storageOf(client) })
  const page = await context.newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/scan-device')
  const card = page.getByRole('region', { name: 'Connect New Device' })
  await card.getByRole('radio', { name: 'Scan a QR code' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(card.getByRole('radio', { name: 'Type a pairing code' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(card.getByRole('button', { name: 'Get a code' })).toBeEnabled()
  await page.keyboard.press('Tab')
  await expect(card.getByLabel('Phone number to link')).toBeFocused()
  await page.keyboard.type('0123456702')
  await page.keyboard.press('Enter')
  await expect(card.getByText('Write it with its country code')).toBeVisible()
  await card.getByLabel('Phone number to link').fill('+60 12-345 6702')
  await page.keyboard.press('Enter')
  const code = card.getByText(/^[1-9A-Z]{4}-[1-9A-Z]{4}$/)
  await expect(code).toBeVisible()
  await expect(card.getByText('Waiting for the phone', { exact: true })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothThemes(page)
  await card.getByRole('button', { name: 'Cancel' }).click()
  await expect(code).toHaveCount(0)
  await card.getByRole('button', { name: 'Get a code' }).click()
  await expect(code).toBeVisible()
  await card.getByRole('button', { name: 'Type it on the sandbox phone' }).click()
  const list = page.getByRole('region', { name: 'Your Connected Devices' })
  await expect(list.getByRole('listitem')).toContainText('60123456702')
  await context.close()
})
