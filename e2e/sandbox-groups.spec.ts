import type { Page } from '@playwright/test'
import { form } from './support/api.ts'
import { expect, expectAccessibleInBothThemes, memberTest as test } from './support/test.ts'

/** A chatbot that answers in groups only, and two contacts for a group. */
test.beforeAll(async ({ member }) => {
  const item = { name: 'Price', keywords: 'harga', captionAi: 'RM4 sahaja', sendTo: 'group' }
  await member.ok(
    'POST',
    `/ai-chatbot/${member.deviceId}/campaigns`,
    form({ campaignType: 'ai_chatbot', status: 'enable', ...item }),
  )
  await member.ok('PUT', `/ai-chatbot/devices/${member.deviceId}/status`, { isEnabled: true })
  for (const [name, phoneNumber] of [
    ['Farah', '60129000001'],
    ['Lim', '60129000002'],
  ]) {
    await member.ok('POST', '/contacts', { name, phoneNumber })
  }
})

const openDialog = async (page: Page) => {
  await page.goto('/sandbox')
  await page.getByRole('button', { name: 'New group' }).focus()
  await page.keyboard.press('Enter')
  return page.getByRole('dialog', { name: 'New group' })
}

test('a group is made with the keyboard, and the chatbot answers in it [2.sandbox.group]', async ({
  page,
}) => {
  const dialog = await openDialog(page)
  await expectAccessibleInBothThemes(page)
  await dialog.getByLabel('Group name').focus()
  await page.keyboard.type('Kawan kopi')
  await dialog.getByRole('checkbox', { name: 'Farah 60129000001' }).focus()
  await page.keyboard.press('Space')
  await dialog.getByLabel('Other numbers').focus()
  await page.keyboard.type('+60 12-900 0002')
  await dialog.getByRole('button', { name: 'Create group' }).focus()
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Kawan kopi' })).toBeVisible()
  // When it closes, it returns the focus to the button that opened it.
  await expect(dialog).toHaveCount(0)
  const box = page.getByRole('textbox', { name: /^Write as/ })
  await box.focus()
  await expect(box).toBeFocused()
  await page.keyboard.type('harga?')
  await page.keyboard.press('Enter')
  const log = page.getByRole('log')
  await expect(log).toContainText('harga?')
  await expect(log).toContainText('RM4 sahaja')
  await expect(page.getByRole('button', { name: /Kawan kopi/ })).toContainText('RM4 sahaja')
  await expectAccessibleInBothThemes(page)
})

test('another member can be chosen to look and write as; a reload keeps the group open', {
  tag: '@deep',
}, async ({ page }) => {
  const dialog = await openDialog(page)
  await dialog.getByLabel('Group name').fill('Jiran')
  await dialog.getByLabel('Other numbers').fill('60129000001\n60129000002')
  await dialog.getByRole('button', { name: 'Create group' }).click()
  await expect(page.getByRole('heading', { name: 'Jiran' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Jiran' })).toBeVisible()
  const box = page.getByRole('textbox', { name: /^Write as/ })
  await box.fill('Salam')
  await box.press('Enter')
  await page.getByRole('combobox', { name: 'View and write as' }).click()
  await page.getByRole('option', { name: /60129000002/ }).click()
  await box.fill('Waalaikumsalam')
  // While a message is being sent, Enter sends no other.
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled()
  await box.press('Enter')
  const log = page.getByRole('log')
  await expect(log).toContainText('Waalaikumsalam')
  await expect(log).toContainText('Salam')
})

test('what is missing is said beside its field', { tag: '@deep' }, async ({ page }) => {
  const dialog = await openDialog(page)
  await dialog.getByRole('button', { name: 'Create group' }).click()
  await expect(dialog).toContainText('Group name cannot be empty.')
  await expect(dialog).toContainText('Choose a member or enter a number.')
  await dialog.getByLabel('Group name').fill('Jiran')
  await dialog.getByLabel('Other numbers').fill('60123450000')
  await dialog.getByRole('button', { name: 'Create group' }).click()
  await expect(dialog.getByRole('alert')).toContainText('not on the sandbox network')
  await expect(dialog.getByLabel('Group name')).toHaveValue('Jiran')
})
