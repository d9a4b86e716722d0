import { readFile } from 'node:fs/promises'
import { itemsOf, makeItem } from './support/chatbot.ts'
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  type Member,
  memberTest,
  newMember,
  refuse,
  shows,
  storageOf,
  test,
  toastOf,
} from './support/test.ts'

/** An item with these keywords. */
const keyed = (
  member: Member,
  name: string,
  keywords: string,
  fields: Parameters<typeof makeItem>[1] = {},
) => makeItem(member, { name, keywords, captionAi: `Jawapan ${name}`, ...fields })

test('trying a message: who answers, why the others do not, and nothing is sent', async ({
  browser,
  server,
}) => {
  const member = await newMember(server.url, browser)
  await keyed(member, 'Harga', 'harga', { captionAi: 'Hai [wa_name], *RM4*' })
  await keyed(member, 'Ini', 'ini')
  await keyed(member, 'Padam', 'harga', { status: 'disable' })
  await keyed(member, 'Kumpulan', 'harga', { sendTo: 'group' })
  await member.ok('PUT', `/ai-chatbot/devices/${member.deviceId}/status`, { isEnabled: true })
  const context = await browser.newContext({ baseURL: server.url, storageState: storageOf(member) })
  const page = await context.newPage()
  await page.goto(itemsOf(member))
  const card = page.getByRole('region', { name: 'Try a message' })
  const tried = card.getByRole('button', { name: 'Try', exact: true })
  await shows('2.simulator.empty', async () => {
    await tried.click()
    await expect(card.getByText('Write the message to try.')).toBeVisible()
  })
  await card.getByLabel('Message text').fill('berapa harga ini')
  await card.getByLabel('Contact name').fill('Lim')
  await tried.click()
  const chat = card.getByRole('region', { name: 'Replies' })
  await shows('2.simulator.reply', async () => {
    await expect(chat).toContainText('Hai Lim, RM4')
  })
  await shows('2.simulator.why', async () => {
    await card.getByText('Why the others did not answer').first().click()
    await expect(card.getByRole('listitem')).toHaveText([
      'IniIt also matches, but “Harga” comes first.',
      'PadamIt is disabled.',
      'KumpulanIt answers in groups only.',
    ])
  })
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await shows('2.simulator.silence', async () => {
    await card.getByLabel('Message text').fill('apa khabar')
    await tried.click()
    await expect(chat).toContainText('No reply: no item matches this message.')
  })
  await shows('2.simulator.failure', async () => {
    const stop = await refuse(page, 'POST /ai-chatbot/.*/simulate', { body: { message: 'Later.' } })
    await tried.click()
    await expect(card.getByRole('alert')).toHaveText('The message could not be triedLater.')
    await stop()
  })
  await shows('2.simulator.nothing-sent', async () => {
    const [summary] = await member.ok('GET', '/ai-chatbot/devices-summary')
    expect(summary.stats.sent).toBe(0)
  })
  await shows('2.findings', async () => {
    const findings = page.getByRole('region', { name: 'Worth a look' })
    await expect(findings).toContainText('“Harga” also has the keyword “harga” and comes first.')
    await page.evaluate(() => localStorage.setItem('language', 'ms'))
    await page.reload()
    await expect(page.getByRole('list', { name: 'Perlu disemak' })).toContainText(
      '“Harga” juga mempunyai kata kunci “harga” dan didahulukan.',
    )
    await expectAccessibleInBothThemes(page)
  })
  await context.close()
})

memberTest("a number's settings are read, saved, and there again", async ({ page, member }) => {
  await page.goto(itemsOf(member))
  const dialog = page.getByRole('dialog', { name: 'Chatbot settings' })
  const open = () => page.getByRole('button', { name: 'Chatbot settings' }).click()
  const save = dialog.getByRole('button', { name: 'Save Changes' })
  const zone = dialog.getByLabel('Time zone')
  await shows('2.number-settings.open', async () => {
    await open()
    await expect(zone).toHaveValue(/\w+/)
    await expect(dialog.getByLabel('Cooldown per chat and item')).toHaveValue('0')
    await expectAccessibleInBothThemes(page)
  })
  await shows('2.number-settings.problems', async () => {
    await zone.fill('Kuala Lumpur')
    await dialog.getByLabel('Pause after you answer').fill('20000')
    await save.click()
    await expect(dialog.getByText('Choose a known time zone.')).toBeVisible()
    await expect(dialog.getByText('Enter whole minutes, from 0 to 10080 (a week).')).toBeVisible()
  })
  await zone.fill('Asia/Jakarta')
  await dialog.getByLabel('Pause after you answer').fill('30')
  await dialog.getByLabel('Cooldown per chat and item').fill('60')
  await dialog.getByRole('radio', { name: 'Bahasa Melayu' }).click()
  await dialog.getByLabel('What AI knows about your business').fill('Buka 7 pagi')
  await shows('2.number-settings.failure', async () => {
    const stop = await refuse(page, 'PUT /ai-chatbot/devices/.*/settings', {
      body: { message: 'Not now.' },
    })
    await save.click()
    await expect(dialog.getByRole('alert')).toHaveText('The settings were not savedNot now.')
    await stop()
  })
  await shows('2.number-settings.save', async () => {
    await save.click()
    await expect(toastOf(page)).toHaveText('Chatbot settings saved.')
    await expect(dialog).toHaveCount(0)
    await page.reload()
    await open()
    await expect(zone).toHaveValue('Asia/Jakarta')
    await expect(dialog.getByLabel('Pause after you answer')).toHaveValue('30')
    await expect(dialog.getByLabel('Cooldown per chat and item')).toHaveValue('60')
    await expect(dialog.getByRole('radio', { name: 'Bahasa Melayu' })).toBeChecked()
    await expect(dialog.getByLabel('What AI knows about your business')).toHaveValue('Buka 7 pagi')
  })
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(page)
})

test('saved responses: kept, searched, paged, exported', async ({ browser, server }) => {
  const member = await newMember(server.url, browser)
  await keyed(member, 'Tempahan', 'pesan', { saveData: 'response_is_saved' })
  const context = await browser.newContext({ baseURL: server.url, storageState: storageOf(member) })
  const page = await context.newPage()
  await page.goto(itemsOf(member))
  await page.getByRole('link', { name: 'Saved Responses' }).click()
  await shows('2.responses.empty', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Saved Responses')
    await expect(page.getByText('No responses yet')).toBeVisible()
  })
  await member.ok('PUT', `/ai-chatbot/devices/${member.deviceId}/status`, { isEnabled: true })
  // Few enough per chat that the loop guard does not pause it.
  const contacts = ['60123456701', '60123456702', '60123456703']
  for (let index = 1; index <= 17; index++) {
    for (const contact of contacts) {
      await member.hear(contact, `pesan ${index} untuk ${contact}`)
    }
  }
  const kept = () => member.ok('GET', `/ai-chatbot/${member.deviceId}/responses`)
  await expect.poll(async () => (await kept()).length).toBe(51)
  await page.reload()
  const rows = page.getByRole('table').getByRole('row')
  await shows('2.responses.list', async () => {
    await expect(page.getByRole('columnheader')).toHaveText([
      'Name',
      'Phone Number',
      'Response',
      'Item',
      'When',
    ])
    await expect(rows.nth(1)).toContainText('pesan 17')
    await expect(rows.nth(1).getByRole('link', { name: 'Tempahan' })).toBeVisible()
  })
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await shows('2.responses.paging', async () => {
    await expect(rows).toHaveCount(51)
    await expect(page.getByText('1 to 50 of 51')).toBeVisible()
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(rows).toHaveCount(2)
    await expect(rows.nth(1)).toContainText('pesan 1 ')
    await page.getByRole('button', { name: 'Previous page' }).click()
    await expect(rows).toHaveCount(51)
  })
  await shows('2.responses.search', async () => {
    const search = page.getByRole('searchbox', { name: 'Search responses' })
    await search.fill('pesan 12 untuk')
    await expect(rows).toHaveCount(4)
    await search.fill('nobody wrote this')
    await expect(page.getByText('No response matches this search.')).toBeVisible()
    await search.clear()
    await expect(rows).toHaveCount(51)
  })
  await shows('2.responses.csv', async () => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('saved-responses.csv')
    const text = await readFile(await download.path(), 'utf8')
    expect(text.charCodeAt(0)).toBe(0xfeff)
    const lines = text.trim().split('\r\n')
    expect(lines).toHaveLength(52)
    expect(lines.filter((line) => line.includes('pesan 12 untuk 60123456702'))).toHaveLength(1)
  })
  await shows('2.responses.csv-failure', async () => {
    const stop = await refuse(page, 'GET /ai-chatbot/.*/responses.csv', {
      body: { message: 'Not now.' },
    })
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await expect(toastOf(page)).toHaveText('Failed: Not now.')
    await stop()
  })
  await context.close()
})
