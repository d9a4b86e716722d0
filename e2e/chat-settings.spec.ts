import { itemsOf, removeItems } from './support/chatbot.ts'
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  memberTest,
  toastOf,
} from './support/test.ts'

memberTest('rules and labels of chats are decided beside the workspace', async ({ page }) => {
  await page.goto('/workspace')
  const card = page.getByRole('region', { name: 'Chats' })
  await card.getByRole('switch', { name: 'Only the person who has a chat may write in it' }).click()
  await expect(toastOf(page)).toHaveText('Settings saved.')
  await card.getByLabel('A word of a person pauses the chatbot for').click()
  await page.getByRole('option', { name: 'Until somebody resumes it' }).click()
  await page.reload()
  await expect(card.getByRole('switch').first()).toBeChecked()
  await expect(card.getByLabel('A word of a person pauses the chatbot for')).toHaveText(
    'Until somebody resumes it',
  )
  await card.getByRole('switch').first().click()
  await card.getByRole('button', { name: 'Add a label' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a label' })
  await dialog.getByLabel('Name').fill('Pembekal')
  await dialog.getByLabel('Colour').click()
  await page.getByRole('option', { name: 'Rose' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByRole('listitem')).toHaveText(['Pembekal'])
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothThemes(page)
  await card.getByRole('button', { name: 'Delete Pembekal' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(card.getByRole('listitem')).toHaveCount(0)
})

memberTest('an item says to whom its answer hands the chat over', async ({ page, member }) => {
  await removeItems(member)
  await page.goto(`${itemsOf(member)}/create?type=ai_chatbot`)
  await page.getByLabel('Name', { exact: true }).fill('Aduan')
  await page.getByLabel('Keywords').fill('aduan,')
  await page.getByLabel('Caption / text message').fill('Sekejap ya.')
  const after = page.getByRole('radiogroup', { name: 'After the answer' })
  await after.getByRole('radio', { name: 'Hand over to people' }).click()
  await page.getByLabel('To', { exact: true }).click()
  await page.getByRole('option').last().click()
  await page.getByLabel('Note to the team').fill('Tanya nombor pesanan')
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Create Campaign', exact: true }).click()
  await expect(page.getByText('Aduan', { exact: true })).toBeVisible()
  const [item] = await member.ok('GET', itemsOf(member))
  await page.goto(`${itemsOf(member)}/${item._id}/edit`)
  await expect(after.getByRole('radio', { name: 'Hand over to people' })).toBeChecked()
  await expect(page.getByLabel('Note to the team')).toHaveValue('Tanya nombor pesanan')
})
