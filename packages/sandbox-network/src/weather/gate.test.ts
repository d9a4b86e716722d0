import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { copyAuth, type TestClient } from '../testing/client.ts'
import { silenceLibsignal } from '../testing/quiet.ts'
import { createTestNetwork, nextEvent, type TestNetwork } from '../testing/test-network.ts'
import type { Phone } from '../types.ts'
import type { Weather } from './weather.ts'

silenceLibsignal()
let world: TestNetwork
let phone: Phone
let client: TestClient

beforeAll(async () => {
  world = await createTestNetwork()
  ;({ phone, client } = await world.link())
})
afterEach(() => {
  world.network.setNetworkWeather({ kind: 'calm' })
  world.network.setWeather(phone.number, { kind: 'calm' })
})
afterAll(async () => {
  await world.end()
  expect(world.faults).toEqual([])
})

const again = (config?: Parameters<TestNetwork['connect']>[1]) =>
  world.connect(copyAuth(client.auth), config)

/** What the client was told when its connection failed. */
const failure = (closed: TestClient) =>
  closed.until((event) => {
    const update = event['connection.update']
    const error = update?.connection === 'close' ? update.lastDisconnect?.error : undefined
    return error && { ...(error as { data?: Record<string, string> }).data }
  })

const reopened = async () => {
  client = again()
  await client.opened()
}

describe('an outage of the network', () => {
  it.each([403, 503] as const)(
    'answers upgrades with %i, and cuts what is open',
    async (answer) => {
      await reopened()
      world.network.setNetworkWeather({ kind: 'outage', answer })
      expect(await client.closed()).toBe(428)
      const socket = new WebSocket(world.network.url)
      const [, response] = await once(socket, 'unexpected-response')
      expect(response.statusCode).toBe(answer)
      response.destroy()
    },
  )

  it('never answers an upgrade, and the client gives up by itself', async () => {
    world.network.setNetworkWeather({ kind: 'outage', answer: 'silence' })
    const waiting = again({ connectTimeoutMs: 300 })
    expect(await waiting.closed()).toBe(408)
  })

  it('is remembered by a network that stops while upgrades wait', async () => {
    world.network.setNetworkWeather({ kind: 'outage', answer: 'silence' })
    const socket = new WebSocket(world.network.url)
    const broken = once(socket, 'error')
    // Answered after the upgrade has arrived.
    await fetch(world.network.url.replace('ws:', 'http:'))
    await world.restart()
    expect(String(await broken)).toMatch(/hang up|ECONNRESET/)
    expect(world.network.weatherOfNetwork()).toEqual({ kind: 'outage', answer: 'silence' })
    world.network.setNetworkWeather({ kind: 'calm' })
    await reopened()
  })
})

describe('a client that is too old', () => {
  const version = [2, 3000, 1_050_000_000] as const

  it('is shown no QR code and told 405, a newer one is shown its code', async () => {
    world.network.setNetworkWeather({ kind: 'old_client', version })
    const old = world.connect(undefined, { version: [2, 3000, 1_049_999_999] })
    expect(await old.closed()).toBe(405)
    expect(old.past.some((event) => event['connection.update']?.qr)).toBe(false)
    for (const accepted of [version, [2, 3001, 0], [3, 0, 0]] as const) {
      const recent = world.connect(undefined, { version: [...accepted] })
      expect(await recent.qr()).toMatch(/^https|^2@/)
      await recent.end()
    }
  })

  it('is told 405 at its login, and cut when it is connected', async () => {
    await reopened()
    world.network.setWeather(phone.number, { kind: 'old_client', version })
    expect(await client.closed()).toBe(428)
    expect(await again().closed()).toBe(405)
    await again({ version: [...version] }).opened()
    world.network.setWeather(phone.number, { kind: 'old_client' })
    expect(await again({ version: [...version] }).closed()).toBe(405)
    expect(world.network.weatherOf(phone.number)).toMatchObject({ struck: 2 })
  })
})

describe('a banned phone', () => {
  it('is refused with 402, the cause and the seconds until its end', async () => {
    await reopened()
    const until = Date.now() + 3_600_000
    world.network.setWeather(phone.number, { kind: 'banned', until, code: 104 })
    expect(await client.closed()).toBe(428)
    const refused = again()
    expect(await refused.closed()).toBe(402)
    const { expire, ...rest } = await failure(refused)
    expect(rest).toMatchObject({ reason: '402', code: '104' })
    expect(Number(expire)).toBeGreaterThan(3590)
    expect(Number(expire)).toBeLessThanOrEqual(3600)
  })

  it('is refused with 406 when that has no end', async () => {
    world.network.setWeather(phone.number, { kind: 'banned' })
    expect(await again().closed()).toBe(406)
  })

  it('is let in when its ban is over', async () => {
    world.network.setWeather(phone.number, { kind: 'banned', until: Date.now() + 1500 })
    const over = nextEvent(world.network, 'weather', ({ report }) => report.now.kind === 'calm')
    expect(await again().closed()).toBe(402)
    await over
    await reopened()
    const kinds = world.network.weatherChanges(phone.number).map(({ kind }) => kind)
    expect(kinds.slice(-2)).toEqual(['banned', 'calm'])
  })
})

describe('a connection that is closed', () => {
  it.each([401, 403, 405, 406, 409, 411, 500, 503])('at its login says %i', async (code) => {
    world.network.setWeather(phone.number, { kind: 'closed', code, when: 'login' })
    expect(await again().closed()).toBe(code)
  })

  it.each([401, 403, 409, 411, 428, 440, 500, 503, 515])('while open says %i', async (code) => {
    await reopened()
    world.network.close(phone.number, code)
    expect(await client.closed()).toBe(code)
  })

  it('closes each connection as long as the weather lasts', async () => {
    await reopened()
    const weather: Weather = { kind: 'closed', code: 503, when: 'open', afterMs: 20 }
    world.network.setWeather(phone.number, weather)
    expect(await client.closed()).toBe(503)
    // On a slow machine it may not have opened by then.
    expect(await again().closed()).toBe(503)
    expect(world.network.weatherOf(phone.number)).toMatchObject({ set: weather, struck: 2 })
  })

  it('closes every login of everybody, and every linking', async () => {
    world.network.setNetworkWeather({ kind: 'closed', code: 503 })
    expect(await again().closed()).toBe(503)
    expect(await world.connect().closed()).toBe(503)
  })
})

it('survives a restart of the network', async () => {
  const weather: Weather = { kind: 'banned', until: Date.now() + 3_600_000 }
  world.network.setWeather(phone.number, weather)
  await world.restart()
  expect(world.network.weatherOf(phone.number).now).toEqual(weather)
  expect(await again().closed()).toBe(402)
})
