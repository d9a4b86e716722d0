import { until } from '@kirim/testing/until'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ChatRoom, openChatRoom } from '../../testing/chat-room.ts'
import { engines } from '../../testing/engines.ts'

const SITI = '60131000001'
const LID = '77@lid'
const NAMELESS = { chatJid: LID, senderJid: LID, senderNumber: null }
const BOTH = { chatJid: LID, senderJid: LID }
const BY_NUMBER = { chatLid: LID }
const MINUTE = 60_000
const TABLES = ['inbox', 'chatbot_replies', 'chat_pauses', 'awaited_responses'] as const

describe.each(engines)('a chat whose number is told later, on %s', (engine) => {
  let room: ChatRoom
  beforeEach(async () => {
    room = await openChatRoom(engine)
  })
  afterEach(() => room.close())

  /** Receives a message one second after the previous one; returns why it was not answered. */
  async function askAs(text: string, more: object): Promise<string | null> {
    room.clock.advance(1000)
    const messageId = await room.hear(SITI, text, more)
    await room.settled()
    return (await room.inbox(messageId)).reason
  }
  async function keys(): Promise<string[]> {
    const rows = await Promise.all(
      TABLES.map((table) => room.db.selectFrom(table).select('chat_key').distinct().execute()),
    )
    return [...new Set(rows.flat().map((row) => row.chat_key))].sort()
  }
  const pause = (chatKey: string, until: number, countedFrom: number) =>
    room.db
      .insertInto('chat_pauses')
      .values({
        device_id: room.deviceId,
        chat_key: chatKey,
        until,
        id: chatKey,
        chat: 'individual',
        name: chatKey,
        phone_number: '',
        reason: 'hour',
        counted_from: countedFrom,
      })
      .execute()
  const pauses = () =>
    room.db
      .selectFrom('chat_pauses')
      .select(['chat_key', 'until', 'name', 'phone_number', 'counted_from'])
      .execute()

  describe.each<[string, object]>([
    ['to the identity', BOTH],
    ['to the number', BY_NUMBER],
  ])('by a message %s', (_to, both) => {
    test('has its cooldown', async () => {
      await room.item({ caption: 'RM4', keywords: ['harga'] })
      await room.set({ cooldownSeconds: 60 })
      expect(await askAs('harga', NAMELESS)).toBeNull()
      expect(await keys()).toEqual([LID])
      expect(await askAs('harga', both)).toBe('cooldown')
      expect(await keys()).toEqual([SITI])
    })

    test('stays quiet after the owner wrote', async () => {
      await room.item({ caption: 'RM4', keywords: ['harga'] })
      await room.set({ quietMinutes: 10 })
      await room.hear(SITI, 'Saya jawab', { ...NAMELESS, fromMe: true })
      expect(await askAs('harga', both)).toBe('person_answered')
      expect(await askAs('harga', {})).toBe('person_answered')
    })

    test('stays paused', async () => {
      await room.item({ caption: 'RM4', keywords: ['harga'] })
      await askAs('harga', NAMELESS)
      await pause(LID, room.clock.now() + 30 * MINUTE, 7)
      expect(await askAs('harga', both)).toBe('loop_guard')
      expect(await pauses()).toMatchObject([{ chat_key: SITI, phone_number: SITI }])
    })

    test('saves the response that its item waits for', async () => {
      await room.item({ caption: 'Where?', keywords: ['order'], saveData: 'response_is_saved' })
      await askAs('order', NAMELESS)
      await askAs('12 Jalan Besar', both)
      expect(await room.saved()).toEqual(['Where?: order', 'Where?: 12 Jalan Besar'])
    })

    test('is found under the number from then on', async () => {
      await room.item({ caption: 'RM4', keywords: ['harga'] })
      await askAs('harga', both)
      await askAs('harga', NAMELESS)
      expect(await keys()).toEqual([SITI])
    })
  })

  test.each<[string, number, number, string]>([
    ['the identity', 50, 40, LID],
    ['the number', 40, 50, SITI],
  ])('has the longer of two pauses: that of %s', async (_whose, ofLid, ofNumber, name) => {
    await room.item({ caption: 'RM4', keywords: ['harga'] })
    await askAs('harga', {})
    await askAs('harga', NAMELESS)
    const now = room.clock.now()
    await pause(LID, now + ofLid * MINUTE, 90 - ofLid)
    await pause(SITI, now + ofNumber * MINUTE, 90 - ofNumber)
    expect(await askAs('harga', BOTH)).toBe('loop_guard')
    expect(await pauses()).toEqual([
      {
        chat_key: SITI,
        until: now + 50 * MINUTE,
        name,
        phone_number: SITI,
        counted_from: 50,
      },
    ])
  })

  test('is awaited by an item once, although both keys were asked', async () => {
    await room.item({ caption: 'Where?', keywords: ['order'], saveData: 'response_is_saved' })
    await askAs('order', {})
    await askAs('order', NAMELESS)
    await askAs('12 Jalan Besar', BOTH)
    expect((await room.saved()).filter((line) => line.includes('Jalan'))).toHaveLength(1)
    expect(await room.db.selectFrom('awaited_responses').selectAll().execute()).toEqual([])
  })

  test('of another person or device is not moved', async () => {
    await room.item({ caption: 'RM4', keywords: ['harga'] })
    const other = { chatJid: '78@lid', senderJid: '78@lid', senderNumber: null }
    await askAs('harga', other)
    await askAs('harga', NAMELESS)
    await askAs('harga', BOTH)
    expect(await keys()).toEqual([SITI, '78@lid'])
  })

  test('keeps its old key while it has open work, then moves', async () => {
    const typed = { presenceDelayTime: 10, presenceDelayStatus: 'enable_typing' } as const
    await room.item({ caption: 'First', keywords: ['one'], ...typed })
    await room.item({ caption: 'Second', keywords: ['two'] })
    await room.hear(SITI, 'one', NAMELESS)
    await until('it types', () => room.network.presences.length === 1)
    await room.hear(SITI, 'two', BOTH)
    await room.hear(SITI, 'two', BY_NUMBER)
    expect(await keys()).toEqual([LID])
    room.clock.advance(10_000)
    await room.settled()
    expect(room.count()).toEqual(['First', 'Second', 'Second'])
    expect(await keys()).toEqual([LID])
    await askAs('two', BOTH)
    expect(await keys()).toEqual([SITI])
    expect(room.count()).toHaveLength(4)
    expect(new Set(room.network.sent.map(({ messageId }) => messageId)).size).toBe(4)
  })

  test('is not moved while it has open work, also over a restart', async () => {
    await room.item({ caption: 'RM4', keywords: ['harga'] })
    room.disconnect()
    await room.hear(SITI, 'harga', NAMELESS)
    await room.hear(SITI, 'harga', BOTH)
    room.restart()
    await room.settled()
    expect(room.count()).toEqual(['RM4', 'RM4'])
  })

  test('drops a typed reply when the owner answers by number or LID', async () => {
    const typed = { presenceDelayTime: 10, presenceDelayStatus: 'enable_typing' } as const
    await room.item({ caption: 'First', keywords: ['one'], ...typed })
    await room.set({ quietMinutes: 10 })
    await room.hear(SITI, 'one', NAMELESS)
    await until('it types', () => room.network.presences.length === 1)
    await room.hear(SITI, 'Saya jawab', { ...BOTH, fromMe: true })
    room.clock.advance(10_000)
    await room.settled()
    expect(room.count()).toEqual([])
  })
})
