import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ChatRoom, openChatRoom } from '../../testing/chat-room.ts'
import { engines } from '../../testing/engines.ts'
import { agingInbox } from '../../testing/plain-inbox.ts'

const SITI = '60131000001'
const MEI = '60131000002'
const ALI = '60131000003'
const ID = { messageId: 'SAME' }
const inGroup = (group: string, senderJid: string) => ({
  ...ID,
  chat: 'group' as const,
  chatJid: `${group}@g.us`,
  chatLid: null,
  senderJid,
})

describe.each(engines)('messages that have one id, on %s,', (engine) => {
  let room: ChatRoom
  beforeEach(async () => {
    room = await openChatRoom(engine)
    await room.item({ caption: 'RM4', keywords: ['harga'] })
    await room.item({ caption: 'At 7', keywords: ['buka'] })
  })
  afterEach(() => room.close())

  const storedRows = () =>
    room.db
      .selectFrom('inbox')
      .select(['message_id', 'network_id', 'chat_key', 'text', 'state'])
      .orderBy('received_at')
      .execute()
  const chats = async () => (await storedRows()).map(({ chat_key }) => chat_key)
  const heardBy = (contact: string) =>
    room.network.sent
      .filter(({ jid }) => jid === `${contact}@s.whatsapp.net`)
      .map(({ text }) => text)

  test('are each answered in different chats', async () => {
    await room.hear(SITI, 'harga', ID)
    await room.hear(MEI, 'buka', ID)
    await room.hear(ALI, 'harga', ID)
    await room.settled()
    expect([SITI, MEI, ALI].map(heardBy)).toEqual([['RM4'], ['At 7'], ['RM4']])
    expect(await storedRows()).toMatchObject([
      { message_id: 'SAME', network_id: null, chat_key: SITI, state: 'answered' },
      { network_id: 'SAME', chat_key: MEI, state: 'answered' },
      { network_id: 'SAME', chat_key: ALI, state: 'answered' },
    ])
  })

  test('are each answered once, also when redelivered in another form', async () => {
    await Promise.all([room.hear(SITI, 'harga', ID), room.hear(MEI, 'buka', ID)])
    const byLid = { ...ID, chatJid: '77@lid', chatLid: '77@lid' }
    for (let times = 0; times < 2; times += 1) {
      await room.hear(MEI, 'buka', ID)
      await room.hear(SITI, 'harga', byLid)
    }
    await room.settled()
    expect([SITI, MEI].map(heardBy)).toEqual([['RM4'], ['At 7']])
    expect(await storedRows()).toHaveLength(2)
  })

  test('are distinguished by author and by group', async () => {
    const [siti, mei] = ['11@lid', '22@lid']
    await room.hear(SITI, 'a', inGroup('1', siti))
    await room.hear(MEI, 'b', inGroup('1', mei))
    await room.hear(SITI, 'c', inGroup('2', siti))
    await room.hear(SITI, 'd', ID)
    await room.hear(SITI, 'a', inGroup('1', siti))
    expect((await storedRows()).map(({ text }) => text).sort()).toEqual(['a', 'b', 'c', 'd'])
  })

  test('are distinguished between the owner and the person', async () => {
    await room.hear(SITI, 'Good morning', { ...ID, fromMe: true })
    await room.hear(SITI, 'harga', ID)
    expect((await storedRows()).map(({ text }) => text)).toEqual(['Good morning', 'harga'])
  })

  test("are never confused with another message's key", async () => {
    await room.hear(SITI, 'harga', ID)
    await room.hear(ALI, 'harga', { messageId: 'SAME~1' })
    await room.hear(MEI, 'harga', ID)
    await room.hear(SITI, 'harga', { messageId: 'SAME~1' })
    await room.settled()
    expect((await chats()).sort()).toEqual([SITI, SITI, MEI, ALI].sort())
    expect(await storedRows()).toHaveLength(
      new Set((await storedRows()).map((row) => row.message_id)).size,
    )
  })

  test('are changed only by their authors', async () => {
    await room.hear(SITI, 'a', ID)
    await room.hear(MEI, 'b', ID)
    await room.settled()
    room.clock.advance(1000)
    await room.change(MEI, 'SAME', 'harga')
    await room.change(ALI, 'SAME', 'buka')
    await room.settled()
    expect([SITI, MEI, ALI].map(heardBy)).toEqual([[], ['RM4'], []])
    room.clock.advance(1000)
    await room.hear(ALI, 'harga', ID)
    await room.settled()
    expect(heardBy(ALI)).toEqual(['At 7'])
  })

  test('are distinguished after they were pruned', async () => {
    for (const one of [SITI, MEI]) {
      await room.hear(one, one, ID)
      await room.settled()
      room.clock.advance(1000)
      // A newer one stays.
      await room.hear(one, 'Thanks')
    }
    await room.settled()
    const now = room.clock.now() + 1000
    await room.db
      .transaction()
      .execute((tx) => agingInbox.step(tx, { after: null, rows: 100, before: now, now }))
    expect(await storedRows()).toHaveLength(2)
    await room.hear(SITI, 'harga', ID)
    await room.hear(MEI, 'harga', ID)
    await room.settled()
    expect(await storedRows()).toHaveLength(2)
    await room.hear(ALI, 'harga', ID)
    await room.settled()
    expect(heardBy(ALI)).toEqual(['RM4'])
    expect([SITI, MEI].map(heardBy)).toEqual([[], []])
  })
})
