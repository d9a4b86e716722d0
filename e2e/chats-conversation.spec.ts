import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  holdBack,
  type Member,
  memberTest,
} from './support/test.ts'

const NURUL = '60123456714'
const PAGE = 50

const log = (page: Page) => page.getByRole('log', { name: 'Messages' })
const message = (page: Page, text: string) =>
  log(page).getByRole('article').filter({ hasText: text })
const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply', exact: true })

/** Opens a chat once it has got so many messages. */
async function openChat(page: Page, member: Member, contact: string, count = 1): Promise<void> {
  const read = async () => {
    const { chats } = await member.ok('GET', '/chats?view=all')
    return chats.find((chat: { phoneNumber: string }) => chat.phoneNumber === contact)
  }
  await expect.poll(async () => (await read())?.unread).toBe(count)
  await page.goto(`/chats/${(await read()).id}`)
}

memberTest(
  'somebody writes and is answered, and both are seen at once',
  async ({ page, member }) => {
    await member.hear(NURUL, 'Boleh simpan *2 cawan*?')
    await openChat(page, member, NURUL)
    await expect(message(page, 'Boleh simpan 2 cawan?')).toBeVisible()
    await expect(log(page)).toContainText('1 new')
    await expectAccessibleInBothThemes(page)

    await reply(page).fill('Boleh, saya simpan.')
    await reply(page).press('Control+Enter')
    const answer = message(page, 'Boleh, saya simpan.')
    await expect(answer).toHaveCount(1)
    await expect(answer.getByRole('img', { name: /Sent|Delivered|Read/ })).toBeVisible()
    await expect.poll(() => member.said(NURUL)).toContain('Boleh, saya simpan.')

    await member.hear(NURUL, 'Terima kasih!')
    await expect(message(page, 'Terima kasih!')).toBeInViewport()

    // By keyboard alone: to the message before, into its menu, and back to the reply.
    await message(page, 'Terima kasih!').focus()
    await page.keyboard.press('ArrowUp')
    await expect(answer).toBeFocused()
    await page.keyboard.press('ArrowUp')
    const first = message(page, 'Boleh simpan 2 cawan?')
    await expect(first).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(first.getByRole('button').first()).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Reply', exact: true }).press('Enter')
    await expect(reply(page)).toBeFocused()
    await reply(page).fill('Yang ini?')
    await reply(page).press('Control+Enter')
    await expect(message(page, 'Yang ini?')).toContainText('Boleh simpan *2 cawan*?')
  },
)

memberTest('a long chat keeps its place while older messages come', async ({ page, member }) => {
  const contact = '60123450188'
  const count = PAGE * 2
  for (let n = 1; n <= count; n += 1) await member.hear(contact, `Mesej nombor ${n}.`)
  const release = await holdBack(page, 'GET /chats/[^/]+/entries')
  await openChat(page, member, contact, count)
  // It begins where the unread ones do, and stays there while those before come.
  const box = log(page)
  const firstUnread = message(page, `nombor ${count - PAGE + 1}.`)
  await expect(box).toContainText(`${count} new`)
  await expect(firstUnread).toBeInViewport()
  release()
  await expect.poll(() => box.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(PAGE)
  await expect(firstUnread).toBeInViewport()

  await page.getByRole('button', { name: 'To the newest message' }).click()
  await expect(message(page, `nombor ${count}.`)).toBeInViewport()
  await expect(async () => {
    await box.evaluate((element) => element.scrollTo(0, 0))
    await expect(message(page, 'nombor 1.')).toBeVisible({ timeout: 500 })
  }).toPass()

  // Away from the end, what is new is counted, and nothing moves.
  await member.hear(contact, 'Yang terbaru.')
  const arrow = page.getByRole('button', { name: '1 new' })
  await expect(arrow).toBeVisible()
  await expect(message(page, 'nombor 1.')).toBeInViewport()
  await arrow.click()
  await expect(message(page, 'Yang terbaru.')).toBeInViewport()
  await expect(arrow).toHaveCount(0)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(message(page, 'Yang terbaru.')).toBeInViewport()
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: 'Back to chats' }).click()
  await expect(page).toHaveURL(/\/chats$/)
})
