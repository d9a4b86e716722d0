import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InboundMessage } from '../../platform/inbound-message.ts'
import { type ChatRoom, openChatRoom } from '../../testing/chat-room.ts'
import { engines } from '../../testing/engines.ts'
import { plainInbox } from '../../testing/plain-inbox.ts'

/** A message of somebody in a chat of two. */
function from(senderNumber: string, what: { deviceId: string; messageId: string; text: string }) {
  const chatJid = `${senderNumber}@s.whatsapp.net`
  const place = { chatJid, chatLid: null, chat: 'individual', senderJid: chatJid, senderNumber }
  const said = { username: null, senderName: '', kind: 'text', fromMe: false, sentAt: 1 }
  return { ...place, ...said, ...what } as InboundMessage
}

describe.each(engines)('what is done with a message that is kept, on %s', (engine) => {
  let room: ChatRoom
  beforeAll(async () => {
    room = await openChatRoom(engine)
  })
  afterAll(() => room.close())

  test('runs after the commit and before the receipt', async () => {
    const gate = Promise.withResolvers<void>()
    const began = Promise.withResolvers<number>()
    const stored = async () =>
      (await room.db.selectFrom('inbox').select('message_id').execute()).length
    const { db, deviceId } = room
    const inbox = plainInbox(db, {
      listeners: {
        hear: async () => ({
          write: async () => true,
          async written() {
            began.resolve(await stored())
            await gate.promise
          },
        }),
      },
    })
    let isReceived = false
    const message = from('60131000001', { deviceId, messageId: 'IN1', text: 'STOP' })
    const keeping = inbox.keep(message, 1).then((kept) => {
      isReceived = true
      return kept
    })
    expect(await began.promise).toBe(1)
    expect(isReceived).toBe(false)
    gate.resolve()
    expect(await keeping).toBeNull()
  })

  test('a waiting message does not block other chats', async () => {
    const { db, deviceId } = room
    const gate = Promise.withResolvers<void>()
    const inbox = plainInbox(db, {
      listeners: {
        async hear(_, { text }) {
          if (text === 'STOP') await gate.promise
          return null
        },
      },
    })
    const said = (senderNumber: string, text: string) =>
      inbox.keep(from(senderNumber, { deviceId, messageId: `WAITS-${senderNumber}`, text }), 1)
    const waiting = said('60131000002', 'STOP')
    const besides = said('60131000003', 'hello')
    expect((await besides)?.messageId).toBe('WAITS-60131000003')
    expect((await said('60131000004', 'hello'))?.messageId).toBe('WAITS-60131000004')
    gate.resolve()
    expect((await waiting)?.messageId).toBe('WAITS-60131000002')
  })

  test('stores each of several once, and one that fails blocks no other', async () => {
    const { db, deviceId } = room
    const inbox = plainInbox(db)
    const message = (n: number, text = 'hello') =>
      from(`6013200000${n}`, { deviceId, messageId: `AT-ONCE-${n}`, text })
    const unwritable = engine === 'SQLite' ? ({ no: 'text' } as unknown as string) : 'a\0'
    const bad = message(2, unwritable)
    const all = [message(1), bad, message(3), message(1), message(4)]
    const ended = await Promise.allSettled(all.map((one) => inbox.keep(one, 1)))
    const told = ended.map((one) =>
      one.status === 'fulfilled' ? (one.value?.messageId ?? null) : 'rejected',
    )
    expect(told.toSpliced(3, 1).toSpliced(0, 1)).toEqual(['rejected', 'AT-ONCE-3', 'AT-ONCE-4'])
    // Whichever of the same two the database has first.
    expect([told[0], told[3]]).toEqual(expect.arrayContaining(['AT-ONCE-1', null]))
    const again = await Promise.all([1, 3, 5].map((n) => inbox.keep(message(n), 2)))
    expect(again.map((kept) => kept?.messageId ?? null)).toEqual([null, null, 'AT-ONCE-5'])
  })
})
