import { describe, expect, test } from 'vitest'
import { engines, freshDatabase } from '../../testing/engines.ts'
import { openOutgoingRoom } from '../../testing/outgoing-room.ts'
import { plainOutgoing } from '../../testing/plain-outgoing.ts'
import { queryPlans } from '../../testing/query-plans.ts'
import type { Delivery } from './delivery.feature.ts'
import { createOutgoingRepository } from './outgoing.repository.ts'
import { sentInChats } from './timeline-half.ts'

describe.each(engines)('outgoing messages, on %s', (engine) => {
  test('a part of one origin is stored once', async () => {
    const { db, room, written } = await openOutgoingRoom(engine)
    await written({ originId: 'inbound', part: 1 })
    await expect(written({ originId: 'inbound', part: 1 })).rejects.toThrow()
    expect(await room.statesOf(db, 'chatbot', ['inbound'])).toHaveLength(1)
    await room.forget(db, 'campaign', ['inbound'])
    expect(await room.statesOf(db, 'chatbot', ['inbound'])).toHaveLength(1)
    await room.forget(db, 'chatbot', ['inbound'])
    expect(await room.statesOf(db, 'chatbot', ['inbound'])).toEqual([])
  })

  test('what changes a message is no entry of its chat, and keeps its content', async () => {
    const { db, written } = await openOutgoingRoom(engine)
    const of = { messageId: 'OURS', senderJid: '', fromMe: true }
    const message = await written({ content: { type: 'deletion', of } })
    const entry = await written({ content: { type: 'message', mentions: [] } })
    const found = await createOutgoingRepository(db).find(message.deviceId, message.messageId)
    expect(found?.content).toEqual({ type: 'deletion', of })
    const chats = await db
      .selectFrom('outgoing')
      .select(['message_id', 'chat_id'])
      .where('message_id', 'in', [message.messageId, entry.messageId])
      .orderBy('chat_id')
      .execute()
    const placed = new Map(chats.map((row) => [row.message_id, row.chat_id]))
    expect(placed.get(message.messageId)).toBeNull()
    expect(placed.get(entry.messageId)).not.toBeNull()
    const { rows } = await sentInChats.chatless(db, null, 10)
    expect(rows).toEqual([])
  })
})

test.each<[string, (room: Delivery) => Promise<unknown>, RegExp]>([
  ['a message', (room) => room.find('device', 'message'), /\(device_id=\? AND message_id=\?\)/],
  [
    'what is pending of one origin',
    (room) => room.pendingOf('campaign', 'person'),
    /outgoing_origin/,
  ],
  [
    'what is pending on a device',
    (room) => room.pendingOn('device', 'chatbot'),
    /outgoing_pending/,
  ],
])('finds %s by an index', async (_what, ask, index) => {
  const { db, close } = await freshDatabase('SQLite')
  const plans = await queryPlans(db, (asked) => ask(plainOutgoing(asked)))
  expect(plans).toEqual([expect.stringMatching(index)])
  await close()
})
