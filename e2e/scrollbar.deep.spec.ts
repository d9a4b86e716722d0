import { expect, memberTest } from './support/test.ts'

// Scrollbars that take room, as on most computers: Playwright hides them.
memberTest.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
})

memberTest('what is fixed on a page stays in place under a dialog', async ({ page, member }) => {
  await member.group('Fixed', ['Puan Farah'])
  await page.goto('/contacts')
  await page.getByLabel('Select Puan Farah').check()
  await page.addStyleTag({ content: 'body { min-height: 200vh }' })
  // A dialog hides the page from everybody who does not see it.
  const fixed = [
    page.getByRole('navigation', { name: 'Main', includeHidden: true }),
    page.getByRole('region', { name: 'Selected contacts', includeHidden: true }),
  ]
  const places = () =>
    Promise.all(fixed.map((part) => part.evaluate((it) => it.getBoundingClientRect().left)))
  const before = await places()
  await page.getByRole('button', { name: 'Add contact' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.locator('body')).not.toHaveCSS('margin-right', '0px')
  expect(await places()).toEqual(before)
})
