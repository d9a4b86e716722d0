import { form } from './support/api.ts'
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  newMember,
  storageOf,
  test,
} from './support/test.ts'

const FARAH = '60123456700'

test('trying a message as a saved contact [2.simulator.contact] [2.simulator.holds]', async ({
  browser,
  server,
}) => {
  const member = await newMember(server.url, browser)
  const { deviceId } = member
  const items = `/ai-chatbot/${deviceId}/campaigns`
  await member.group('Pelanggan', ['Puan Farah', 'Encik Lim'])
  const bye = await member.ok('POST', items, form({ name: 'Bye', captionAi: 'Jumpa lagi' }))
  const fields = {
    name: 'Harga',
    keywords: 'harga',
    captionAi: 'Hai [name]',
    nextBotAction: bye._id,
  }
  await member.ok('POST', items, form(fields))
  const settings = `/ai-chatbot/devices/${deviceId}/settings`
  await member.ok('PUT', settings, { ...(await member.ok('GET', settings)), cooldownSeconds: 3600 })
  await member.ok('PUT', `/ai-chatbot/devices/${deviceId}/status`, { isEnabled: true })
  await member.hear(FARAH, 'harga')
  await expect.poll(() => member.said(FARAH)).toHaveLength(2)
  await member.ok('PUT', `/ai-chatbot/devices/${deviceId}/status`, { isEnabled: false })

  const context = await browser.newContext({ baseURL: server.url, storageState: storageOf(member) })
  const page = await context.newPage()
  await page.goto(items)
  const card = page.getByRole('region', { name: 'Try a message' })
  await card.getByLabel('Message text').fill('berapa harga')
  await card.getByLabel('Contact number').fill(FARAH)
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('Enter')
  const chat = card.getByRole('region', { name: 'Replies' })
  await expect(chat).toContainText('This number is switched off: it would not answer.')
  await expect(chat).toContainText(
    /Would stay silent until .*: this item has already answered in this chat/,
  )
  await expect(chat).toContainText(/Hai Puan Farah.*Next bot action.*Jumpa lagi/)
  await expectAccessibleInBothThemes(page)
  expect(await member.said(FARAH)).toHaveLength(2)
  await context.close()
})
