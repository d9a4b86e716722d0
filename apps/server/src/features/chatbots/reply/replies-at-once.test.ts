import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StoredMessage } from '../../../platform/inbound-message.ts'
import { type ChatRoom, openChatRoom } from '../../../testing/chat-room.ts'
import { journeyEngines } from '../../../testing/engines.ts'
import { plainInbox } from '../../../testing/plain-inbox.ts'
import { plainOutgoing } from '../../../testing/plain-outgoing.ts'
import { createRepliesRepository } from './replies.repository.ts'

const nothing = async () => {}

/** The first reply of an item, with this id. */
function reply(messageId: string, presence: 'composing' | null = null) {
  return {
    messageId,
    itemId: 'item',
    firedItemId: 'item',
    hop: 0,
    text: messageId,
    mediaId: null,
    presence,
    presenceSeconds: presence ? 3 : 0,
    nextItemId: null,
    awaitsFrom: null,
    handOver: null,
    keepsWaiting: false,
  }
}

describe.each(journeyEngines)('replies in several chats at once on %s', (engine) => {
  let room: ChatRoom
  beforeAll(async () => {
    room = await openChatRoom(engine)
  })
  afterAll(() => room.close())

  async function storeInbound(number: string): Promise<StoredMessage> {
    const { db, deviceId } = room
    const inbox = plainInbox(db)
    const chatJid = `${number}@s.whatsapp.net`
    const message = { deviceId, chatJid, senderJid: chatJid, senderNumber: number, chatLid: null }
    const said = {
      messageId: `IN-${number}`,
      username: null,
      senderName: '',
      kind: 'text',
      text: 'hi',
      sentAt: 1,
    }
    const all = { ...message, ...said, chat: 'individual', fromMe: false } as Parameters<
      typeof inbox.keep
    >[0]
    const kept = await inbox.keep(all, 1)
    if (!kept) throw new Error('It was not kept.')
    return kept
  }

  const total = async () => (await plainOutgoing(room.db).totalsOf(room.workspaceId)).total
  const stored = async (ids: readonly string[]) => {
    const rows = await room.db
      .selectFrom('outgoing')
      .innerJoin('chatbot_replies', 'chatbot_replies.message_id', 'outgoing.message_id')
      .select(['outgoing.message_id', 'outgoing.may_have_left'])
      .where('outgoing.message_id', 'in', ids)
      .orderBy('outgoing.message_id')
      .execute()
    return rows.map((row) => `${row.message_id} ${row.may_have_left}`)
  }

  test('are stored together, once each, and one with a presence is not marked', async () => {
    const replies = createRepliesRepository(room.db, plainOutgoing(room.db), plainInbox(room.db))
    const [a, b, c] = await Promise.all(
      ['60131000001', '60131000002', '60131000003'].map(storeInbound),
    )
    if (!a || !b || !c) throw new Error('Three were heard.')
    const before = await total()
    const planned = await Promise.all([
      replies.plan(a, reply('R1'), nothing),
      replies.plan(b, reply('R2', 'composing'), nothing),
      replies.plan(a, reply('R3'), nothing),
      replies.plan(c, null, nothing),
    ])
    expect(planned.map((one) => one?.messageId ?? null)).toEqual(['R1', 'R2', null, null])
    expect(planned[1]?.message).toMatchObject({ marked: false, presenceSeconds: 3 })
    expect(await stored(['R1', 'R2', 'R3'])).toEqual(['R1 1', 'R2 0'])
    expect((await total()) - before).toBe(2)
    expect(await replies.plan(c, reply('R4'), nothing)).toBeNull()
  })

  test('one that cannot be stored leaves its message open and blocks no other', async () => {
    const replies = createRepliesRepository(room.db, plainOutgoing(room.db), plainInbox(room.db))
    const [a, b] = await Promise.all(['60131000004', '60131000005'].map(storeInbound))
    if (!a || !b) throw new Error('Two were heard.')
    const ended = await Promise.allSettled([
      replies.plan(a, reply('R5'), nothing),
      replies.plan(b, reply('R6'), async () => {
        throw new TypeError('This cannot be written.')
      }),
    ])
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(await stored(['R5', 'R6'])).toEqual(['R5 1'])
    expect(await replies.plan(b, reply('R7'), nothing)).toMatchObject({ messageId: 'R7' })
  })
})
