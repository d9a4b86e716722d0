import type { Device } from '@kirim/contract/devices'
import { createFastClock } from '@kirim/testing/fast-clock'
import { until } from '@kirim/testing/until'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type LinkedNumber, startLinkedNumber } from '../../../testing/linked-number.ts'
import { makeGroup, openBrowser } from '../../../testing/test-browser.ts'

const DAY_MS = 24 * 3_600_000

describe('a number that the network closes', () => {
  const clock = createFastClock(40)
  let number: LinkedNumber
  beforeAll(async () => {
    number = await startLinkedNumber('SQLite', { clock })
  })
  afterAll(() => number.stop())
  afterEach(async () => {
    number.network.setNetworkWeather({ kind: 'calm' })
    number.network.setWeather(number.device.number, { kind: 'calm' })
    await reconnect()
    await until('it is back', async () => (await device()).connected)
  })

  async function device(): Promise<Device> {
    const { token } = number.session
    const list = (await number.app.call('GET', '/whatsapp/devices', { token })).body as Device[]
    const [only] = list
    if (!only) throw new Error('The number is gone.')
    return only
  }
  async function reconnect() {
    const browser = await openBrowser(number.app.url, number.session)
    browser.socket.emit('whatsapp_reconnect_request', (await device()).id)
    await until('it is asked for', async () => (await device()).connectionStatus !== 'disconnected')
    browser.close()
  }
  const problem = async () => (await device()).problem
  /** How it is shown with a problem, which its next attempt may replace. */
  const shownWith = (code: number) =>
    until(`it says ${code}`, async () => {
      const shown = await device()
      return shown.problem?.params.code === code && shown
    })

  test.each([
    [403, 'locked'],
    [406, 'banned'],
    [409, 'client_refused'],
    [411, 'no_linked_devices'],
    [405, 'client_outdated'],
  ])('with %i stays linked, says why, and comes back when asked', async (code, expected) => {
    number.network.setWeather(number.device.number, { kind: 'closed', code, when: 'login' })
    number.network.close(number.device.number, 503)
    await until('it says why', async () => (await problem())?.code === expected)
    const told = await device()
    expect(told).toMatchObject({ connected: false, connectionStatus: 'disconnected' })
    expect(told.problem).toMatchObject({ params: { code } })
    expect(told.problem?.message).toContain(`(${code})`)
  })

  test('with 440 yields at once, and shows why', async () => {
    number.network.close(number.device.number, 440)
    await until('it says so', async () => (await problem())?.code === 'opened_elsewhere')
    expect((await device()).connectionStatus).toBe('disconnected')
  })

  test('with 402 and an end shows until when, and waits', async () => {
    const lastsMs = 300 * DAY_MS
    number.network.setWeather(number.device.number, {
      kind: 'banned',
      until: Date.now() + lastsMs,
    })
    await until('it says until when', async () => (await problem())?.code === 'banned_until')
    const { problem: said, connectionStatus } = await device()
    expect(connectionStatus).toBe('connecting')
    const rest = Date.parse(String(said?.params.at)) - clock.now()
    expect(Math.abs(rest - lastsMs)).toBeLessThan(DAY_MS)
  })

  test('with 402 and no end does not suggest a review, which only helps with 406', async () => {
    number.network.close(number.device.number, 402)
    await until('it says so', async () => (await problem())?.code === 'banned_unnamed')
    expect((await device()).connectionStatus).toBe('connecting')
  })

  test('with 402 is not counted in the estimate of a campaign', async () => {
    const { app, session } = number
    const people = [{ name: 'Ali', phoneNumber: '60123000001' }]
    const contactGroupId = await makeGroup(app, session, 'Everybody', people)
    const estimate = async () => {
      const body = { contactGroupId, minIntervalSeconds: 4, maxIntervalSeconds: 4 }
      const path = `/campaigns/${number.device.id}/estimate`
      return (await app.call('POST', path, { token: session.token, body })).body
    }
    expect(await estimate()).toMatchObject({ people: 1, isOffline: false })
    number.network.setWeather(number.device.number, { kind: 'banned', until: Date.now() + DAY_MS })
    await until('it says until when', async () => (await problem())?.code === 'banned_until')
    expect(await estimate()).toMatchObject({ people: 1, isOffline: true, endsAt: null })
  })

  test('with repeated 515 backs off, and shows why', async () => {
    number.network.setWeather(number.device.number, { kind: 'closed', code: 515, when: 'login' })
    number.network.close(number.device.number, 515)
    expect(await shownWith(515)).toMatchObject({
      connectionStatus: 'connecting',
      problem: { code: 'network_away_coded' },
    })
  })

  test.each([403, 503] as const)(
    'with an HTTP answer (%i) is not logged out, and reconnects by itself',
    async (answer) => {
      number.network.setNetworkWeather({ kind: 'outage', answer })
      expect(await shownWith(answer)).toMatchObject({
        connectionStatus: 'connecting',
        problem: { code: 'network_away_coded' },
      })
      number.network.setNetworkWeather({ kind: 'calm' })
      await until('it is back by itself', async () => (await device()).connected)
      expect((await device()).problem).toBeNull()
    },
  )
})
