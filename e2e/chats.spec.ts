import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  expectNoViolations,
  type Member,
  memberTest as test,
  toastOf,
} from './support/test.ts'

const PRIYA = '60127000001'
const MEI = '60127000002'

/** Two people write, Priya first. */
test.beforeAll(async ({ member }) => {
  await member.ok('POST', '/contacts', { name: 'Priya Nair', phoneNumber: PRIYA })
  await member.ok('POST', '/contacts', { name: 'Lim Mei Ling', phoneNumber: MEI })
  await member.hear(PRIYA, 'Order saya belum sampai')
  await expect.poll(() => chatsOf(member)).toEqual(['Priya Nair'])
  await member.hear(MEI, 'Can I change to oat milk?')
  await expect.poll(() => chatsOf(member)).toEqual(['Priya Nair', 'Lim Mei Ling'])
})

async function chatsOf(member: Member): Promise<string[]> {
  const { chats } = await member.ok('GET', '/chats?view=unanswered')
  return chats.map(({ name }: { name: string }) => name)
}

const list = (page: Page) => page.getByRole('region', { name: 'Chat list' })
const rowOf = (page: Page, name: RegExp) => list(page).getByRole('link', { name })
const unanswered = (page: Page, n: number) =>
  list(page).getByRole('tab', { name: `Unanswered ${n}` })

test('a chat is opened, answered, closed and opened again with the keyboard', async ({
  page,
  member,
}) => {
  await page.goto('/chats')
  await expect(unanswered(page, 2)).toBeVisible()
  await expect(page).toHaveTitle('(2) Chats · Kirim')
  await expectNoViolations(page)

  await page.keyboard.press('j')
  await expect(rowOf(page, /Priya Nair/)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/chats\/[\w-]+$/)
  await expect(page.getByRole('log')).toContainText('Order saya belum sampai')
  await expectAccessibleInBothThemes(page)
  await expect(page.getByRole('textbox', { name: /reply/i })).toBeFocused()
  await page.keyboard.type('Saya semak dulu ya')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('log')).toContainText('Saya semak dulu ya')
  await expect.poll(() => member.said(PRIYA)).toEqual(['Saya semak dulu ya'])
  // Who has an answer waits no longer.
  await expect(unanswered(page, 1)).toBeVisible()
  await expect(rowOf(page, /Priya Nair/)).toContainText('Saya semak dulu ya')

  await page.keyboard.press('Escape')
  await expect(rowOf(page, /Priya Nair/)).toBeFocused()
  await page.keyboard.press('e')
  await expect(toastOf(page)).toContainText('Case closed')
  await expect(rowOf(page, /Priya Nair/)).toHaveCount(0)
  // The next one that waits is opened.
  await expect(page.getByRole('log')).toContainText('Can I change to oat milk?')
  await toastOf(page).getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, /Priya Nair/)).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test('what is written while the page is open appears by itself', async ({ page, member }) => {
  await page.goto('/chats?view=unanswered')
  await member.hear('60127000003', 'Salam')
  // The connection is there, and what it may have missed is loaded.
  await expect(rowOf(page, /60127000003/)).toContainText('Salam')
  await page.waitForLoadState('networkidle')
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) requests.push(request.url())
  })
  await member.hear('60127000003', 'Ada tempat letak kereta?')
  await member.hear('60127000004', 'Berapa harga?')
  await expect(rowOf(page, /60127000003/)).toContainText('Ada tempat letak kereta?')
  await expect(rowOf(page, /60127000004/)).toContainText('Berapa harga?')
  expect(requests).toEqual([])
})

test('on a phone the list and the chat are screens', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/chats')
  await expect(rowOf(page, /Lim Mei Ling/)).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectNoViolations(page)
  await rowOf(page, /Lim Mei Ling/).click()
  await expect(page.getByRole('log')).toContainText('Can I change to oat milk?')
  await expect(list(page)).toBeHidden()
  await expect(page.getByRole('banner').first()).toBeHidden()
  await expectNoSidewaysScroll(page)
  await expectNoViolations(page)
  await page.goBack()
  await expect(rowOf(page, /Lim Mei Ling/)).toBeVisible()
})
