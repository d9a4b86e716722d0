import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatRoom, openChatRoom } from '../../../testing/chat-room.ts'
import { engines } from '../../../testing/engines.ts'
import { createInboxRepository } from './inbox.repository.ts'

describe.each(engines)('what is done with a message that is kept, on %s', (engine) => {
  let room: ChatRoom
  beforeAll(async () => {
    room = await openChatRoom(engine)
  })
  afterAll(() => room.close())

  test('comes after it is committed, and before its receipt', async () => {
    const gate = Promise.withResolvers<void>()
    const began = Promise.withResolvers<number>()
    const stored = async () =>
      (await room.db.selectFrom('inbox').select('message_id').execute()).length
    const { db, deviceId } = room
    const inbox = createInboxRepository(db, { ownerOf: async () => 'user' }, async () => ({
      write: async () => true,
      async written() {
        began.resolve(await stored())
        await gate.promise
      },
    }))
    let isReceived = false
    const chatJid = '60131000001@s.whatsapp.net'
    const message = {
      deviceId,
      messageId: 'IN1',
      chatJid,
      chatLid: null,
      chat: 'individual',
      senderJid: chatJid,
      senderNumber: '60131000001',
      senderName: '',
      kind: 'text',
      text: 'STOP',
      fromMe: false,
      sentAt: 1,
    } as const
    const keeping = inbox.keep(message, 1).then((kept) => {
      isReceived = true
      return kept
    })
    expect(await began.promise).toBe(1)
    expect(isReceived).toBe(false)
    gate.resolve()
    expect(await keeping).toBeNull()
  })
})
