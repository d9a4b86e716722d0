import { confirmSending, NEW_CAMPAIGN, submit } from './support/bulk-form.ts'
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  newMember,
  storageOf,
  test,
} from './support/test.ts'

const [SITI, BALA] = ['60123456700', '60123456701']

test('a campaign in two wordings, one of them from a saved text', { tag: '@deep' }, async ({
  browser,
  server,
}) => {
  const member = await newMember(server.url, browser)
  await member.group('Pelanggan', ['Siti', 'Bala'])
  await member.ok('POST', '/saved-texts', { name: 'Friday offer', text: 'Jumaat, [name]' })
  const context = await browser.newContext({
    baseURL: server.url,
    storageState: storageOf(member),
  })
  const page = await context.newPage()
  await page.goto(NEW_CAMPAIGN)
  await page.getByLabel('Campaign name').fill('Kopi')
  await page.getByLabel('Contact group').click()
  await page.getByRole('option', { name: /Pelanggan/ }).click()
  const caption = page.getByRole('textbox', { name: 'Caption' })
  await caption.fill('Hari ini, [name]')
  await page.getByRole('button', { name: 'Add a variation' }).click()
  await expect(page.getByRole('tab', { name: 'Variation B' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.getByRole('button', { name: 'Saved texts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Saved texts' })
  await expect(dialog.getByText('Jumaat, [name]')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: /^Friday offer/ }).click()
  await expect(page.getByRole('textbox', { name: 'Variation B' })).toHaveValue('Jumaat, [name]')
  await expect(page.getByLabel('Message preview')).toContainText('Jumaat, ')
  await page.getByRole('tab', { name: 'Variation A' }).press('ArrowRight')
  await page.getByRole('tab', { name: 'Variation B' }).press('ArrowLeft')
  await expect(caption).toHaveValue('Hari ini, [name]')
  await expect(page.getByLabel('Message preview')).toContainText('Hari ini, ')

  await page.getByRole('button', { name: 'Save this text' }).click()
  const saving = page.getByRole('dialog', { name: 'Save this text' })
  await saving.getByLabel('Name').fill('Today')
  await saving.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Text saved.', { exact: true })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await submit(page).click()
  await confirmSending(page)
  await expect(page).toHaveURL(/\/$/)
  await expect.poll(() => member.said(SITI)).toEqual(['Hari ini, Siti\nReply STOP to stop.'])
  await expect.poll(() => member.said(BALA)).toEqual(['Jumaat, Bala\nReply STOP to stop.'])
  await context.close()
})
