import { makeItem, removeItems } from './support/chatbot.ts'
import {
  expect,
  holdBack,
  memberTest,
  newClient,
  refuse,
  shows,
  storageOf,
  test,
  toastOf,
} from './support/test.ts'

test('no numbers yet', async ({ browser, server }) => {
  const client = await newClient(server.url)
  const context = await browser.newContext({ baseURL: server.url, storageState: storageOf(client) })
  const page = await context.newPage()
  await page.goto('/ai-chatbot')
  await shows('2.numbers.empty', () =>
    expect(page.getByRole('link', { name: 'Connect a Number', exact: true })).toHaveAttribute(
      'href',
      '/scan-device',
    ),
  )
  await context.close()
})

memberTest('the numbers, word for word', async ({ page, member }) => {
  await removeItems(member)
  await member.ok('PUT', `/ai-chatbot/devices/${member.deviceId}/status`, { isEnabled: false })
  const [device] = await member.ok('GET', '/whatsapp/devices')
  await page.goto('/ai-chatbot')
  await shows('2.numbers.title', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('AI Chatbot')
    await expect(
      page.getByText('Manage campaigns and settings for your connected numbers.'),
    ).toBeVisible()
  })
  await shows('2.numbers.settings', () =>
    expect(page.getByRole('link', { name: 'AI Settings', exact: true })).toHaveAttribute(
      'href',
      '/settings',
    ),
  )
  const card = page.getByRole('region', { name: device.name })
  const onOff = card.getByRole('switch')
  await shows('2.numbers.needs-setup', async () => {
    await expect(
      card.getByText('Add and enable at least one chatbot campaign to turn this number on.'),
    ).toBeVisible()
    await expect(onOff).toHaveCount(0)
  })
  await shows('2.numbers.add-link', () =>
    expect(card.getByRole('link', { name: 'Add Campaign', exact: true })).toHaveAttribute(
      'href',
      `/ai-chatbot/${device.id}/campaigns/create?type=ai_chatbot`,
    ),
  )
  await shows('2.numbers.list-link', () =>
    expect(card.getByRole('link', { name: 'Campaign List', exact: true })).toHaveAttribute(
      'href',
      `/ai-chatbot/${device.id}/campaigns`,
    ),
  )
  await makeItem(member)
  await page.reload()
  await shows('2.numbers.card', async () => {
    await expect(card).toContainText(device.number)
    await expect(card.getByRole('definition')).toHaveText([/^\d+$/, '1'])
    await expect(card.getByRole('term')).toHaveText(['Sent', 'Campaigns'])
    await expect(card).toContainText('Status')
    await expect(onOff).not.toBeChecked()
  })
  await shows('2.numbers.switch-busy 4.ai-status.switch 4.ai-status.response', async () => {
    const release = await holdBack(page, 'PUT /ai-chatbot/devices/.*/status')
    await onOff.click()
    await expect(onOff).toBeDisabled()
    release()
    await expect(onOff).toBeEnabled()
    await expect(onOff).toBeChecked()
    const stop = await refuse(page, 'PUT /ai-chatbot/devices/.*/status', {
      status: 200,
      body: {
        id: device.id,
        name: 'From the answer',
        number: device.number,
        avatarUrl: null,
        connected: true,
        unlinked: false,
        stats: { sent: 7, items: 1 },
        needsSetup: false,
        statusEnabled: false,
      },
    })
    await onOff.click()
    await expect(page.getByRole('region', { name: 'From the answer' })).toContainText('7')
    await stop()
    await page.reload()
  })
  await shows('8.ai.status', async () => {
    const stop = await refuse(page, 'PUT /ai-chatbot/devices/.*/status', { status: 500 })
    await onOff.click()
    await expect(toastOf(page)).toHaveText('Failed to update AI status.')
    await stop()
    await refuse(page, 'PUT /ai-chatbot/devices/.*/status', { body: { message: 'Not now.' } })
    await onOff.click()
    await expect(toastOf(page)).toHaveText('Not now.')
  })
  await shows('2.numbers.search', async () => {
    const calls: string[] = []
    page.on('request', (request) => calls.push(request.url()))
    const search = page.getByRole('searchbox')
    await search.fill('nobody has this name')
    await expect(card).toHaveCount(0)
    await search.fill(device.number.slice(3))
    await expect(card).toBeVisible()
    await search.fill(device.name.toUpperCase())
    await expect(card).toBeVisible()
    expect(calls.filter((url) => url.includes('/api/'))).toEqual([])
  })
})

memberTest('numbers that cannot be loaded', async ({ page }) => {
  await shows('8.ai.summary', async () => {
    const stop = await refuse(page, 'GET /ai-chatbot/devices-summary')
    await page.goto('/ai-chatbot')
    await expect(toastOf(page)).toHaveText('Failed to load AI device summary.')
    await stop()
    await refuse(page, 'GET /ai-chatbot/devices-summary', { body: { message: 'Later.' } })
    await page.goto('/ai-chatbot')
    await expect(toastOf(page)).toHaveText('Later.')
  })
})
