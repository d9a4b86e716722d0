import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { systemClock } from './clock.ts'
import { silenceLibsignal } from './testing/quiet.ts'
import { createTestNetwork, nextEvent, type TestNetwork } from './testing/test-network.ts'
import { WAIT_TIMEOUT_MS } from './testing/timeouts.ts'

silenceLibsignal()
let world: TestNetwork
beforeAll(async () => {
  world = await createTestNetwork()
})
afterAll(async () => {
  await world.end()
  expect(world.faults).toEqual([])
})

describe('linking by QR code', () => {
  it('asks the client to start anew, then lets it in as a device of the phone', async () => {
    const phone = world.network.createPhone({
      owner: 'tenant',
      name: 'Aina',
      number: '60111222333',
    })
    const first = world.connect()
    const linked = nextEvent(world.network, 'phone', (event) => event.linked === 1)
    expect(await world.network.scan(await first.qr(), phone.number)).toEqual({
      phone: '60111222333',
      device: 1,
    })
    expect(await first.closed()).toBe(515)
    expect(await linked).toMatchObject({ number: '60111222333', owner: 'tenant', linked: 1 })

    const client = world.connect(first.auth)
    await client.opened()
    expect(client.socket.user).toMatchObject({ id: '60111222333:1@s.whatsapp.net', name: 'Aina' })
    expect(world.network.findPhone(phone.number)).toMatchObject({ connected: true, linked: 1 })
    await client.until((event) => event['messaging-history.set'])
    expect(client.auth.creds.myAppStateKeyId).toBeTypeOf('string')
    expect(client.auth.creds.accountSyncCounter).toBe(1)
  })

  it('knows each owner’s phones', () => {
    world.network.createPhone({ owner: 'other', name: 'Ben', number: '60111222444' })
    expect(world.network.listPhones('other').map(({ number }) => number)).toEqual(['60111222444'])
    expect(world.network.listPhones('nobody')).toEqual([])
  })

  it.each([
    ['nothing', 'qr_invalid'],
    ['https://wa.me/settings/linked_devices#2@ref,YQ==,YQ==,YQ==,1', 'qr_invalid'],
    [`2@ref,${'A'.repeat(43)}=,${'A'.repeat(43)}=,${'A'.repeat(43)}=,1`, 'qr_unknown'],
  ])('refuses %s as %s', async (text, code) => {
    const { number } = world.network.createPhone({ owner: 'o', name: 'Citra' })
    await expect(world.network.scan(text, number)).rejects.toMatchObject({ code })
  })

  it('links a QR code once, however often it is scanned at the same moment', async () => {
    const { number } = world.network.createPhone({ owner: 'o', name: 'Grace' })
    const qr = await world.connect().qr()
    const scans = await Promise.allSettled([1, 2].map(() => world.network.scan(qr, number)))
    expect(scans.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(world.network.findPhone(number)).toMatchObject({ linked: 1 })
  })

  it('refuses an expired QR code', async () => {
    let now = Date.now()
    const clock = { ...systemClock, now: () => now }
    const slow = await createTestNetwork({ clock })
    const { number } = slow.network.createPhone({ owner: 'o', name: 'Hana' })
    const qr = await slow.connect().qr()
    now += 66_000
    await expect(slow.network.scan(qr, number)).rejects.toMatchObject({ code: 'qr_expired' })
    await slow.end()
  })

  it('refuses a fifth device', async () => {
    const { phone } = await world.link()
    const link = async () => world.network.scan(await world.connect().qr(), phone.number)
    for (let device = 2; device <= 4; device++) expect(await link()).toMatchObject({ device })
    await expect(link()).rejects.toMatchObject({ code: 'too_many_devices' })
  })

  it('refuses a number that is taken, or none', () => {
    const { number } = world.network.createPhone({ owner: 'o', name: 'Devi' })
    const again = () => world.network.createPhone({ owner: 'p', name: 'Eve', number })
    expect(again).toThrowError(expect.objectContaining({ code: 'number_taken' }))
    const none = () => world.network.createPhone({ owner: 'p', name: 'Eve', number: '+60 12' })
    expect(none).toThrowError(expect.objectContaining({ code: 'number_invalid' }))
  })
})

describe('linking by pairing code', () => {
  it('lets the client in once the code is typed', async () => {
    const { number } = world.network.createPhone({ owner: 'o', name: 'Farid' })
    const first = world.connect()
    await first.qr()
    const code = await first.socket.requestPairingCode(number)
    await expect(world.network.enterPairingCode(code, '60111222444')).rejects.toMatchObject({
      code: 'qr_unknown',
    })
    const enter = () => world.network.enterPairingCode(code, number)
    expect(await vi.waitFor(enter, WAIT_TIMEOUT_MS)).toMatchObject({ phone: number })
    expect(await first.closed()).toBe(515)
    const client = world.connect(first.auth)
    await client.opened()
  })
})

describe('a linked device', () => {
  it('is still linked after the network’s restart', async () => {
    const { client, phone } = await world.link()
    const closed = client.closed()
    await world.restart()
    expect(await closed).toBe(428)
    const again = world.connect(client.auth)
    await again.opened()
    expect(world.network.findPhone(phone.number)).toMatchObject({ linked: 1, connected: true })
  })

  it('is disconnected by a drop and may reconnect', async () => {
    const { client, phone } = await world.link()
    world.network.drop(phone.number)
    expect(await client.closed()).toBe(428)
    await world.connect(client.auth).opened()
  })

  it('is refused while its phone is offline', async () => {
    const { client, phone } = await world.link()
    world.network.setOffline(phone.number, true)
    expect(await client.closed()).toBe(428)
    expect(await world.connect(client.auth).closed()).toBe(503)
    world.network.setOffline(phone.number, false)
    await world.connect(client.auth).opened()
  })

  it('is replaced by a second login of itself', async () => {
    const { client } = await world.link()
    const second = world.connect(client.auth)
    expect(await client.closed()).toBe(440)
    await second.opened()
  })

  it('uploads new prekeys when its own are used up', async () => {
    const { client } = await world.link()
    const lid = client.socket.user?.lid ?? ''
    const fetch = {
      tag: 'iq',
      attrs: { to: '@s.whatsapp.net', type: 'get', xmlns: 'encrypt' },
      content: [
        { tag: 'key', attrs: {}, content: Array(812).fill({ tag: 'user', attrs: { jid: lid } }) },
      ],
    }
    const before = client.auth.creds.nextPreKeyId
    await client.socket.query(fetch)
    await client.until(() => (client.auth.creds.nextPreKeyId > before ? true : undefined))
    await vi.waitFor(async () => {
      const count = { ...fetch, content: [{ tag: 'count', attrs: {} }] }
      const answer = await client.socket.query(count)
      expect(Number(answer.content?.[0].attrs.value)).toBeGreaterThanOrEqual(5)
    }, WAIT_TIMEOUT_MS)
  })

  it('is logged out by its phone, stays out, and can be linked again', async () => {
    const { client, phone } = await world.link()
    world.network.unlink(phone.number)
    expect(await client.closed()).toBe(401)
    expect(await world.connect(client.auth).closed()).toBe(401)
    const next = world.connect()
    expect(await world.network.scan(await next.qr(), phone.number)).toMatchObject({ device: 2 })
    await next.closed()
    await world.connect(next.auth).opened()
  })

  it('can log itself out', async () => {
    const { client, phone } = await world.link()
    const gone = nextEvent(
      world.network,
      'phone',
      (event) => event.number === phone.number && event.linked === 0,
    )
    await client.socket.logout()
    await gone
    expect(await world.connect(client.auth).closed()).toBe(401)
  })
})
