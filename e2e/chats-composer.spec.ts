import type { Page } from '@playwright/test'
import { expect, expectAccessible, memberTest as test } from './support/test.ts'

const NURUL = '60129000714'

/** The chat of a contact who has asked something. */
test.beforeAll(async ({ member }) => {
  await member.ok('POST', '/contact-fields', { label: 'City' })
  const { _id } = await member.ok('POST', '/contacts', { name: 'Nurul Huda', phoneNumber: NURUL })
  await member.ok('PUT', `/contacts/${_id}`, { fields: { city: 'Bangi' }, tags: ['VIP'] })
  await member.ok('POST', '/saved-texts', { name: 'parkir', text: 'Ada, [name], di [city].' })
  await member.hear(NURUL, 'Ada tempat letak kereta?')
})

async function openChat(page: Page): Promise<void> {
  await page.goto('/chats?view=all')
  await page
    .getByRole('link', { name: /Nurul Huda/ })
    .first()
    .click()
  await expect(reply(page)).toBeVisible()
}
const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' })
const log = (page: Page) => page.getByRole('log')

test('a saved reply is filled in, sent by keyboard, and its draft outlives a reload', async ({
  page,
  member,
}) => {
  await openChat(page)
  await reply(page).fill('/par')
  await expect(page.getByRole('option', { name: /parkir/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(reply(page)).toHaveValue('Ada, Nurul Huda, di Bangi.')
  await expectAccessible(page)
  await page.reload()
  await expect(reply(page)).toHaveValue('Ada, Nurul Huda, di Bangi.')
  await reply(page).focus()
  await page.keyboard.press('Control+Enter')
  await expect(log(page)).toContainText('Ada, Nurul Huda, di Bangi.')
  await expect(reply(page)).toHaveValue('')
  await expect.poll(() => member.said(NURUL)).toEqual(['Ada, Nurul Huda, di Bangi.'])
})

test('a message whose answer is lost is sent once', async ({ page, member }) => {
  await openChat(page)
  let lost = 0
  // The server takes it, but the page does not hear of that.
  await page.route(/\/api\/chats\/[^/]+\/messages$/, async (route) => {
    if (lost++ > 0) return route.fallback()
    await route.fetch()
    await route.abort()
  })
  await reply(page).fill('Sekali sahaja')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => lost).toBeGreaterThan(1)
  await expect(log(page)).toContainText('Sekali sahaja')
  const sent = async () =>
    (await member.said(NURUL)).filter((text) => text === 'Sekali sahaja').length
  await expect.poll(sent).toBe(1)
})

test('a note stays with the team, and what is known of a person beside their chat', async ({
  page,
  member,
}) => {
  await openChat(page)
  await page.getByRole('tab', { name: 'Note' }).click()
  await page.getByRole('textbox', { name: 'Note' }).fill('Simpan 2 cawan')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(log(page)).toContainText('Simpan 2 cawan')
  expect(await member.said(NURUL)).not.toContain('Simpan 2 cawan')

  const sheet = page.getByRole('complementary', { name: 'Contact' })
  await expect(sheet).toContainText('VIP')
  await sheet.getByRole('button', { name: 'Tag', exact: true }).click()
  await page.keyboard.type('Bangi')
  await page.keyboard.press('Enter')
  await expect(sheet.getByRole('button', { name: 'Remove the tag Bangi' })).toBeVisible()
  await sheet.getByRole('button', { name: 'Add', exact: true }).click()
  await page.keyboard.type('Alah kacang')
  await sheet.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(sheet).toContainText('Alah kacang')
  await expectAccessible(page)
})

test('what is left for later is listed, changed and withdrawn', async ({ page, member }) => {
  await openChat(page)
  await reply(page).fill('Promo esok')
  await page.getByRole('button', { name: 'Send later' }).press('Enter')
  await page.getByRole('menuitem', { name: /Tomorrow morning/ }).click()
  await expect(reply(page)).toHaveValue('')
  const later = page.getByRole('region', { name: 'Leaves later' })
  await later.getByRole('button', { name: /leaves later/ }).click()
  await expect(later).toContainText('Promo esok')
  await later.getByRole('button', { name: 'Change' }).click()
  await page.getByRole('dialog').getByLabel('Text').fill('Promo lusa')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(later).toContainText('Promo lusa')
  await later.getByRole('button', { name: 'Cancel' }).click()
  await expect(later).toHaveCount(0)
  expect(await member.said(NURUL)).not.toContain('Promo lusa')
})
