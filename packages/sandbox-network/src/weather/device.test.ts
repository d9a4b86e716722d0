import type { proto } from 'baileys'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestClient } from '../testing/client.ts'
import { silenceLibsignal } from '../testing/quiet.ts'
import { createTestNetwork, nextEvent, type TestNetwork } from '../testing/test-network.ts'
import type { Phone } from '../types.ts'

silenceLibsignal()
let world: TestNetwork
let phone: Phone
let client: TestClient
const contact = '60123456789'

beforeAll(async () => {
  world = await createTestNetwork()
  ;({ phone, client } = await world.link())
})
afterAll(async () => {
  await world.end()
  expect(world.faults).toEqual([])
})

const received = (messageId: string) =>
  client.until((event) =>
    event['messages.upsert']?.messages.find(({ key, message }) => key.id === messageId && message),
  )

describe('a chat whose messages disappear', () => {
  const expirationIn = (message: proto.IMessage | null | undefined) =>
    message?.extendedTextMessage?.contextInfo?.expiration

  it('tells its timer, and has it with everything that its contact writes', async () => {
    await world.network.setDisappearing(phone.number, contact, 86_400)
    await client.until((event) =>
      event['chats.update']?.find(({ ephemeralExpiration }) => ephemeralExpiration === 86_400),
    )
    const { id } = await world.network.sendAsContact(phone.number, contact, { text: 'Hello' })
    expect(expirationIn((await received(id)).message)).toBe(86_400)
    await world.network.setDisappearing(phone.number, contact, 0)
    const later = await world.network.sendAsContact(phone.number, contact, { text: 'Again' })
    expect((await received(later.id)).message).toMatchObject({ conversation: 'Again' })
  })

  it('shows with what timer a device has written', async () => {
    const write = async (ephemeralExpiration?: number) => {
      const arrived = nextEvent(world.network, 'message', ({ message }) => {
        return message.direction === 'to-contact'
      })
      await client.socket.sendMessage(
        `${contact}@s.whatsapp.net`,
        { text: 'Hello' },
        ephemeralExpiration ? { ephemeralExpiration } : {},
      )
      return (await arrived).message.expiration
    }
    expect(await write(604_800)).toBe(604_800)
    expect(await write()).toBeUndefined()
  })
})

describe('a status that cannot be read', () => {
  it('comes with the offline queue, and what follows comes as well', async () => {
    await client.end()
    await expect.poll(() => world.network.findPhone(phone.number)?.connected).toBe(false)
    world.network.postUnreadableStatus(phone.number, contact)
    const { id } = await world.network.sendAsContact(phone.number, contact, { text: 'After it' })
    client = world.connect(client.auth)
    await received(id)
  })
})

describe('the history of a large account', () => {
  it('comes in chunks with every chat and message once', async () => {
    const owner = world.network.createPhone({ owner: 'owner', name: 'Badrul' })
    world.network.setWeather(owner.number, { kind: 'history', chats: 30, messages: 300, chunks: 4 })
    const first = world.connect(undefined, { syncFullHistory: true })
    await world.network.scan(await first.qr(), owner.number)
    await first.closed()
    const linked = world.connect(first.auth, { shouldSyncHistoryMessage: () => true })
    const seen = { chats: new Set<string>(), messages: new Set<string>() }
    await linked.until((event) => {
      for (const { id } of event['messaging-history.set']?.chats ?? []) if (id) seen.chats.add(id)
      for (const { key } of event['messaging-history.set']?.messages ?? []) {
        seen.messages.add(`${key.remoteJid} ${key.id}`)
      }
      return seen.messages.size === 300 || undefined
    })
    expect(seen.chats.size).toBe(30)
  })
})
