import { describe, expect, test } from 'vitest'
import { engines } from '../../testing/engines.ts'
import { openOutgoingRoom } from '../../testing/outgoing-room.ts'
import type { StoredMessage } from './delivery.ports.ts'

describe.each(engines)('reports about outgoing messages, on %s', (engine) => {
  test('reports apply in order, and origins follow in the same transaction', async () => {
    const { deviceId, room, rowOf, world, written } = await openOutgoingRoom(engine)
    const message = await written()
    const { messageId } = message
    await room.receipts(deviceId, [
      { messageId, status: 'read' },
      { messageId, status: 'delivered' },
    ])
    await room.receipts(deviceId, [{ messageId, status: 'sent' }])
    await room.receipts(deviceId, [{ messageId: 'of the phone itself', status: 'read' }])
    expect(world.followed).toEqual([['hello: pending → read']])
    const other = await written({ text: 'two' })
    world.follow = async () => {
      throw new Error('the origin cannot follow')
    }
    const report = { messageId: other.messageId, status: 'read' } as const
    await expect(room.receipts(deviceId, [report])).rejects.toThrow('the origin cannot follow')
    expect(await rowOf(other)).toMatchObject({ state: 'pending' })
    expect(world.moved).toEqual(['hello: pending → read'])
  })

  test('a late refusal keeps its code', async () => {
    const { deviceId, room, rowOf, written } = await openOutgoingRoom(engine)
    const message = await written()
    await room.receipts(deviceId, [{ messageId: message.messageId, status: 'failed', code: '479' }])
    expect(await rowOf(message)).toMatchObject({ state: 'failed', reason: 'unsettled_479' })
  })

  test('followers write in the same transaction, or nothing moves', async () => {
    const { db, deviceId, room, rowOf, world, written } = await openOutgoingRoom(engine)
    const message = await written()
    const noted: string[] = []
    world.note = async (tx, moves) => {
      const ids = moves.map((move) => move.message.messageId)
      const rows = await tx.selectFrom('outgoing').select('state').where('message_id', 'in', ids)
      noted.push(...(await rows.execute()).map(({ state }) => `${state}, ${world.followed.length}`))
      await tx.insertInto('locks').values({ name: 'noted', taken_at: 0 }).execute()
      if (noted.length === 1) throw new Error('cannot be noted')
    }
    const receipt = () =>
      room.receipts(deviceId, [{ messageId: message.messageId, status: 'read' }])
    await expect(receipt()).rejects.toThrow('cannot be noted')
    expect(await rowOf(message)).toMatchObject({ state: 'pending' })
    expect(world.moved).toEqual([])
    await receipt()
    await receipt()
    // The origin has followed first; a report without effect is nobody's.
    expect(noted).toEqual(['read, 1', 'read, 2'])
    expect(
      await db.selectFrom('locks').select('name').where('name', '=', 'noted').execute(),
    ).toHaveLength(1)
    expect(world.moved).toEqual(['hello: pending → read'])
  })

  test('a burst of reports takes few transactions, and a failing one does not block others', async () => {
    const { deviceId, room, world, written } = await openOutgoingRoom(engine)
    const messages: StoredMessage[] = []
    for (let n = 0; n < 250; n += 1) messages.push(await written({ text: String(n) }))
    const bad = messages[7]?.messageId
    world.follow = async (moves) => {
      if (moves.some(({ message }) => message.messageId === bad)) throw new Error('bad')
    }
    const heard = messages.map(({ messageId }) =>
      room.receipts(deviceId, [{ messageId, status: 'delivered' }]),
    )
    const ends = await Promise.allSettled(heard)
    expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    expect(world.moved).toHaveLength(249)
    // A batch of a hundred is written one by one, the others at once.
    expect(world.followed.length).toBeLessThanOrEqual(1 + 100 + 3)
  })

  test('messages of two holders move in two transactions, and those without a holder do not move', async () => {
    const { deviceId, room, rowOf, world, written } = await openOutgoingRoom(engine)
    world.holders = new Map([
      ['a', 'one'],
      ['b', 'two'],
    ])
    const of = (originId: string) => written({ origin: 'campaign', originId, text: originId })
    const [a, b, gone] = [await of('a'), await of('b'), await of('erased')]
    const reply = await written({ text: 'reply' })
    const messages = [a, b, gone, reply]
    await room.receipts(
      deviceId,
      messages.map(({ messageId }) => ({ messageId, status: 'sent' })),
    )
    expect(world.held).toEqual(['one', 'two'])
    expect(world.followed).toEqual([
      ['reply: pending → sent'],
      ['a: pending → sent'],
      ['b: pending → sent'],
    ])
    expect(await rowOf(gone)).toMatchObject({ state: 'pending' })
  })

  test('dropping an unsent message drops the rest of its origin for good', async () => {
    const { deviceId, room, rowOf, world, written } = await openOutgoingRoom(engine)
    const origin = { originId: 'inbound' }
    const first = await written({ ...origin, text: 'first' })
    const left = await written({ ...origin, part: 1, text: 'left', leaveAtOnce: true })
    const third = await written({ ...origin, part: 2, text: 'third' })
    await room.drop(first, 'number_off')
    expect(world.followed).toEqual([
      expect.arrayContaining([
        'first: pending → dropped (number_off)',
        'third: pending → dropped (number_off)',
      ]),
    ])
    expect(await rowOf(left)).toMatchObject({ state: 'pending' })
    await room.receipts(deviceId, [{ messageId: third.messageId, status: 'read' }])
    await room.drop(third, 'item_off')
    expect(await rowOf(third)).toMatchObject({ state: 'dropped', reason: 'number_off' })
    expect(await room.pendingOn(deviceId, 'chatbot')).toMatchObject([{ text: 'left' }])
  })
})
