import { onThisMachine } from '@kirim/testing/test-run'
import { confirmSending } from './support/bulk-form.ts'
import { spreadsheet } from './support/spreadsheet.ts'
import {
  expect,
  expectAccessible,
  linkNumber,
  newPerson,
  registerOverHttp,
  signIn,
  test,
} from './support/test.ts'

test('from a linked number and a spreadsheet to a dashboard that says Sent 3 [2.spintax.choice] [2.spintax.wa-name] [2.dashboard.sent]', async ({
  page,
  person,
}) => {
  await linkNumber(page)

  await page.goto('/contacts')
  await page.getByRole('button', { name: 'New group' }).click()
  await page.getByRole('dialog').getByLabel('Group name').fill('Pelanggan Setia')
  await page.getByRole('dialog').getByRole('button', { name: 'Create group' }).click()
  // The upload goes into the group that is open.
  await expect(page.getByRole('heading', { name: 'Pelanggan Setia' })).toBeVisible()
  await page.getByRole('button', { name: 'Upload Contacts from File' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'pelanggan.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: spreadsheet([
      ['Nama', 'No. Telefon'],
      ['Aisyah', '012-345 6711'],
      ['Bala', '+60123456712'],
      ['Chong', '60123456713'],
      ['Nobody', 'not a number'],
    ]),
  })
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(dialog).toContainText('3 added, 1 refused.')
  await expect(dialog).toContainText('Row 5')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: /Aisyah/ })).toContainText('60123456711')

  await page.goto('/')
  await page.getByRole('link', { name: 'Add New Bulk Campaign' }).first().click()
  await page.getByLabel('Campaign name').fill('Kopi Ais')
  await page.getByLabel('Device').click()
  await page.getByRole('option').first().click()
  await page.getByLabel('Contact group').click()
  await page.getByRole('option', { name: /Pelanggan Setia/ }).click()
  await page.getByLabel('Caption').fill('{Hai|Salam} [wa_name], kopi ais RM4')
  await page.getByLabel('Min Interval').click()
  await page.getByRole('option', { name: '4 s', exact: true }).click()
  await page.getByLabel('Max Interval').click()
  await page.getByRole('option', { name: '4 s', exact: true }).click()
  await page.getByRole('button', { name: 'Create Campaign' }).click()
  const question = page.getByRole('alertdialog', { name: 'Send now to 3 people?' })
  await expect(question).toContainText('Pelanggan Setia')
  await expectAccessible(page)
  await confirmSending(page)

  await expect(page.getByRole('heading', { level: 1 })).toContainText(`Welcome, ${person.name}`)
  const row = page.getByRole('row', { name: /Kopi Ais/ })
  await expect(row).toBeVisible()
  await expect(row.getByRole('cell').nth(2)).toHaveText('3', { timeout: onThisMachine(90_000) })
  await expect(page.getByRole('group', { name: 'Sent' })).toContainText('3')
  await expect(row).toContainText('Completed')
  await expectAccessible(page)

  await page.goto('/sandbox')
  await expect(page.getByText(/(Hai|Salam) .*, kopi ais RM4/).first()).toBeVisible()
})

test('a second person sees nothing of the first', async ({ page, person, server, browser }) => {
  await linkNumber(page)
  const context = await browser.newContext({ baseURL: server.url })
  const other = newPerson('Somebody else')
  await registerOverHttp(server.url, other)
  const theirs = await context.newPage()
  await signIn(theirs, other)
  await theirs.goto('/scan-device')
  await expect(theirs.getByText('No devices are currently linked to your account.')).toBeVisible()
  await theirs.goto('/sandbox')
  await expect(theirs.getByText(person.name, { exact: true })).toHaveCount(0)
  await context.close()
})
