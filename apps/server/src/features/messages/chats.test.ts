import { until } from '@kirim/testing/until'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ChatRoom, openChatRoom } from '../../testing/chat-room.ts'
import { engines } from '../../testing/engines.ts'
import { sentInChats } from '../../testing/plain-inbox.ts'
import { queryPlans } from '../../testing/query-plans.ts'
import type { TimelinePlace } from './messages.ports.ts'
import { agingPreviews, agingReactions, agingWordings } from './prune-inbox.ts'
import { timelineOf } from './timeline.ts'

const SITI = '60131000001'
const LID = '77@lid'
const NAMELESS = { chatJid: LID, senderJid: LID, senderNumber: null }
const BOTH = { chatJid: LID, senderJid: LID }
const GROUP = { chat: 'group', chatJid: '1203@g.us' } as const

describe.each(engines)('chats, on %s,', (engine) => {
  let room: ChatRoom
  beforeEach(async () => {
    room = await openChatRoom(engine)
    await room.item({ caption: 'RM4', keywords: ['harga'] })
  })
  afterEach(() => room.close())

  /** One second after the one before. */
  async function hear(text: string, more: object = {}): Promise<string> {
    room.clock.advance(1000)
    const id = await room.hear(SITI, text, more)
    await room.settled()
    return id
  }
  const chats = () => room.db.selectFrom('chats').selectAll().orderBy('last_at').execute()
  const timeline = async (chatId: string, limit = 10, before: TimelinePlace | null = null) =>
    timelineOf(room.db, [sentInChats.entriesOf], { chatId, before, limit })
  const lines = async (chatId: string) =>
    (await timeline(chatId)).map(({ by, text }) => `${by}: ${text}`)

  test('store the last message, the unread count and the waiting time', async () => {
    await hear('hello', { senderName: 'Siti', username: 'siti' })
    await hear('anybody?\n  There?')
    const since = room.clock.now() - 1000
    const [chat] = await chats()
    expect(chat).toMatchObject({
      ...{ kind: 'individual', number: SITI, username: 'siti', name: 'Siti' },
      ...{ preview: 'anybody? There?', last_by: 'person', unread: 2, waiting_since: since },
    })
    await hear('harga')
    expect(await chats()).toMatchObject([
      { id: chat?.id, preview: 'RM4', last_by: 'chatbot', unread: 3, waiting_since: null },
    ])
    await hear('Here I am', { fromMe: true })
    expect(await chats()).toMatchObject([
      { id: chat?.id, preview: 'Here I am', last_by: 'phone', unread: 0, waiting_since: null },
    ])
  })

  test('count a redelivered message once', async () => {
    const id = await hear('hello')
    await hear('hello', { messageId: id })
    expect(await chats()).toMatchObject([{ unread: 1 }])
  })

  test('revert a dropped answer: the person waits again', async () => {
    await room.item({
      ...{ caption: 'Slowly', keywords: ['slow'] },
      ...{ presenceDelayStatus: 'enable_typing', presenceDelayTime: 10 },
    })
    room.clock.advance(1000)
    const since = room.clock.now()
    await room.hear(SITI, 'slow')
    await until('it types', () => room.network.presences.length > 0)
    expect(await chats()).toMatchObject([{ last_by: 'chatbot', waiting_since: null }])
    await room.switchOn(false)
    room.clock.advance(10_000)
    const waits = { preview: 'slow', last_by: 'person', last_at: since, waiting_since: since }
    await until('it is taken back', async () => (await chats())[0]?.last_by === 'person')
    expect(await chats()).toMatchObject([{ ...waits, unread: 1 }])
  })

  test('of a person and of a group are separate', async () => {
    await hear('hello')
    await hear('hello all', GROUP)
    expect(await chats()).toMatchObject([
      { kind: 'individual', number: SITI },
      { kind: 'group', jid: GROUP.chatJid, number: null },
    ])
  })

  test('count each of several concurrent messages', async () => {
    await Promise.all([1, 2, 3].map((n) => room.hear(SITI, `hello ${n}`)))
    await room.settled()
    const [chat] = await chats()
    expect(chat).toMatchObject({ unread: 3, preview: 'hello 3' })
    expect(await lines(chat?.id ?? '')).toHaveLength(3)
  })

  test('keep their id when the number becomes known', async () => {
    await hear('hello', NAMELESS)
    const [chat] = await chats()
    expect(chat).toMatchObject({ number: null, lid: LID })
    await hear('It is me', BOTH)
    expect(await chats()).toMatchObject([{ id: chat?.id, number: SITI, lid: LID, unread: 2 }])
    expect(await lines(chat?.id ?? '')).toEqual(['person: It is me', 'person: hello'])
  })

  test('of one person are merged', async () => {
    await hear('by number', { senderName: 'Siti' })
    await hear('harga', NAMELESS)
    expect(await chats()).toHaveLength(2)
    await hear('both', BOTH)
    const all = await chats()
    expect(all).toMatchObject([{ number: SITI, lid: LID, name: 'Siti', unread: 3 }])
    expect(await lines(all[0]?.id ?? '')).toEqual([
      'person: both',
      'chatbot: RM4',
      'person: harga',
      'person: by number',
    ])
  })

  test('show no text of a deleted message, and the latest of an edited one', async () => {
    const id = await hear('hello')
    room.clock.advance(1000)
    await room.change(SITI, id, 'hello!')
    expect(await chats()).toMatchObject([{ preview: 'hello!' }])
    room.clock.advance(1000)
    await room.change(SITI, id, null)
    expect(await chats()).toMatchObject([{ preview: '', preview_kind: 'text' }])
  })

  test('are read page by page in a stable order', async () => {
    for (let n = 0; n < 3; n += 1) await hear(`harga ${n}`)
    const [chat] = await chats()
    const all = await lines(chat?.id ?? '')
    expect(all).toHaveLength(6)
    const read: string[] = []
    for (let before: TimelinePlace | null = null; ; ) {
      const page = await timeline(chat?.id ?? '', 4, before)
      read.push(...page.map(({ by, text }) => `${by}: ${text}`))
      before = page.at(-1) ?? null
      if (page.length < 4) break
    }
    expect(read).toEqual(all)
  })

  test('keep the original text of an edited message, and show the latest', async () => {
    await hear('harga')
    const id = await hear('Thanks')
    room.clock.advance(1000)
    await room.change(SITI, id, 'Thank you')
    room.clock.advance(1000)
    await room.change(SITI, id, 'Thank you!')
    const wordings = await room.db
      .selectFrom('message_wordings')
      .select('text')
      .orderBy('at')
      .execute()
    expect(wordings.map(({ text }) => text)).toEqual(['Thanks', 'Thank you', 'Thank you!'])
    const aged = { after: null, rows: 10, now: 0, before: Number.MAX_SAFE_INTEGER }
    const age = () => room.db.transaction().execute((tx) => agingWordings.step(tx, aged))
    expect(await age()).toMatchObject({ removed: 0 })
    const [chat] = await chats()
    expect((await lines(chat?.id ?? ''))[0]).toBe('person: Thank you!')
    await room.db.deleteFrom('inbox').execute()
    expect(await age()).toMatchObject({ removed: 3 })
  })

  test('store the last reaction of each person, and quoted messages', async () => {
    const id = await hear('hello', { quotedId: 'EARLIER' })
    const react = (text: string, more: object) =>
      room.change(SITI, id, text, { what: 'reacted', ...more })
    await react('👍', { sentAt: 2 })
    await react('😂', { sentAt: 1 })
    await react('❤️', { sentAt: 1, fromMe: true })
    const reactions = await room.db
      .selectFrom('message_reactions')
      .select(['emoji', 'sender_jid'])
      .orderBy('sender_jid')
      .execute()
    expect(reactions).toEqual([
      { emoji: '❤️', sender_jid: '' },
      { emoji: '👍', sender_jid: `${SITI}@s.whatsapp.net` },
    ])
    const [chat] = await chats()
    expect(await timeline(chat?.id ?? '')).toMatchObject([{ quotedId: 'EARLIER' }])
    expect(chat).toMatchObject({ unread: 1, preview: 'hello' })
    const aged = { after: null, rows: 10, now: 0, before: Number.MAX_SAFE_INTEGER }
    await room.db.transaction().execute((tx) => agingReactions.step(tx, aged))
    expect(await room.db.selectFrom('message_reactions').selectAll().execute()).toEqual([])
  })

  test('keep existing without the text of an old last message', async () => {
    await hear('hello')
    const query = { after: null, rows: 10, now: room.clock.now() }
    const age = (before: number) =>
      room.db.transaction().execute((tx) => agingPreviews.step(tx, { ...query, before }))
    expect(await age(room.clock.now())).toMatchObject({ emptied: 0 })
    expect(await age(room.clock.now() + 1)).toMatchObject({ emptied: 1 })
    expect(await chats()).toMatchObject([{ preview: '', number: SITI }])
  })

  test('are read by two indexes', async () => {
    const plans = await queryPlans(room.db, (db) =>
      timelineOf(db, [sentInChats.entriesOf], {
        chatId: 'chat',
        before: { at: 1, hasLeft: true, id: 'a' },
        limit: 10,
      }),
    )
    const read = plans.filter((line) => /inbox|outgoing/.test(line))
    expect(read.length).toBeGreaterThan(0)
    for (const line of read) expect(line).toMatch(/(inbox|outgoing)_timeline/)
  })
})
