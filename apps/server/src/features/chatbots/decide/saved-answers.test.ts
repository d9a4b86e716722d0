import { until } from '@kirim/testing/until'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ChatRoom, openChatRoom } from '../../../testing/chat-room.ts'
import { journeyEngines } from '../../../testing/engines.ts'
import type { StoredItem } from '../items/items.repository.ts'

const SITI = '60131000001'
const ALI = '60131000002'
const GROUP = { chat: 'group', chatJid: '1203@g.us' } as const
const SAVES = { saveData: 'response_is_saved' } as const

describe.each(journeyEngines)('an item that saves responses, on %s', (engine) => {
  let room: ChatRoom
  let order: StoredItem
  beforeEach(async () => {
    room = await openChatRoom(engine)
    order = await room.item({ caption: 'Where to?', name: 'Order', keywords: ['order'], ...SAVES })
    await room.item({ caption: 'RM4', name: 'Price', keywords: ['price'] })
  })
  afterEach(() => room.close())

  /** Receives a message, one second after the previous one. */
  async function write(text: string, more = {}, contact = SITI): Promise<void> {
    room.clock.advance(1000)
    await room.hear(contact, text, more)
    await room.settled()
  }

  test('saves the message it answers and the next one, once each', async () => {
    await write('order please')
    await write('12 Jalan Besar')
    await write('thank you')
    expect(await room.saved()).toEqual(['Order: order please', 'Order: 12 Jalan Besar'])
  })

  test('saves an answer that another item replies to', async () => {
    await write('order')
    await write('what is the price')
    expect(await room.saved()).toEqual(['Order: order', 'Order: what is the price'])
    expect(room.count()).toEqual(['Where to?', 'RM4'])
  })

  test('does not get the default response; the message after it does', async () => {
    await room.item({ caption: 'Sorry?', name: 'Default', keywords: [], isDefault: true })
    await write('order')
    await write('12 Jalan Besar')
    expect(room.count()).toEqual(['Where to?'])
    await write('and now?')
    expect(room.count()).toEqual(['Where to?', 'Sorry?'])
    expect(await room.saved()).toEqual(['Order: order', 'Order: 12 Jalan Besar'])
  })

  test('does not get the default response after a restart either', async () => {
    await room.item({ caption: 'Sorry?', name: 'Default', keywords: [], isDefault: true })
    await write('order')
    room.disconnect()
    room.clock.advance(1000)
    await room.hear(SITI, '12 Jalan Besar')
    room.restart()
    await room.settled()
    expect(room.count()).toEqual(['Where to?'])
    expect(await room.saved()).toEqual(['Order: order', 'Order: 12 Jalan Besar'])
  })

  test('saves one message once', async () => {
    await write('order')
    await write('order again')
    expect(await room.saved()).toEqual(['Order: order', 'Order: order again'])
  })

  test('saves it when a chain has led to the item', async () => {
    await room.item({ caption: 'Hello', name: 'Start', keywords: ['hello'], nextItemId: order.id })
    await write('hello')
    await write('12 Jalan Besar')
    expect(room.count()).toEqual(['Hello', 'Where to?'])
    expect(await room.saved()).toEqual(['Order: hello', 'Order: 12 Jalan Besar'])
  })

  test('saves both while the chatbot holds back', async () => {
    await room.set({ cooldownSeconds: 600, quietMinutes: 10 })
    await write('order')
    await write('12 Jalan Besar')
    await write('order more')
    await room.hear(SITI, 'I will see to it', { fromMe: true })
    await write('order even more')
    expect(room.count()).toEqual(['Where to?'])
    expect(await room.saved()).toEqual([
      'Order: order',
      'Order: 12 Jalan Besar',
      'Order: order more',
      'Order: order even more',
    ])
  })

  test('saves an answer that is too late for a reply', async () => {
    await write('order')
    await write('12 Jalan Besar', { sentAt: room.clock.now() - 60 * 60_000 })
    expect(await room.saved()).toEqual(['Order: order', 'Order: 12 Jalan Besar'])
  })

  test("does not save another member's message in a group", async () => {
    await write('order', { ...GROUP, senderJid: `${SITI}@s.whatsapp.net` })
    await write('nonsense', { ...GROUP, senderJid: `${ALI}@s.whatsapp.net` }, ALI)
    await write('12 Jalan Besar', { ...GROUP, senderJid: `${SITI}@s.whatsapp.net` })
    expect(await room.saved()).toEqual(['Order: order', 'Order: 12 Jalan Besar'])
  })

  test('recognises a group member whose number becomes known later', async () => {
    await write('order', { ...GROUP, senderJid: '77@lid', senderNumber: null })
    await write('nonsense', { ...GROUP, senderJid: '78@lid' }, ALI)
    await write('12 Jalan Besar', { ...GROUP, senderJid: '77@lid' })
    expect(await room.saved()).toEqual(['Order: order', 'Order: 12 Jalan Besar'])
  })

  test('waits for messages after the question, not while it is being typed', async () => {
    const typed = { presenceDelayTime: 10, presenceDelayStatus: 'enable_typing' } as const
    await room.item({ caption: 'Size?', name: 'Size', keywords: ['shirt'], ...SAVES, ...typed })
    await room.hear(SITI, 'a shirt')
    await until('it types', () => room.network.presences.length === 1)
    room.clock.advance(5000)
    await room.hear(SITI, 'are you there')
    room.clock.advance(5000)
    await until('it is asked', () => room.count().length === 1)
    await room.settled()
    await write('M')
    expect(await room.saved()).toEqual(['Size: a shirt', 'Size: M'])
  })

  test('awaits nothing when its question was never sent', async () => {
    room.network.outcome = async () => ({ kind: 'refused', code: '463' })
    await write('order')
    await write('12 Jalan Besar')
    expect(await room.saved()).toEqual(['Order: order'])
  })

  test('stops when saving is switched off or the item is deleted', async () => {
    await write('order')
    await room.erase(order)
    await write('12 Jalan Besar')
    expect(await room.saved()).toEqual(['Order: order'])
  })
})
