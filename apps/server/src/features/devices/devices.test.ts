import type { Session } from '@kirim/contract/accounts'
import type { Device } from '@kirim/contract/devices'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '../../testing/engines.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { linkDevice, openBrowser } from '../../testing/test-browser.ts'

describe.each(engines)('devices on %s', (engine) => {
  let app: TestApp

  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.stop())

  const listOf = async ({ token }: Session) =>
    (await app.call('GET', '/whatsapp/devices', { token })).body as Device[]
  const phone = (session: Session, number: string, action: 'drop' | 'unlink') =>
    app.call('PUT', `/sandbox/phones/${number}`, { token: session.token, body: { action } })

  test('only the token of the handshake counts [7.realtime.user-id]', async () => {
    const session = await app.newUser()
    const refusal = openBrowser(app.url, { ...session, token: 'made up' })
    await expect(refusal).rejects.toMatchObject({
      data: { code: 'unauthenticated', message: 'Please sign in.' },
    })
    const stranger = await app.newUser()
    const browser = await openBrowser(app.url, { ...stranger, _id: session._id })
    const heard: unknown[] = []
    browser.socket.onAny((event) => heard.push(event))
    await linkDevice(app, session)
    const answered = browser.next('whatsapp_status')
    browser.socket.emit('get_whatsapp_status')
    await answered
    expect(heard).toEqual(['whatsapp_status'])
    browser.close()
  })

  test('links by QR code, and the plan limits how many are connected [5.connect.limit] [8.realtime.limit] [4.device.limit] [3.device.counts]', async () => {
    const session = await app.newUser()
    const browser = await openBrowser(app.url, session)
    const status = browser.next('whatsapp_status')
    browser.socket.emit('get_whatsapp_status')
    expect(await status).toBe('disconnected')

    const device = await linkDevice(app, session)
    expect(device).toMatchObject({
      connected: true,
      connectionStatus: 'connected',
      phoneNumber: device.number,
    })

    const limit = browser.next('whatsapp_status', (value) => value === 'limit_reached')
    const told = new Promise((resolve) =>
      browser.socket.once('error_message', (...args: unknown[]) => resolve(args)),
    )
    browser.socket.emit('whatsapp_connect_request', session._id)
    await limit
    expect(await told).toEqual([
      'Cannot connect more devices. Your plan (Free: 1 device(s)) limit has been reached.',
      { code: 'device_limit_reached', params: { plan: 'Free', n: 1 } },
    ])
    browser.close()
  })

  test('closes and resumes without a scan; without an id it closes the most recently connected [7.realtime.disconnect-request]', async () => {
    const session = await app.newUser()
    const { id } = await linkDevice(app, session)
    const browser = await openBrowser(app.url, session)
    const gone = browser.next('whatsapp_status', (value) => value === 'disconnected')
    browser.socket.emit('whatsapp_disconnect_request')
    await gone
    expect(await listOf(session)).toMatchObject([
      { id, connected: false, connectionStatus: 'disconnected' },
    ])
    const back = browser.next('whatsapp_status', (value) => value === 'connected')
    browser.socket.emit('whatsapp_reconnect_request', id)
    await back
    expect(await listOf(session)).toMatchObject([{ id, connected: true }])
    browser.close()
  })

  test('a code waiting for its scan is withdrawn by a disconnect request', async () => {
    const session = await app.newUser()
    const browser = await openBrowser(app.url, session)
    const code = browser.next('whatsapp_qr')
    browser.socket.emit('whatsapp_connect_request', session._id)
    await code
    const gone = browser.next('whatsapp_status', (value) => value === 'disconnected')
    browser.socket.emit('whatsapp_disconnect_request')
    await gone
    const scan = await app.call('POST', '/sandbox/scan', { token: session.token, body: {} })
    expect(scan).toMatchObject({ status: 409, body: { code: 'sandbox_no_code' } })
    browser.close()
  })

  test('a virtual phone types the pending pairing code, and is created if there is none', async () => {
    const session = await app.newUser()
    const type = () => app.call('POST', '/sandbox/pairing-code', { token: session.token })
    expect(await type()).toMatchObject({ status: 409, body: { code: 'sandbox_no_pairing_code' } })
    const browser = await openBrowser(app.url, session)
    const shown = browser.next('whatsapp_pairing_code')
    const number = `6011${Date.now()}`.slice(0, 15)
    browser.socket.emit('whatsapp_pairing_request', number)
    await shown
    const connected = browser.next('whatsapp_status', (value) => value === 'connected')
    expect(await type()).toMatchObject({ status: 200, body: { phoneNumber: number } })
    await connected
    expect(await listOf(session)).toMatchObject([{ number, connected: true }])
    browser.close()
  })

  test('a virtual passkey answers a passkey request', async () => {
    const session = await app.newUser()
    const { token } = session
    const answer = () => app.call('POST', '/sandbox/passkey', { token })
    expect(await answer()).toMatchObject({ status: 404, body: { code: 'passkey_not_asked' } })
    const made = await app.call('POST', '/sandbox/phones', { token, body: {} })
    const { phoneNumber } = made.body as { phoneNumber: string }
    await app.call('PUT', `/sandbox/phones/${phoneNumber}/weather`, {
      token,
      body: { weather: { kind: 'passkey' } },
    })
    const browser = await openBrowser(app.url, session)
    const shown = browser.next('whatsapp_qr')
    browser.socket.emit('whatsapp_connect_request', session._id)
    await shown
    const asked = browser.next('whatsapp_passkey')
    await app.call('POST', '/sandbox/scan', { token, body: { phoneNumber } })
    expect(await asked).toMatchObject({ state: 'asked', options: { rpId: 'localhost' } })
    const connected = browser.next('whatsapp_status', (value) => value === 'connected')
    expect(await answer()).toMatchObject({ status: 200 })
    await connected
    expect(await listOf(session)).toMatchObject([{ number: phoneNumber, connected: true }])
    browser.close()
  })

  test('two numbers reconnected at once on a plan for one: one connects, one is refused', async () => {
    const session = await app.newUser()
    const browser = await openBrowser(app.url, session)
    const ids: string[] = []
    for (let n = 0; n < 2; n += 1) {
      ids.push((await linkDevice(app, session)).id)
      const gone = browser.next('whatsapp_status', (value) => value === 'disconnected')
      browser.socket.emit('whatsapp_disconnect_request', ids[n])
      await gone
    }
    const [limit, message, connected] = [
      browser.next('whatsapp_status', (value) => value === 'limit_reached'),
      browser.next('error_message'),
      browser.next('whatsapp_status', (value) => value === 'connected'),
    ]
    for (const id of ids) browser.socket.emit('whatsapp_reconnect_request', id)
    await Promise.all([limit, connected])
    expect(await message).toBe(
      'Cannot connect more devices. Your plan (Free: 1 device(s)) limit has been reached.',
    )
    expect((await listOf(session)).map((one) => one.connectionStatus).sort()).toEqual([
      'connected',
      'disconnected',
    ])
    browser.close()
  })

  test('cancelling withdraws the pending code, and never closes a device', async () => {
    const session = await app.newUser()
    const browser = await openBrowser(app.url, session)
    const code = browser.next('whatsapp_qr')
    browser.socket.emit('whatsapp_connect_request', session._id)
    await code
    const gone = browser.next('whatsapp_status', (value) => value === 'disconnected')
    browser.socket.emit('whatsapp_cancel_request')
    await gone
    await linkDevice(app, session)
    browser.socket.emit('whatsapp_cancel_request')
    const status = browser.next('whatsapp_status')
    browser.socket.emit('get_whatsapp_status')
    expect(await status).toBe('connected')
    browser.close()
  })

  test('the last of several quick requests and cancellations counts', async () => {
    const session = await app.newUser()
    const browser = await openBrowser(app.url, session)
    for (let n = 0; n < 15; n += 1) {
      browser.socket.emit('whatsapp_connect_request', session._id)
      browser.socket.emit('whatsapp_cancel_request')
    }
    // Runs after all of them.
    const refused = browser.next('error_message')
    browser.socket.emit('whatsapp_reconnect_request', 'nothing')
    await refused
    const scan = await app.call('POST', '/sandbox/scan', { token: session.token, body: {} })
    expect(scan).toMatchObject({ status: 409, body: { code: 'sandbox_no_code' } })
    browser.close()
  })

  test('a dropped connection reconnects by itself', async () => {
    const session = await app.newUser()
    const { number } = await linkDevice(app, session)
    const browser = await openBrowser(app.url, session)
    const back = browser.next('whatsapp_status', (value) => value === 'connected')
    await phone(session, number, 'drop')
    await back
    expect(await listOf(session)).toMatchObject([{ connected: true }])
    browser.close()
  })

  test('unlinked on the phone: its owner is notified, it cannot resume, and a new scan reuses the old row', async () => {
    const session = await app.newUser()
    const { id, number } = await linkDevice(app, session)
    const browser = await openBrowser(app.url, session)
    const gone = browser.next('whatsapp_status', (value) => value === 'disconnected')
    await phone(session, number, 'unlink')
    await gone
    expect(await listOf(session)).toMatchObject([
      { id, connectionStatus: 'logged_out', connected: false },
    ])
    const refused = browser.next('error_message')
    browser.socket.emit('whatsapp_reconnect_request', id)
    expect(await refused).toBe('This number was unlinked. Link it again with a new QR code.')
    browser.close()
    expect(await linkDevice(app, session, number)).toMatchObject({ id, number, connected: true })
  })

  test('removing the registration logs out at the network and leaves the list [7.devices.remove] [2.scan.remove]', async () => {
    const session = await app.newUser()
    const { id, number } = await linkDevice(app, session)
    const removed = await app.call('DELETE', `/whatsapp/devices/${id}`, { token: session.token })
    expect(removed).toMatchObject({
      status: 200,
      body: { message: `Device ${id} removed successfully.` },
    })
    expect(await listOf(session)).toEqual([])
    const phones = async () =>
      (await app.call('GET', '/sandbox/phones', { token: session.token })).body
    await until('the phone has nothing linked', async () => {
      const [first] = (await phones()) as { linked: boolean }[]
      return first && !first.linked
    })
    expect(
      (await app.call('DELETE', `/whatsapp/devices/${id}`, { token: session.token })).status,
    ).toBe(404)
    expect(await linkDevice(app, session, number)).toMatchObject({ id })
  })
})
