import type { DeviceProxy } from '@kirim/contract/device-proxy'
import type { Device } from '@kirim/contract/devices'
import type { PairingCode } from '@kirim/contract/realtime'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { createSecretBox } from '../../../platform/crypto/secret-box.ts'
import {
  type LinkedNumber,
  makeItem,
  startLinkedNumber,
  switchOn,
} from '../../../testing/linked-number.ts'
import { startHttpProxy, startSocksProxy, type TestProxy } from '../../../testing/proxies.ts'
import { seedMember } from '../../../testing/seed-member.ts'
import { linkBy, openBrowser, pngFile } from '../../../testing/test-browser.ts'

const CONTACT = '60131000001'
const credentials = { username: 'siti', password: 'kopi-ais-rahsia' }
const MEDIA_HOST = 'mmg.whatsapp.net:443'
const CHATS = 20
const CHUNKS = 2
const secretKey = Buffer.alloc(32, 7)

describe('the proxy of a number', () => {
  let minutes = 0
  const clock = { ...systemClock, now: () => systemClock.now() + minutes * 60_000 }
  // As many tests as one likes: a user has ten a minute.
  beforeEach(() => {
    minutes += 2
  })
  let number: LinkedNumber | undefined
  let http: TestProxy
  let socks: TestProxy
  beforeAll(async () => {
    http = await startHttpProxy(credentials)
    socks = await startSocksProxy(credentials)
    number = await startLinkedNumber('SQLite', {
      clock,
      sharesClock: true,
      env: { SECRET_KEY: secretKey.toString('base64') },
    })
    const { app, session, device } = number
    await makeItem(app.call, session.token, device.id, {
      name: 'Menu',
      keywords: 'menu',
      captionAi: 'Here',
      mediaFileAi: pngFile('menu.png'),
    })
    await switchOn(app.call, session.token, device.id)
  })
  afterAll(async () => {
    await number?.stop()
    await http?.stop()
    await socks?.stop()
  })

  const its = () => {
    if (!number) throw new Error('It was not linked.')
    return number
  }
  const path = (id = its().device.id) => `/whatsapp/devices/${id}/proxy`
  const call = (method: string, at: string, body?: unknown, { token } = its().session) =>
    its().app.call(method, at, { token, ...(body !== undefined && { body }) })
  const formOf = (proxy: TestProxy, more: object = {}) => ({
    scheme: proxy === http ? 'http' : 'socks5',
    host: '127.0.0.1',
    port: proxy.port,
    ...credentials,
    ...more,
  })
  const shown = async () => (await call('GET', path())).body as DeviceProxy
  const device = async () => {
    const [only] = (await call('GET', '/whatsapp/devices')).body as Device[]
    if (!only) throw new Error('The number is gone.')
    return only
  }
  const networkHost = () => new URL(its().network.url).host
  const linesToNetwork = (proxy: TestProxy) =>
    proxy.opened.filter((host) => host === networkHost()).length
  const stored = async () => {
    const db = its().app.openDatabase()
    try {
      return await db.selectFrom('device_proxies').selectAll().execute()
    } finally {
      await db.destroy()
    }
  }
  /** A picture is asked for and arrives. */
  async function answersWithPicture() {
    const { network, device: linked } = its()
    const before = its().heard(CONTACT).length
    await network.sendAsContact(linked.number, CONTACT, { text: 'menu' })
    await until('the picture came', () => its().heard(CONTACT).length > before)
    const last = network
      .messages(linked.number, CONTACT, { limit: 1000 })
      .findLast(({ direction }) => direction === 'to-contact')
    expect(last).toMatchObject({ kind: 'image', text: 'Here' })
  }
  const lidsKnown = async () => {
    const db = its().app.openDatabase()
    try {
      const rows = await db
        .selectFrom('device_credentials')
        .select('name')
        .where('device_id', '=', its().device.id)
        .where('kind', '=', 'lid-mapping')
        .execute()
      return rows.length
    } finally {
      await db.destroy()
    }
  }
  /** Its phone unlinks it, links it again, and shares its history in files. */
  async function linksAgain(proxy: TestProxy, how: 'by a scan' | 'by a code') {
    const { app, network, session, device: linked } = its()
    network.setWeather(linked.number, {
      kind: 'history',
      chats: CHATS,
      messages: 40,
      chunks: CHUNKS,
      files: true,
    })
    network.unlink(linked.number)
    await until('it is unlinked', async () => (await device()).connectionStatus === 'logged_out')
    const lines = linesToNetwork(proxy)
    const browser = await openBrowser(app.url, session)
    const connected = browser.next('whatsapp_status', (status) => status === 'connected')
    if (how === 'by a scan') {
      const qr = browser.next<string>('whatsapp_qr')
      browser.socket.emit('whatsapp_relink_request', linked.id)
      const shown = await qr
      expect(linesToNetwork(proxy)).toBe(lines + 1)
      await network.scan(shown, linked.number)
    } else {
      const pairing = browser.next<PairingCode>('whatsapp_pairing_code')
      browser.socket.emit('whatsapp_pairing_request', linked.number)
      const { code } = await pairing
      expect(linesToNetwork(proxy)).toBe(lines + 1)
      await network.enterPairingCode(code, linked.number)
    }
    await connected
    browser.close()
    await until('its chats are known', async () => (await lidsKnown()) >= 2 * CHATS)
    network.setWeather(linked.number, { kind: 'calm' })
  }

  test('is none at first', async () => {
    expect(await call('GET', path())).toMatchObject({
      status: 200,
      body: { proxy: null, mayChange: true },
    })
    expect((await device()).proxy).toBeNull()
  })

  test.each(['http', 'socks5'])('of type %s carries all traffic of the number', async (scheme) => {
    const proxy = scheme === 'http' ? http : socks
    const lines = linesToNetwork(proxy)
    const answer = await call('PUT', path(), formOf(proxy))
    expect(answer).toMatchObject({
      status: 200,
      body: { proxy: { scheme, port: proxy.port, username: 'siti', hasPassword: true } },
    })
    expect(JSON.stringify(answer.body)).not.toContain(credentials.password)
    // One for the test, one for the number.
    await until('it is tested, and connects', () => linesToNetwork(proxy) >= lines + 2)
    await until('it is back', async () => (await device()).connected)
    expect((await device()).proxy).toEqual({ host: '127.0.0.1' })

    await answersWithPicture()
    const media = proxy.opened.find((host) => host !== networkHost())
    expect(media).toBeDefined()

    // It has the network's name for what comes with a path alone, as the history does.
    proxy.lead(MEDIA_HOST, media ?? '')
    await linksAgain(proxy, scheme === 'http' ? 'by a scan' : 'by a code')
    expect(proxy.opened.filter((host) => host === MEDIA_HOST)).toHaveLength(CHUNKS)
  })

  test('that dies is reported, never bypassed, and used again when it is back', async () => {
    const proxy = socks
    await proxy.die()
    await until('it is told', async () => (await device()).problem?.code === 'proxy_down')
    expect(await device()).toMatchObject({ connected: false, connectionStatus: 'connecting' })
    await its().network.sendAsContact(its().device.number, CONTACT, { text: 'menu' })
    const heard = its().heard(CONTACT).length
    await proxy.revive()
    await until('it comes back', async () => (await device()).connected)
    expect((await device()).problem).toBeNull()
    await until('what waited is answered', () => its().heard(CONTACT).length > heard)
  })

  test('that refuses the password or the destination is reported, and retried', async () => {
    await call('PUT', path(), formOf(http))
    await until('it is through', async () => (await device()).connected)
    http.behave('blocks')
    its().network.close(its().device.number, 503)
    await until('it says so', async () => (await device()).problem?.code === 'proxy_blocks')
    http.behave('works')
    await until('it is back', async () => (await device()).connected)
  })

  test.each<[string, object, string]>([
    ['a wrong password', { password: 'wrong' }, 'proxy_sign_in'],
    ['another kind of proxy', { scheme: 'socks5' }, 'proxy_of_another_kind'],
    ['no proxy', { port: 1 }, 'proxy_unreachable'],
    ['a metadata service', { host: '169.254.169.254' }, 'proxy_address_refused'],
  ])('with %s is refused with the reason, and not stored', async (_what, more, reasonCode) => {
    await call('DELETE', path())
    const refused = { status: 422, body: { code: 'proxy_test_failed', params: { reasonCode } } }
    expect(await call('POST', `${path()}/test`, formOf(http, more))).toMatchObject(refused)
    expect(await call('PUT', path(), formOf(http, more))).toMatchObject(refused)
    expect(await stored()).toEqual([])
  })

  test('that does not reach the network is refused', async () => {
    http.behave('blocks')
    const blocked = await call('PUT', path(), formOf(http))
    expect(blocked.body).toMatchObject({ params: { reasonCode: 'proxy_blocks' } })
    http.behave('works')
    its().network.setNetworkWeather({ kind: 'outage', answer: 503 })
    const closed = await call('PUT', path(), formOf(http))
    expect(closed.body).toMatchObject({
      params: { reasonCode: 'proxy_network_status', status: 503 },
    })
    its().network.setNetworkWeather({ kind: 'calm' })
    expect(await stored()).toEqual([])
  })

  test('can be tested without saving it', async () => {
    const tested = await call('POST', `${path()}/test`, formOf(socks))
    expect(tested).toMatchObject({ status: 200, body: { latencyMs: expect.any(Number) } })
    expect(await stored()).toEqual([])
  })

  test('has an encrypted password that is used for this number and proxy only', async () => {
    await call('PUT', path(), formOf(http))
    const [row] = await stored()
    expect(row?.sealed_password).toMatch(/^v1\./)
    expect(JSON.stringify(row)).not.toContain(credentials.password)
    const box = createSecretBox(secretKey)
    expect(box.open(row?.sealed_password ?? '', `${row?.device_id}/proxy`)).toBe(
      credentials.password,
    )
    const { password: _, ...without } = formOf(http)
    expect((await call('PUT', path(), without)).status).toBe(200)
    const another = { ...without, username: 'siti2' }
    expect((await call('PUT', path(), another)).body).toMatchObject({
      params: { reasonCode: 'proxy_sign_in' },
    })
    expect(await shown()).toMatchObject({ proxy: { username: 'siti', hasPassword: true } })
  })

  test('can be set by members only if an admin allows it, and never in a private network', async () => {
    const { app, network } = its()
    const member = await app.newUser()
    const theirs = await linkBy(app, member, async (code) => {
      const phone = network.createPhone({ owner: 'member', name: 'Aina' })
      await network.scan(code, phone.number)
      return phone.number
    })
    const as = (method: string, at: string, body?: unknown) => call(method, at, body, member)
    const refused = { status: 403, body: { code: 'proxies_not_allowed' } }
    expect(await as('PUT', path(theirs.id), formOf(http))).toMatchObject(refused)
    expect(await as('POST', `${path(theirs.id)}/test`, formOf(http))).toMatchObject(refused)
    expect(await as('GET', path(theirs.id))).toMatchObject({ body: { mayChange: false } })
    expect((await as('GET', '/admin/proxies')).status).toBe(403)
    expect((await as('PUT', '/admin/proxies', { membersMay: true })).status).toBe(403)

    expect((await call('GET', '/admin/proxies')).body).toEqual({ membersMay: false })
    expect((await call('PUT', '/admin/proxies', { membersMay: true })).status).toBe(200)
    expect(await as('GET', path(theirs.id))).toMatchObject({ body: { mayChange: true } })
    expect((await as('PUT', path(theirs.id), formOf(http))).body).toMatchObject({
      code: 'proxy_test_failed',
      params: { reasonCode: 'proxy_address_refused' },
    })

    for (const method of ['GET', 'PUT', 'DELETE']) {
      const body = method === 'PUT' ? formOf(http) : undefined
      expect((await as(method, path(), body)).status).toBe(404)
    }
    expect((await as('POST', `${path()}/test`, formOf(http))).status).toBe(404)
    expect((await shown()).proxy).not.toBeNull()
  })

  test('is in no private network while somebody who is no admin can change it', async () => {
    const { app, session } = its()
    const manager = await app.newUser()
    const db = app.openDatabase()
    const tests = () => call('POST', `${path()}/test`, formOf(http))
    try {
      await seedMember(db, session._id, manager._id, { role: 'manager' })
      expect((await tests()).body).toMatchObject({
        params: { reasonCode: 'proxy_address_refused' },
      })
      await seedMember(db, session._id, manager._id, { role: 'agent' })
      expect((await tests()).status).toBe(200)
    } finally {
      await db.destroy()
    }
  })

  test('can be removed, and the number connects directly', async () => {
    expect((await call('DELETE', path())).status).toBe(204)
    const lines = linesToNetwork(http)
    await until('it is back', async () => (await device()).connected)
    expect(await shown()).toMatchObject({ proxy: null })
    await answersWithPicture()
    expect(linesToNetwork(http)).toBe(lines)
  })

  test('is used to log out when the number is removed, and then deleted', async () => {
    await call('PUT', path(), formOf(socks))
    await until('it is through', async () => (await device()).connected)
    expect((await call('DELETE', `/whatsapp/devices/${its().device.id}`)).status).toBe(200)
    expect(await stored()).toEqual([])
  })
})
