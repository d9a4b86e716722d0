import type { Page } from '@playwright/test'
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

test('linking the first device, word for word', async ({ browser, server }) => {
  const client = await newClient(server.url)
  const context = await browser.newContext({ baseURL: server.url, storageState: storageOf(client) })
  const page = await context.newPage()
  const release = await holdBack(page, 'GET /whatsapp/devices')
  await page.goto('/scan-device')
  await shows('2.scan.loading', () =>
    expect(page.getByText('Loading device list...', { exact: true })).toBeVisible(),
  )
  release()
  const card = page.getByRole('region', { name: 'Connect New Device' })
  const list = page.getByRole('region', { name: 'Your Connected Devices' })
  await shows('2.scan.card', () => expect(card).toBeVisible())
  await shows('2.scan.plan', () => expect(card).toContainText('Your Free plan allows 1 device.'))
  await shows('2.scan.badge 4.device.label-disconnected', () =>
    expect(card.getByRole('status').first()).toHaveText('Disconnected'),
  )
  await shows('2.scan.empty', () =>
    expect(
      list.getByText('No devices are currently linked to your account.', { exact: true }),
    ).toBeVisible(),
  )
  const connect = page.getByRole('button', { name: 'Connect Another Device', exact: true })
  await shows('2.scan.connect', () => expect(connect).toBeEnabled())

  const sent = framesOf(page)
  await page.reload()
  await connect.click()
  await shows('2.scan.qr 4.device.qr 4.device.label-waiting 7.realtime.qr 9.qr', async () => {
    await expect(card.getByRole('status').first()).toHaveText('Waiting for QR Scan')
    const code = card.getByRole('img', { name: 'QR code to scan with the phone' })
    await expect.poll(async () => (await code.boundingBox())?.width).toBe(250)
    expect((await code.boundingBox())?.height).toBe(250)
  })
  await shows('7.realtime.connect-request 7.realtime.status-request', async () => {
    await expect
      .poll(() => sent.join())
      .toContain(`42["whatsapp_connect_request","${client.session._id}"]`)
    await expect.poll(() => sent.join()).toContain('42["get_whatsapp_status"]')
  })
  await page.getByRole('button', { name: 'Scan with the sandbox phone' }).click()
  await shows('2.scan.devices 4.device.refreshes 7.realtime.status', async () => {
    await expect(list.getByRole('listitem')).toHaveCount(1)
    const [device] = await expectDevices(client, 1)
    await expect(list.getByRole('listitem')).toContainText(device.name)
    await expect(list.getByRole('listitem')).toContainText(device.phoneNumber)
  })
  await shows('4.device.label-connected 4.device.clears', async () => {
    await expect(card.getByRole('status').first()).toHaveText('Connected')
    await expect(card.getByRole('img')).toHaveCount(0)
  })
  await shows('2.scan.connect-hidden 2.scan.limit 6.limit.free', async () => {
    await expect(page.getByText('Connection limit reached for your plan.')).toBeVisible()
    await expect(connect).toHaveCount(0)
  })
  await shows('2.scan.disconnect', async () => {
    await list.getByRole('button', { name: 'Disconnect', exact: true }).click()
    await expect(list.getByRole('button', { name: 'Remove Registration' })).toBeVisible()
    await expect(list.getByRole('listitem')).toContainText('Disconnected')
  })
  await shows('3.device.counts', () => expect(connect).toBeVisible())
  await shows('8.devices.not-removed', async () => {
    const remove = async () => {
      await list.getByRole('button', { name: 'Remove Registration', exact: true }).click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: 'Remove Registration' })
        .click()
    }
    const [{ id }] = await expectDevices(client, 1)
    const stop = await refuse(page, 'DELETE /whatsapp/devices/.*', { status: 500 })
    await remove()
    await expect(toastOf(page)).toHaveText(`Could not remove device ${id}.`)
    await stop()
    const stopAgain = await refuse(page, 'DELETE /whatsapp/devices/.*', {
      body: { message: 'It is busy.' },
    })
    await remove()
    await expect(toastOf(page)).toHaveText('It is busy.')
    await stopAgain()
  })
  await shows('2.scan.remove 8.devices.removed', async () => {
    const [{ id }] = await expectDevices(client, 1)
    await list.getByRole('button', { name: 'Remove Registration', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Registration' }).click()
    await expect(toastOf(page)).toHaveText(`Device ${id} removed successfully.`)
    await expect(list.getByRole('listitem')).toHaveCount(0)
  })
  await context.close()
})

test('a code that waits is withdrawn, and nothing else', async ({ browser, server }) => {
  const client = await newClient(server.url)
  const context = await browser.newContext({ baseURL: server.url, storageState: storageOf(client) })
  const page = await context.newPage()
  const sent = framesOf(page)
  await page.goto('/scan-device')
  const card = page.getByRole('region', { name: 'Connect New Device' })
  const code = card.getByRole('img', { name: 'QR code to scan with the phone' })
  const cancel = card.getByRole('button', { name: 'Cancel', exact: true })
  await expect(cancel).toHaveCount(0)
  await page.getByRole('button', { name: 'Connect Another Device' }).click()
  await expect(code).toBeVisible()
  await shows('7.realtime.cancel-request 2.scan.cancel', async () => {
    await cancel.click()
    await expect(code).toHaveCount(0)
    await expect(card.getByRole('status').first()).toHaveText('Disconnected')
    await expect.poll(() => sent.join()).toContain('42["whatsapp_cancel_request"]')
    const scan = await client.call('POST', '/sandbox/scan', {})
    expect(scan.body).toMatchObject({ code: 'sandbox_no_code' })
  })
  await page.getByRole('button', { name: 'Connect Another Device' }).click()
  await expect(code).toBeVisible()
  await context.close()
})

/** What the page sends over its realtime connection from now on. */
function framesOf(page: Page): string[] {
  const sent: string[] = []
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => sent.push(String(payload))),
  )
  // The connection starts with HTTP requests, and is upgraded to a WebSocket.
  page.on('request', (request) => {
    if (request.url().includes('/socket.io/')) sent.push(request.postData() ?? '')
  })
  return sent
}

async function expectDevices(client: Awaited<ReturnType<typeof newClient>>, count: number) {
  const devices = await client.ok('GET', '/whatsapp/devices')
  expect(devices).toHaveLength(count)
  return devices
}

test('without a connection to the server', async ({ browser, server }) => {
  const client = await newClient(server.url)
  const context = await browser.newContext({ baseURL: server.url, storageState: storageOf(client) })
  const page = await context.newPage()
  const handshakes: URL[] = []
  let refused = true
  await page.route('**/socket.io/**', async (route) => {
    handshakes.push(new URL(route.request().url()))
    if (refused) await route.fulfill({ status: 503, body: '' })
    else await route.fallback()
  })
  await page.goto('/scan-device')
  await shows('8.realtime.connect', () =>
    expect(toastOf(page)).toHaveText(/^Server connection failed: .+/),
  )
  await shows('2.scan.lost 4.device.line-lost', async () => {
    await expect(
      page.getByText('Connection to server lost. Please reload the page.', { exact: true }),
    ).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: /^Disconnected$/ })).toBeVisible()
  })
  await shows('2.scan.connect-disabled', () =>
    expect(page.getByRole('button', { name: 'Connect Another Device' })).toBeDisabled(),
  )
  await shows('7.realtime.user-id 9.realtime.path', async () => {
    expect(handshakes[0]?.searchParams.get('userId')).toBe(client.session._id)
    expect(handshakes[0]?.pathname).toBe('/socket.io/')
  })
  await shows('7.realtime.line', async () => {
    refused = false
    await expect(page.getByRole('button', { name: 'Connect Another Device' })).toBeEnabled()
  })
  await context.close()
})

memberTest('a device list that cannot be loaded is empty, and says so', async ({ page }) => {
  await refuse(page, 'GET /whatsapp/devices')
  await page.goto('/scan-device')
  await shows('8.devices.list', async () => {
    await expect(toastOf(page)).toHaveText('Could not load connected device list.')
    await expect(
      page.getByRole('region', { name: 'Your Connected Devices' }).getByRole('listitem'),
    ).toHaveCount(0)
  })
})
