import { read, utils } from '@e965/xlsx'
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  newClient,
  storageOf,
  test,
} from './support/test.ts'

const CSV = [
  'Nama;No. Tel;Bandar;Label',
  'Nurul Huda;0123456711;Bangi;VIP',
  'Kedai Runcit Jaya Makmur Sdn Bhd Cawangan Seksyen 7;0123456712;Kajang;',
  'Farid;12ab;Bangi;',
].join('\r\n')

test('a list brings fields and tags, which lead to a segment and into a message', {
  tag: '@deep',
}, async ({ browser, server }) => {
  const client = await newClient(server.url)
  const contactGroup = await client.ok('POST', '/contact-groups', { groupName: 'Pelanggan' })
  const context = await browser.newContext({ baseURL: server.url, storageState: storageOf(client) })
  const page = await context.newPage()
  await page.goto(`/contacts?group=${contactGroup._id}`)
  const dialog = page.getByRole('dialog')

  await page.getByRole('button', { name: 'Upload Contacts from File' }).first().click()
  const file = { name: 'pelanggan.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) }
  await dialog.locator('input[type=file]').setInputFiles(file)
  await expect(dialog.getByText('3 rows (semicolon-separated).')).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Encoding' })).toHaveText('UTF-8')
  await expect(dialog.getByText('“Hi Nurul Huda, …”')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Bandar becomes' }).click()
  await page.getByRole('option', { name: 'New field' }).click()
  await dialog.getByLabel('Name of the new field for Bandar').fill('City')
  await expect(dialog.getByRole('combobox', { name: 'Label becomes' })).toHaveText('Tags')
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(dialog.getByText('2 added, 1 refused.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()

  const row = page.getByRole('row', { name: /Nurul Huda/ })
  await expect(row.getByRole('list', { name: 'Tags' })).toHaveText('VIP')
  await row.getByRole('button', { name: 'Open Nurul Huda' }).click()
  await expect(dialog.getByLabel('City')).toHaveValue('Bangi')
  await dialog.getByLabel('City').fill('Putrajaya')
  await dialog.getByRole('button', { name: 'Tag', exact: true }).click()
  await dialog.getByLabel('New tag').fill('Borong')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByRole('list', { name: 'Tags' })).toHaveText('BorongVIP')
  await expectAccessibleInBothThemes(page)
  await expect
    .poll(async () => (await client.ok('GET', '/contacts?q=Nurul'))[0].fields.city)
    .toBe('Putrajaya')
  await page.keyboard.press('Escape')

  const panel = page.getByRole('navigation', { name: 'Contact groups' })
  await panel.getByRole('button', { name: 'New segment' }).click()
  await dialog.getByLabel('Segment name').fill('Putrajaya')
  await expect(dialog.getByText('2 people now.')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await dialog.getByRole('combobox', { name: 'Condition 1: about' }).click()
  await page.getByRole('option', { name: 'Field' }).click()
  await dialog.getByLabel('Condition 1: value').fill('putrajaya')
  await expect(dialog.getByText('1 person now.')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Save segment' }).click()
  await expect(panel.getByRole('button', { name: /^Putrajaya/ })).toHaveText('Putrajaya1')
  await expect(page.getByRole('heading', { name: 'Putrajaya 1' })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'As an Excel file (.xlsx)' }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('Putrajaya.xlsx')
  const stream = await saved.createReadStream()
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  const sheet = read(Buffer.concat(chunks)).Sheets.Kirim ?? {}
  expect(utils.sheet_to_json(sheet)).toMatchObject([
    { Name: 'Nurul Huda', 'Phone number': '60123456711', Tags: 'Borong; VIP', City: 'Putrajaya' },
  ])

  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothThemes(page)
  await context.close()
})
