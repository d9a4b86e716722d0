import { describe, expect, test } from 'vitest'
import { engines, freshDatabase } from '../../testing/engines.ts'
import { openOutgoingRoom } from '../../testing/outgoing-room.ts'
import { plainOutgoing } from '../../testing/plain-outgoing.ts'
import { queryPlans } from '../../testing/query-plans.ts'
import type { Delivery } from './delivery.feature.ts'

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
