import {
  adminTest,
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  newClient,
  storageOf,
  toastOf,
} from './support/test.ts'

adminTest(
  'an admin sets a quota; the member sees it, and is refused by its name',
  async ({ page, server, browser }) => {
    const name = `Ravi ${Date.now()}`
    const client = await newClient(server.url, name)
    for (const end of [1, 2]) {
      await client.ok('POST', '/contacts', { name: 'A', phoneNumber: `6012345670${end}` })
    }
    const context = await browser.newContext({
      baseURL: server.url,
      storageState: storageOf(client),
    })
    const theirs = await context.newPage()
    await theirs.goto('/account')
    const usage = theirs.getByRole('region', { name: 'Usage' })
    await expect(usage.getByText('2 of 250,000')).toBeVisible()

    await page.goto('/admin/users')
    const actions = page.getByRole('button', { name: `Actions for ${name}` })
    await actions.click()
    await page.getByRole('menuitem', { name: 'Quotas' }).click()
    const dialog = page.getByRole('dialog', { name: `Quotas of ${name}` })
    const contacts = dialog.getByLabel('Contacts')
    await expect(contacts).toHaveAttribute('placeholder', '250000')
    await expectAccessibleInBothThemes(page)
    await contacts.fill('2')
    await contacts.press('Enter')
    await expect(toastOf(page)).toHaveText(`The quotas of ${name} are saved.`)
    await expect(dialog).toHaveCount(0)
    await expect(actions).toBeFocused()
    const row = page.getByRole('row').filter({ hasText: client.session.email })
    const fullest = row.getByRole('button', { name: `Quotas of ${name}: 100% of contacts` })
    await expect(fullest).toBeVisible()

    await expect(usage.getByText('2 of 2', { exact: true })).toBeVisible()
    await expect(usage.getByText('Set by an admin. Your plan limit: 250,000.')).toBeVisible()
    await expectAccessible(theirs)
    await theirs.goto('/contacts')
    await theirs.getByRole('button', { name: 'Add Contact Manually' }).first().click()
    const add = theirs.getByRole('dialog')
    await add.getByLabel('Name').fill('One too many')
    await add.getByLabel('Phone Number').fill('60123456703')
    await add.getByRole('button', { name: /^Add/ }).click()
    await expect(toastOf(theirs)).toContainText('This would exceed your limit of 2 contacts.')
    await context.close()

    await fullest.click()
    await expect(contacts).toHaveValue('2')
    await contacts.fill('')
    await dialog.getByRole('button', { name: 'Save quotas' }).click()
    await expect(
      row.getByRole('button', { name: `Quotas of ${name}: 0% of contacts` }),
    ).toBeVisible()
  },
)

adminTest(
  'a quota that was typed is not dropped unasked, and no amount is refused',
  { tag: '@deep' },
  async ({ page, admin }) => {
    await page.goto('/admin/users')
    const own = page.getByRole('row').filter({ hasText: admin.session.email })
    await own.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Quotas' }).click()
    const dialog = page.getByRole('dialog', { name: /^Quotas of/ })
    await dialog.getByLabel('Media').fill('two')
    await expect(dialog.getByLabel('Media')).toHaveAttribute('aria-invalid', 'true')
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toHaveCount(0)
  },
)

adminTest(
  'at 390 px the account and the dialog fit',
  { tag: '@deep' },
  async ({ page, server }) => {
    const name = `Nama yang panjang ${Date.now()}`
    await newClient(server.url, name)
    await page.setViewportSize({ width: 390, height: 800 })
    await page.goto('/account')
    await expect(page.getByRole('region', { name: 'Usage' })).toContainText(
      'API and AI calls today',
    )
    await expectNoSidewaysScroll(page)
    await page.goto('/admin/users')
    await page.getByRole('button', { name: new RegExp(`^Quotas of ${name}`) }).click()
    await expect(page.getByRole('dialog').getByLabel('Contacts')).toBeVisible()
    await expectNoSidewaysScroll(page)
  },
)
