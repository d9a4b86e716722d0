import {
  expect,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  newClient,
  storageOf,
  test,
} from './support/test.ts'

test('several contacts are tagged, grouped, found by a field and deleted at once', async ({
  browser,
  server,
}) => {
  const client = await newClient(server.url)
  await client.group('Pelanggan', ['Aisyah', 'Bala', 'Chong'])
  await client.group('Borong')
  await client.ok('POST', '/contact-fields', { label: 'City' })
  for (const { _id, name } of await client.ok('GET', '/contacts')) {
    const city = name === 'Chong' ? 'Kajang' : 'Bangi'
    await client.ok('PUT', `/contacts/${_id}`, { fields: { city } })
  }
  const context = await browser.newContext({ baseURL: server.url, storageState: storageOf(client) })
  const page = await context.newPage()
  await page.goto('/contacts')
  const bar = page.getByRole('region', { name: 'Selected contacts' })
  const dialog = page.getByRole('dialog')

  await page.getByRole('checkbox', { name: 'Select Aisyah' }).check()
  await page.getByRole('checkbox', { name: 'Select Bala' }).check()
  await expect(bar).toContainText('2 selected')
  await expectAccessibleInBothThemes(page)
  await bar.getByRole('button', { name: 'Tag' }).click()
  await page.getByRole('menuitem', { name: 'Add a tag' }).click()
  await dialog.getByLabel('Tag').fill('VIP')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByRole('row', { name: /Aisyah/ }).getByRole('list')).toHaveText('VIP')

  await page.getByRole('button', { name: 'Filter' }).click()
  await dialog.getByRole('combobox', { name: 'Field' }).click()
  await page.getByRole('option', { name: 'City' }).click()
  await dialog.getByRole('textbox', { name: 'Value' }).fill('bangi')
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('row')).toHaveCount(3)
  await expect(bar).toHaveCount(0)

  await page.getByRole('checkbox', { name: 'Select everyone on this page' }).check()
  await bar.getByRole('button', { name: 'Group' }).click()
  await page.getByRole('menuitem', { name: 'Add to a group' }).click()
  await dialog.getByRole('combobox', { name: 'Contact group' }).click()
  await page.getByRole('option', { name: 'Borong' }).click()
  await dialog.getByRole('button', { name: 'Add' }).click()
  const panel = page.getByRole('navigation', { name: 'Contact groups' })
  await expect(panel.getByRole('button', { name: /^Borong/ })).toHaveText('Borong2')

  const download = page.waitForEvent('download')
  await bar.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'As text (.csv)' }).click()
  expect((await download).suggestedFilename()).toBe('All Contacts.csv')

  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothThemes(page)
  await bar.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete 2 contacts?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(bar).toHaveCount(0)
  await expect.poll(() => client.ok('GET', '/contacts')).toMatchObject([{ name: 'Chong' }])

  await page.getByRole('button', { name: 'Groups, segments and more' }).click()
  await page.getByRole('menuitem', { name: 'Fields and tags' }).click()
  await dialog.getByRole('button', { name: 'Rename City' }).click()
  await dialog.getByLabel('New name of City').fill('Town')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('button', { name: 'Rename Town' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Delete Town' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByRole('button', { name: 'Rename Town' })).toHaveCount(0)
  await expect.poll(() => client.ok('GET', '/contact-fields')).toEqual([])
  await context.close()
})
