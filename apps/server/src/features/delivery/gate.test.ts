import { createFakeClock } from '@kirim/testing/fake-clock'
import { until } from '@kirim/testing/until'
import { describe, expect, test } from 'vitest'
import { engines } from '../../testing/engines.ts'
import { openOutgoingRoom, RESTS_MS } from '../../testing/outgoing-room.ts'
import { seedUser } from '../../testing/seed-user.ts'
import type { SendOutcome } from './delivery.ports.ts'
import { createLeaving } from './gate.ts'

describe.each(engines)('the gate of outgoing messages, on %s', (engine) => {
  test('runs before a message leaves, not for a possibly sent one', async () => {
    const { again, clock, room, world, written } = await openOutgoingRoom(engine)
    const message = await written({ leaveAtOnce: true })
    world.refusal = 'number_off'
    expect(await room.mayLeave(message)).toBe('number_off')
    expect(await room.handOver(message)).toEqual({ kind: 'withheld', refusal: 'number_off' })
    expect(world.sent).toEqual([])
    world.refusal = null
    world.outcome = async () => ({ kind: 'unknown' })
    expect(await room.handOver(message)).toEqual({ kind: 'unanswered' })
    clock.advance(RESTS_MS[0])
    world.refusal = 'number_off'
    world.outcome = async () => ({ kind: 'accepted' })
    expect(await room.handOver(await again(message))).toEqual({ kind: 'taken' })
    expect(world.sent.map(({ messageId }) => messageId)).toEqual([
      message.messageId,
      message.messageId,
    ])
    expect(world.asked).toHaveLength(3)
  })

  test.each([
    ['campaign', 'campaign to 60123456701'],
    ['opt_out', 'opt_out to nobody'],
  ] as const)(
    'checks of the person also hold for one of origin %s that may have left',
    async (origin, asked) => {
      const { again, room, rowOf, world, written } = await openOutgoingRoom(engine)
      const message = await written({ leaveAtOnce: true, origin })
      world.holders.set(message.originId, 'held')
      world.outcome = async () => ({ kind: 'unknown' })
      expect(await room.handOver(message)).toEqual({ kind: 'unanswered' })
      world.personRefusals = [null, 'opted_out']
      expect(await room.handOver(await again(message))).toEqual({ kind: 'failed' })
      expect(await rowOf(message)).toMatchObject({ reason: 'opted_out_unsettled' })
      expect([world.sent.length, world.askedOf]).toEqual([1, [asked, asked]])
    },
  )

  test('checks the receiver of a copy, even if the origin is gone', async () => {
    const { room, world, written } = await openOutgoingRoom(engine)
    const receiver = async () => ({ phoneNumber: '60123456702', lid: '702@lid' })
    const call = await written({ leaveAtOnce: true, origin: 'call' })
    await room.sentMessages.find(call.deviceId, call.messageId, receiver)
    const own = await written({ leaveAtOnce: true, origin: 'test', messageId: 'TEST' })
    await room.sentMessages.find(own.deviceId, own.messageId, receiver)
    expect(world.askedOf).toEqual(['call to 60123456702', 'test to nobody'])
  })

  test('an opt-out while a message is being sent stops it', async () => {
    const { again, room, world, written } = await openOutgoingRoom(engine)
    const message = await written()
    world.hasLastWord = true
    world.personRefusals = [null, null, 'opted_out']
    const withheld = { kind: 'withheld', refusal: 'opted_out' }
    expect(await room.handOver(message)).toEqual(withheld)
    expect(await again(message)).toMatchObject({ state: 'pending', mayHaveLeft: false })
    expect(world.sent).toEqual([])
  })

  test('a message stored with a departure is checked at that moment only', async () => {
    const { room, world, written } = await openOutgoingRoom(engine)
    const departure = { moment: async () => {}, answered: () => {} }
    world.hasLastWord = true
    const message = await written({ leaveAtOnce: true })
    expect(await room.handOver(message, departure)).toEqual({ kind: 'taken' })
    expect(world.asked).toHaveLength(1)
    const later = await written({ messageId: 'LATER', part: 1 })
    expect(await room.handOver(later, departure)).toEqual({ kind: 'taken' })
    expect(world.asked).toHaveLength(3)
  })

  test('a prepared message is checked again at its moment, and stopped by a refusal', async () => {
    const { again, room, world, written } = await openOutgoingRoom(engine)
    const message = await written({ leaveAtOnce: true })
    world.hasLastWord = true
    const departure = {
      moment: async () => {
        world.refusal = 'campaign_off'
      },
      answered: () => {},
    }
    const withheld = { kind: 'withheld', refusal: 'campaign_off' }
    expect(await room.handOver(message, departure)).toEqual(withheld)
    expect(await again(message)).toMatchObject({ state: 'pending', mayHaveLeft: false })
    expect(world.sent).toEqual([])
  })

  test('an opt-out waits for messages past their last check', async () => {
    const { db, room, workspaceId, world, written } = await openOutgoingRoom(engine)
    const message = await written()
    const answer = Promise.withResolvers<SendOutcome>()
    world.hasLastWord = true
    world.outcome = () => answer.promise
    const sending = room.handOver(message)
    await until('it is on its way', () => world.sent.length === 1)
    const heard: string[] = []
    const over = room.leavingOver(workspaceId).then(() => heard.push('the receipt'))
    await room.leavingOver(await seedUser(db)).then(() => heard.push('of somebody else'))
    void sending.then(() => heard.push('the message'))
    answer.resolve({ kind: 'accepted' })
    await over
    expect(heard).toEqual(['of somebody else', 'the receipt'])
    expect(await sending).toEqual({ kind: 'taken' })
    await room.leavingOver(workspaceId)
  })

  test('an opt-out fails a possibly sent message instead of retrying it', async () => {
    const { again, clock, room, rowOf, world, written } = await openOutgoingRoom(engine)
    const message = await written()
    world.holders.set(message.originId, 'held')
    world.outcome = async () => ({ kind: 'unknown' })
    expect(await room.handOver(message)).toEqual({ kind: 'unanswered' })
    clock.advance(RESTS_MS[0])
    world.hasLastWord = true
    world.personRefusals = [null, null, 'opted_out']
    expect(await room.handOver(await again(message))).toEqual({ kind: 'failed' })
    expect(await rowOf(message)).toMatchObject({ reason: 'opted_out_unsettled' })
    expect(world.sent).toHaveLength(1)
  })

  test('no copy is sent after an opt-out', async () => {
    const { deviceId, room, world, written } = await openOutgoingRoom(engine)
    const message = await written()
    expect(await room.handOver(message)).toEqual({ kind: 'taken' })
    const { messageId } = message
    world.personRefusals = ['opted_out']
    expect(await room.sentMessages.find(deviceId, messageId)).toBeNull()
    expect(await room.sentMessages.find(deviceId, messageId)).toMatchObject({ messageId })
  })

  test('the gate runs in the transaction that stores the message', async () => {
    const { db, room, world, written } = await openOutgoingRoom(engine)
    world.refusal = 'campaign_off'
    const message = await written()
    const refusal = await db.transaction().execute((tx) => room.mayLeave(message, tx))
    expect(refusal).toBe('campaign_off')
  })

  test('an opt-out during a back-off stops the message', async () => {
    const { again, room, world, written } = await openOutgoingRoom(engine)
    const message = await written({ origin: 'campaign' })
    world.holders.set(message.originId, 'held')
    world.outcome = async () => ({ kind: 'unknown', lost: true })
    await room.handOver(message)
    world.personRefusals = ['opted_out']
    expect(await room.handOver(await again(message))).toEqual({ kind: 'failed' })
    expect(world.sent).toHaveLength(1)
  })
})

function watched() {
  const clock = createFakeClock()
  const leaving = createLeaving(clock)
  const over: string[] = []
  const wait = async (workspaceId: string) => {
    await leaving.over(workspaceId)
    over.push(workspaceId)
  }
  return { clock, leaving, over, wait }
}

test('waits for messages that left before, not for later ones', async () => {
  const { leaving, over, wait } = watched()
  const first = leaving.begin('a')
  const second = leaving.begin('a')
  const waiting = wait('a')
  const later = leaving.begin('a')
  first()
  await wait('b')
  expect(over).toEqual(['b'])
  second()
  await waiting
  expect(over).toEqual(['b', 'a'])
  later()
  await wait('a')
})

test('a missing answer blocks nobody for more than two seconds', async () => {
  const { clock, leaving, over, wait } = watched()
  leaving.begin('a')
  const waiting = wait('a')
  clock.advance(1999)
  await wait('b')
  expect(over).toEqual(['b'])
  clock.advance(1)
  await waiting
  expect(over).toEqual(['b', 'a'])
})
