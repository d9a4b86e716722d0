import {
  downloadMediaMessage,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  S_WHATSAPP_NET,
} from 'baileys'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TestClient } from '../testing/client.ts'
import { PNG } from '../testing/picture.ts'
import { silenceLibsignal } from '../testing/quiet.ts'
import { createTestNetwork, nextEvent, type TestNetwork } from '../testing/test-network.ts'
import type { Phone } from '../types.ts'
import type { SlowMedia } from './weather.ts'

silenceLibsignal()
const contact = '60123456789'
let world: TestNetwork
let phone: Phone
let client: TestClient

beforeAll(async () => {
  world = await createTestNetwork()
  ;({ phone, client } = await world.link())
})
afterEach(() => world.network.setWeather(phone.number, { kind: 'calm' }))
afterAll(async () => {
  await world.end()
  expect(world.faults).toEqual([])
})

const slow = (how: NonNullable<SlowMedia['how']>, forMs = 400) =>
  world.network.setWeather(phone.number, { kind: 'slow_media', how, forMs })

const send = () =>
  client.socket.sendMessage(`${contact}@s.whatsapp.net`, { image: PNG, jpegThumbnail: '' })

describe('an upload', () => {
  it('takes as long as it is said, and arrives', async () => {
    slow('trickle')
    const arrived = nextEvent(world.network, 'message', ({ message }) => message.kind === 'image')
    const before = Date.now()
    await send()
    expect(Date.now() - before).toBeGreaterThanOrEqual(390)
    expect((await arrived).message.media?.intact).toBe(true)
    expect(world.network.weatherOf(phone.number).struck).toBe(1)
  })

  it.each(['silence', 'cut'] as const)(
    'that ends in %s fails, and a later one arrives',
    async (how) => {
      slow(how)
      await expect(send()).rejects.toThrow()
      world.network.setWeather(phone.number, { kind: 'calm' })
      const arrived = nextEvent(world.network, 'message', ({ message }) => message.kind === 'image')
      await send()
      expect((await arrived).message.media?.intact).toBe(true)
    },
  )
})

describe('whoever asks where to upload', () => {
  // The driver's own question would keep the refusal.
  async function ask() {
    const answer = await client.socket.query({
      tag: 'iq',
      attrs: { type: 'set', xmlns: 'w:m', to: S_WHATSAPP_NET },
      content: [{ tag: 'media_conn', attrs: {} }],
    })
    return getBinaryNodeChildren(getBinaryNodeChild(answer, 'media_conn'), 'host')
  }

  it('is refused', async () => {
    slow('refused')
    await expect(ask()).rejects.toMatchObject({ data: 503 })
    expect(world.network.weatherOf(phone.number).struck).toBe(1)
  })

  it('is told of no host', async () => {
    slow('no_hosts')
    expect(await ask()).toEqual([])
    world.network.setWeather(phone.number, { kind: 'calm' })
    expect(await ask()).toHaveLength(1)
  })
})

describe('a download', () => {
  async function picture() {
    const { id } = await world.network.sendAsContact(phone.number, contact, {
      image: PNG,
      mime: 'image/png',
    })
    return client.until((event) =>
      event['messages.upsert']?.messages.find(({ key, message }) => key.id === id && message),
    )
  }

  it('takes as long as it is said, and is complete', async () => {
    const message = await picture()
    slow('trickle')
    const before = Date.now()
    expect(await downloadMediaMessage(message, 'buffer', {})).toEqual(PNG)
    expect(Date.now() - before).toBeGreaterThanOrEqual(200)
  })

  it('breaks off halfway', async () => {
    const message = await picture()
    slow('cut')
    await expect(downloadMediaMessage(message, 'buffer', {})).rejects.toThrow()
  })

  it('is never answered, until the caller gives up', async () => {
    const message = await picture()
    slow('silence')
    const url = message.message?.imageMessage?.url ?? ''
    const got = fetch(url, { signal: AbortSignal.timeout(300) })
      .then((response) => response.arrayBuffer())
      .then(
        () => 'a file',
        () => 'nothing',
      )
    expect(await got).toBe('nothing')
  })

  it('of another phone’s file is as quick as ever', async () => {
    const message = await picture()
    const other = world.network.createPhone({ owner: 'other', name: 'Badrul' })
    world.network.setWeather(other.number, { kind: 'slow_media', how: 'silence' })
    expect(await downloadMediaMessage(message, 'buffer', {})).toEqual(PNG)
  })
})
