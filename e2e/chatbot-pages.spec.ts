import { chosenPicture } from './support/api.ts'
import { expect, expectAccessible, linkNumber, test } from './support/test.ts'

test('a chatbot item from its form to the list: edited, switched off, deleted', async ({
  page,
  person: _signedIn,
}) => {
  await linkNumber(page)
  await page.goto('/ai-chatbot')
  await expect(page.getByText(/at least one chatbot campaign/)).toBeVisible()
  await page.getByRole('link', { name: 'Add Campaign' }).click()
  await expect(page).toHaveURL(/\/ai-chatbot\/[^/]+\/campaigns\/create\?type=ai_chatbot$/)

  await page.getByLabel('Name', { exact: true }).fill('Opening hours')
  await page.getByLabel('Keywords').fill('buka, jam berapa')
  await page.getByLabel('Caption / text message').fill('Kami ')
  await page.getByRole('button', { name: '{A|B|C}' }).click()
  await expect(page.getByLabel('Caption / text message')).toBeFocused()
  await page.keyboard.type('buka|mula')
  await page.getByLabel('Presence delay').fill('99')
  await expect(page.getByLabel('Presence delay')).toHaveValue('25')
  await page.getByRole('switch', { name: 'Use AI' }).click()
  await page.getByLabel('Spintax').fill('{Hai|Salam} [wa_name], *7 pagi*')
  await page.getByRole('radio', { name: 'Group' }).click()
  await page.getByLabel('Media file').setInputFiles(chosenPicture('titik.png'))
  await expect(page.getByLabel('Message preview').getByText('7 pagi')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create Campaign' }).click()

  const row = page.getByRole('row', { name: /Opening hours/ })
  await expect(row).toContainText('Enabled')
  await expect(row).toContainText('- AI Reply')
  await expect(row).toContainText('- Media Attached')
  await page.getByRole('button', { name: 'Actions for Opening hours' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(page.getByRole('button', { name: 'Remove jam berapa' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Group' })).toBeChecked()
  await page.getByRole('button', { name: 'Remove titik.png' }).click()
  await page.getByRole('button', { name: 'Update Campaign' }).click()
  await expect(page.getByText('Campaign updated!', { exact: true })).toBeVisible()
  await expect(row).not.toContainText('- Media Attached')

  await page.goto('/ai-chatbot')
  const onOff = page.getByRole('switch')
  const before = await onOff.getAttribute('aria-checked')
  await onOff.click()
  await expect(onOff).not.toHaveAttribute('aria-checked', String(before))

  await page.getByRole('link', { name: 'Campaign List' }).click()
  await page.getByRole('button', { name: 'Actions for Opening hours' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await expect(row).toContainText('Disabled')
  page.once('dialog', (dialog) => dialog.accept())
  await page.getByRole('button', { name: 'Actions for Opening hours' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText(/^No campaigns found for this number yet\./)).toBeVisible()
})

test('what is typed in the form is not lost by a wrong click', { tag: '@deep' }, async ({
  page,
  person: _signedIn,
}) => {
  await linkNumber(page)
  await page.goto('/add-campaign?type=ai_chatbot')
  await page.getByLabel('Name', { exact: true }).fill('Opening hours')
  await page.getByRole('link', { name: 'AI Chatbot' }).first().click()
  await expect(page.getByRole('alertdialog')).toContainText('Leave without saving?')
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Opening hours')
})
