import type { Session } from '@kirim/contract/accounts'
import type { Device } from '@kirim/contract/devices'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { journeyEngines } from '../../../testing/engines.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { linkDevice, openBrowser, type TestBrowser } from '../../../testing/test-browser.ts'

describe.each(journeyEngines)('the status of somebody with two numbers, on %s', (engine) => {
  let app: TestApp
  let admin: Session

  beforeAll(async () => {
    app = await startTestApp(engine)
    admin = await app.newUser('The admin')
  })
  afterAll(() => app.stop())

  /** Two linked numbers, and a browser that records every status. */
  async function linkTwo() {
    const session = await app.newUser()
    await app.call('PUT', `/admin/users/${session._id}`, {
      token: admin.token,
      body: { membershipPlan: 'Pro' },
    })
    const devices = [await linkDevice(app, session), await linkDevice(app, session)] as const
    const browser = await openBrowser(app.url, session)
    const told: unknown[] = []
    browser.socket.on('whatsapp_status', (status) => told.push(status))
    return { session, devices, browser, told }
  }

  /** What a reload shows. */
  const askStatus = (browser: TestBrowser) => {
    const status = browser.next('whatsapp_status')
    browser.socket.emit('get_whatsapp_status')
    return status
  }

  type Close = (session: Session, device: Device, browser: TestBrowser) => Promise<unknown>
  const closings: [string, Close][] = [
    [
      'disconnected',
      async (_session, { id }, browser) => browser.socket.emit('whatsapp_disconnect_request', id),
    ],
    [
      'unlinked on its phone',
      ({ token }, { number }) =>
        app.call('PUT', `/sandbox/phones/${number}`, { token, body: { action: 'unlink' } }),
    ],
    ['removed', ({ token }, { id }) => app.call('DELETE', `/whatsapp/devices/${id}`, { token })],
  ]

  test.each(closings)(
    'stays connected when one is %s, and is disconnected after both',
    async (_how, close) => {
      const { session, devices, browser, told } = await linkTwo()
      for (const [n, left] of ['connected', 'disconnected'].entries()) {
        const device = devices[n]
        if (!device) throw new Error('There are two devices.')
        const status = browser.next('whatsapp_status')
        await close(session, device, browser)
        expect(await status).toBe(left)
        expect(await askStatus(browser)).toBe(left)
      }
      expect(told).toEqual(['connected', 'connected', 'disconnected', 'disconnected'])
      browser.close()
    },
  )

  test('shows the pending code while one is disconnected, and the other number after it is withdrawn', async () => {
    const { session, devices, browser, told } = await linkTwo()
    const code = browser.next('whatsapp_status')
    browser.socket.emit('whatsapp_connect_request', session._id)
    await code
    const closed = browser.next('devices_changed')
    browser.socket.emit('whatsapp_disconnect_request', devices[0].id)
    await closed
    const other = browser.next('whatsapp_status', (status) => status === 'connected')
    browser.socket.emit('whatsapp_cancel_request')
    await other
    expect(told).toEqual(['waiting_qr', 'waiting_qr', 'disconnected', 'connected'])
    browser.close()
  })
})
