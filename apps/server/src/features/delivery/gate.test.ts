import { createFakeClock } from '@kirim/testing/fake-clock'
import { until } from '@kirim/testing/until'
import { describe, expect, test } from 'vitest'
import { engines } from '../../testing/engines.ts'
import { openOutgoingRoom, RESTS_MS } from '../../testing/outgoing-room.ts'
import { seedUser } from '../../testing/seed-user.ts'
import type { SendOutcome } from './delivery.ports.ts'
import { createLeaving } from './gate.ts'

describe.each(engines)('the gate of outgoing messages, on %s', (engine) => {
  test('is asked right before, and not once it may have left', async () => {
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

  test('asks about whoever wants a copy, also when what it was written for is gone', async () => {
    const { room, world, written } = await openOutgoingRoom(engine)
    const receiver = async () => ({ phoneNumber: '60123456702', lid: '702@lid' })
    const call = await written({ leaveAtOnce: true, origin: 'call' })
    await room.sentMessages.find(call.deviceId, call.messageId, receiver)
    const own = await written({ leaveAtOnce: true, origin: 'test', messageId: 'TEST' })
    await room.sentMessages.find(own.deviceId, own.messageId, receiver)
    expect(world.askedOf).toEqual(['call to 60123456702', 'test to nobody'])
  })

  test('who opts out while a message is being sent to them is not sent it', async () => {
    const { again, room, world, written } = await openOutgoingRoom(engine)
    const message = await written()
    world.hasLastWord = true
    world.personRefusals = [null, null, 'opted_out']
    const withheld = { kind: 'withheld', refusal: 'opted_out' }
    expect(await room.handOver(message)).toEqual(withheld)
    expect(await again(message)).toMatchObject({ state: 'pending', mayHaveLeft: false })
    expect(world.sent).toEqual([])
  })

  test('what is written down to leave at its moment is asked about at that moment alone', async () => {
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

  test('what is prepared is asked about again at its moment, and has not left where that refuses', async () => {
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

  test('what has had its last check has left before anybody learns that they opted out', async () => {
    const { db, room, userId, world, written } = await openOutgoingRoom(engine)
    const message = await written()
    const answer = Promise.withResolvers<SendOutcome>()
    world.hasLastWord = true
    world.outcome = () => answer.promise
    const sending = room.handOver(message)
    await until('it is on its way', () => world.sent.length === 1)
    const heard: string[] = []
    const over = room.leavingOver(userId).then(() => heard.push('the receipt'))
    await room.leavingOver(await seedUser(db)).then(() => heard.push('of somebody else'))
    void sending.then(() => heard.push('the message'))
    answer.resolve({ kind: 'accepted' })
    await over
    expect(heard).toEqual(['of somebody else', 'the receipt'])
    expect(await sending).toEqual({ kind: 'taken' })
    await room.leavingOver(userId)
  })

  test('nor is one that may have left sent again to them: it has failed', async () => {
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

  test('nobody who may no longer be written to gets a copy', async () => {
    const { deviceId, room, world, written } = await openOutgoingRoom(engine)
    const message = await written()
    expect(await room.handOver(message)).toEqual({ kind: 'taken' })
    const { messageId } = message
    world.personRefusals = ['opted_out']
    expect(await room.sentMessages.find(deviceId, messageId)).toBeNull()
    expect(await room.sentMessages.find(deviceId, messageId)).toMatchObject({ messageId })
  })

  test('the gate is asked in the transaction that writes down', async () => {
    const { db, room, world, written } = await openOutgoingRoom(engine)
    world.refusal = 'campaign_off'
    const message = await written()
    const refusal = await db.transaction().execute((tx) => room.mayLeave(message, tx))
    expect(refusal).toBe('campaign_off')
  })

  test('who opts out while a message to them rests hears of it no more', async () => {
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
  const wait = async (userId: string) => {
    await leaving.over(userId)
    over.push(userId)
  }
  return { clock, leaving, over, wait }
}

test('whoever waits waits for all that left before, and for nothing that leaves later', async () => {
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

test('an answer that never comes holds up nobody for longer than two seconds', async () => {
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
