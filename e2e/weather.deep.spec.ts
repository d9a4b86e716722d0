import { expect, expectAccessibleInBothThemes, memberTest as test } from './support/test.ts'

const FARAH = '60129000011'

test('the weather of a phone is chosen with the keyboard, shown in its chats, and calm again', async ({
  page,
  member,
}) => {
  await member.ok('POST', '/contacts', { name: 'Farah', phoneNumber: FARAH })
  await member.hear(FARAH, 'Boleh simpan 2 cawan?')
  await page.goto(`/sandbox?phone=${member.number}&contact=${FARAH}`)

  const weather = page.getByRole('region', { name: 'Weather' })
  await weather.getByRole('radio', { name: 'Old client' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(weather.getByRole('radio', { name: 'Limited' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(weather.getByRole('radio', { name: 'Limited' })).toBeChecked()
  await expect(weather).toContainText('Lasts until you change it.')
  await weather.getByLabel('Until').fill('23:59')
  await page.keyboard.press('Enter')
  await expect(weather).toContainText('Ends automatically in')
  await expect(page.getByRole('log')).toContainText('Weather changed to Limited')
  await expectAccessibleInBothThemes(page)

  await weather.getByRole('button', { name: 'Back to calm' }).click()
  await expect(weather.getByRole('radio', { name: 'Calm' })).toBeChecked()
  await expect(page.getByRole('log')).toContainText('Weather changed to Calm')
})

test('on a phone the weather stands above the chats', async ({ page, member }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/sandbox?phone=${member.number}`)
  const weather = page.getByRole('region', { name: 'Weather' })
  await weather.getByRole('radio', { name: 'Slow media' }).click()
  await expect(weather).toContainText('Uploads and downloads take this long.')
  await expectAccessibleInBothThemes(page)
  await weather.getByRole('button', { name: 'Back to calm' }).click()
  await expect(weather.getByRole('radio', { name: 'Calm' })).toBeChecked()
})
