import type { ChatEntry } from '@kirim/contract/chat-entries'
import type { Chat } from '@kirim/contract/chats'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CrashWorld, killsOf, startCrashWorld } from '../../../testing/crash-world.ts'
import { journeyEngines } from '../../../testing/engines.ts'
import { messagesReceivedBy } from '../../../testing/linked-number.ts'

const KILLS = killsOf(50)
const SPEED = 20
const NURUL = '60125000001'
/** A tenth of a second at this speed. */
const LATER_MS = 2000

describe.each(journeyEngines)('kill -9 between Send and the tick, on %s', (engine) => {
  let world: CrashWorld
  beforeAll(async () => {
    world = await startCrashWorld(engine, SPEED)
  })
  afterAll(() => world?.stop())

  const call = (method: string, path: string, body?: object) =>
    world.call(method, path, { token: world.session.token, ...(body && { body }) })
  const heard = () => messagesReceivedBy(world.network, world.device.number, NURUL)

  async function chatOf(): Promise<string> {
    await world.network.sendAsContact(world.device.number, NURUL, { text: 'Salam' })
    let id = ''
    await until('the chat is there', async () => {
      const { chats } = (await call('GET', '/chats?view=all')).body as { chats: Chat[] }
      id = chats[0]?.id ?? ''
      return id !== ''
    })
    return id
  }

  /** As a browser does: again with the same id, until there is an answer. */
  async function press(chatId: string, message: object): Promise<ChatEntry> {
    let entry: ChatEntry | null = null
    await until('it is taken', async () => {
      const answer = await call('POST', `/chats/${chatId}/messages`, message).catch(() => null)
      if (answer?.status === 201) entry = answer.body as ChatEntry
      return entry !== null
    })
    if (!entry) throw new Error('It was not taken.')
    return entry
  }

  test('each message, at once or later, arrives once', async () => {
    const chatId = await chatOf()
    const texts: string[] = []
    for (let kill = 0; kill < KILLS; kill += 1) {
      const now = { text: `now ${kill}`, clientId: `now-at-kill-${kill}` }
      const pressed = press(chatId, now)
      const killed = world.killWithin(60)
      const { at } = await pressed
      const sendAt = new Date(Date.parse(at) + LATER_MS).toISOString()
      const later = { text: `later ${kill}`, clientId: `later-at-kill-${kill}`, sendAt }
      await killed
      texts.push(now.text)
      const answer = await call('POST', `/chats/${chatId}/messages`, later).catch(() => null)
      if (answer?.status === 201) texts.push(later.text)
    }
    await until('all have arrived', () => texts.every((text) => heard().includes(text)))
    expect(heard().toSorted()).toEqual(texts.toSorted())
  })
})
