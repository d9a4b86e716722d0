import { describe, expect, test } from 'vitest'
import { engines } from '../../testing/engines.ts'
import { LONGEST_OF_REPLY_MS, openOutgoingRoom, RESTS_MS } from '../../testing/outgoing-room.ts'
import type { OriginKind } from './delivery.ports.ts'

describe.each(engines)('outgoing messages, on %s', (engine) => {
  test('is marked as possibly sent before the network has it', async () => {
    const { room, rowOf, world, written } = await openOutgoingRoom(engine)
    const message = await written()
    expect(await rowOf(message)).toMatchObject({ state: 'pending', may_have_left: 0 })
    world.outcome = async () => {
      expect(await rowOf(message)).toMatchObject({ state: 'pending', may_have_left: 1 })
      return { kind: 'accepted' }
    }
    expect(await room.handOver(message)).toEqual({ kind: 'taken' })
    expect(await rowOf(message)).toMatchObject({ state: 'sent', attempts: 0 })
    expect(world.moved).toEqual(['hello: pending → sent'])
  })

  test('a refused message fails with the reason', async () => {
    const { room, rowOf, world, written } = await openOutgoingRoom(engine)
    const message = await written()
    world.outcome = async () => ({ kind: 'refused', code: '463' })
    expect(await room.handOver(message)).toEqual({ kind: 'failed' })
    expect(await rowOf(message)).toMatchObject({ state: 'failed', reason: 'refused_463' })
    expect(world.moved).toEqual(['hello: pending → failed (refused_463)'])
  })

  test('a message refused after an unanswered attempt may have arrived', async () => {
    const { again, clock, room, rowOf, world, written } = await openOutgoingRoom(engine)
    const message = await written({ leaveAtOnce: true })
    world.outcome = async () => ({ kind: 'unknown' })
    expect(await room.handOver(message)).toEqual({ kind: 'unanswered' })
    clock.advance(RESTS_MS[0])
    world.outcome = async () => ({ kind: 'refused', code: '479' })
    expect(await room.handOver(await again(message))).toEqual({ kind: 'failed' })
    expect(await rowOf(message)).toMatchObject({ state: 'failed', reason: 'unsettled_479' })
  })

  test.each(['campaign', 'opt_out'] as const)(
    'one of origin %s whose connections are lost rests ever longer, and no try is used up by it',
    async (origin) => {
      const { again, clock, room, world, written } = await openOutgoingRoom(engine)
      const message = await written({ origin })
      world.outcome = async () => ({ kind: 'unknown', lost: true })
      for (const [n, ms] of RESTS_MS.entries()) {
        expect(await room.handOver(await again(message))).toEqual({ kind: 'unanswered' })
        clock.advance(ms - 1)
        expect(await room.handOver(await again(message))).toEqual({ kind: 'unanswered' })
        expect(world.sent).toHaveLength(n + 1)
        clock.advance(1)
      }
      expect(await again(message)).toMatchObject({ attempts: 0, mayHaveLeft: true })
      // What costs every connection, however long it rests, must not be tried for ever.
      await room.handOver(await again(message))
      expect(await again(message)).toMatchObject({ attempts: 1 })
      expect(new Set(world.sent.map(({ messageId }) => messageId)).size).toBe(1)
    },
  )

  test('a message somebody waits for never backs off longer than they wait', async () => {
    const { again, clock, room, world, written } = await openOutgoingRoom(engine)
    const message = await written({ origin: 'chatbot' })
    world.outcome = async () => ({ kind: 'unknown', lost: true })
    for (const ms of RESTS_MS) {
      await room.handOver(await again(message))
      expect(room.isResting(message.messageId)).toBe(true)
      clock.advance(Math.min(ms, LONGEST_OF_REPLY_MS))
      expect(room.isResting(message.messageId)).toBe(false)
    }
    expect(await again(message)).toMatchObject({ attempts: 0, mayHaveLeft: true })
    await room.handOver(await again(message))
    expect(await again(message)).toMatchObject({ attempts: 1 })
    expect(world.sent).toHaveLength(RESTS_MS.length + 1)
  })

  test('a silent network counts as attempts, and an answer resets them', async () => {
    const { again, clock, room, world, written } = await openOutgoingRoom(engine)
    const message = await written({ origin: 'opt_out' })
    world.outcome = async () => ({ kind: 'unknown' })
    await room.handOver(message)
    await room.handOver(await again(message))
    expect(world.sent).toHaveLength(1)
    clock.advance(RESTS_MS[0])
    await room.handOver(await again(message))
    expect(await again(message)).toMatchObject({ attempts: 2 })
    clock.advance(RESTS_MS[1])
    world.outcome = async () => ({ kind: 'accepted' })
    expect(await room.handOver(await again(message))).toEqual({ kind: 'taken' })
  })

  test('a message the network cannot take is retried five times, then fails', async () => {
    const { again, clock, room, rowOf, world, written } = await openOutgoingRoom(engine)
    const message = await written({ leaveAtOnce: true })
    world.outcome = async () => ({ kind: 'unable', code: '500' })
    for (const rest of RESTS_MS) {
      expect(await room.handOver(await again(message))).toEqual({ kind: 'unanswered' })
      clock.advance(rest)
    }
    expect(await rowOf(message)).toMatchObject({ state: 'pending', attempts: RESTS_MS.length })
    expect(await room.handOver(await again(message))).toEqual({ kind: 'failed' })
    expect(new Set(world.sent.map(({ messageId }) => messageId))).toEqual(
      new Set([message.messageId]),
    )
    expect(await rowOf(message)).toMatchObject({ state: 'failed', reason: 'unsettled_500' })
  })

  test('but a test fails at once', async () => {
    const { room, rowOf, world, written } = await openOutgoingRoom(engine)
    const message = await written({ origin: 'test' })
    world.outcome = async () => ({ kind: 'unable', code: '500' })
    expect(await room.handOver(message)).toEqual({ kind: 'failed' })
    expect(await rowOf(message)).toMatchObject({ state: 'failed', reason: 'refused_500' })
  })

  test('a message refused for new chats waits, and may have arrived before', async () => {
    const { again, clock, room, world, written } = await openOutgoingRoom(engine)
    const fresh = await written({ origin: 'campaign', leaveAtOnce: true })
    world.outcome = async () => ({ kind: 'limited' })
    const { messageId } = fresh
    expect(await room.handOver(fresh)).toEqual({ kind: 'limited', messageId })
    expect(await again(fresh)).toMatchObject({ state: 'pending', mayHaveLeft: false })

    const unsure = await written({ origin: 'campaign', leaveAtOnce: true })
    world.outcome = async () => ({ kind: 'unknown' })
    await room.handOver(unsure)
    expect(await again(unsure)).toMatchObject({ attempts: 1 })
    clock.advance(RESTS_MS[0])
    world.outcome = async () => ({ kind: 'limited' })
    expect((await room.handOver(await again(unsure))).kind).toBe('limited')
    expect(await again(unsure)).toMatchObject({ state: 'pending', mayHaveLeft: true, attempts: 0 })
  })

  test.each([
    ['was never sent', false, 'refused_463'],
    ['may have arrived', true, 'unsettled_463'],
  ])(
    'a reply that new chats are refused for waits for nothing; it %s',
    async (_what, left, reason) => {
      const { again, room, rowOf, world, written } = await openOutgoingRoom(engine)
      const reply = await written({ leaveAtOnce: left })
      world.outcome = async () => ({ kind: 'limited' })
      expect(await room.handOver(await again(reply))).toEqual({ kind: 'failed' })
      expect(await rowOf(reply)).toMatchObject({ state: 'failed', reason })
    },
  )

  test.each([
    ['was never sent', false],
    ['may have arrived', true],
  ])(
    'a device that asks too much rests; what %s waits as it is, and is no attempt',
    async (_what, left) => {
      const { again, clock, room, world, written } = await openOutgoingRoom(engine)
      const first = await written({ leaveAtOnce: left })
      if (left) {
        world.outcome = async () => ({ kind: 'unknown' })
        await room.handOver(first)
        clock.advance(RESTS_MS[0])
      }
      const message = await again(first)
      const { attempts } = message
      world.outcome = async () => ({ kind: 'overloaded' })
      const rests = { kind: 'withheld', refusal: 'device_rests' }
      expect(await room.handOver(message)).toEqual(rests)
      const times = world.sent.length
      expect(await room.handOver(await again(message))).toEqual(rests)
      expect(world.sent).toHaveLength(times)
      expect(await again(message)).toMatchObject({ state: 'pending', mayHaveLeft: left, attempts })
      world.outcome = async () => ({ kind: 'accepted' })
      clock.advance(60_000)
      expect(await room.handOver(await again(message))).toEqual({ kind: 'taken' })
    },
  )

  test('a message that could not be sent at all is unmarked, and counts as no attempt', async () => {
    const { room, rowOf, world, written } = await openOutgoingRoom(engine)
    const message = await written({ leaveAtOnce: true })
    world.outcome = () => Promise.reject(new Error('no media host'))
    await expect(room.handOver(message)).rejects.toThrow('no media host')
    expect(await rowOf(message)).toMatchObject({ may_have_left: 0, attempts: 0 })
  })

  test.each<[OriginKind, number]>([
    ['campaign', 1],
    ['chatbot', 1],
    ['test', 2],
  ])(
    'one of a %s that may have left and then cannot be sent counts %i attempts',
    async (origin, attempts) => {
      const { again, clock, room, rowOf, world, written } = await openOutgoingRoom(engine)
      const message = await written({ origin })
      world.outcome = async () => ({ kind: 'unknown' })
      await room.handOver(message)
      clock.advance(RESTS_MS[0])
      world.outcome = () => Promise.reject(new Error('no media host'))
      await expect(room.handOver(await again(message))).rejects.toThrow('no media host')
      expect(await rowOf(message)).toMatchObject({ may_have_left: 1, attempts })
      expect(await room.attemptsOf(origin, message.originId)).toBe(attempts)
    },
  )

  test('without its file a campaign message fails, and a chatbot sends the text alone', async () => {
    const { deviceId, room, rowOf, workspaceId, world, written } = await openOutgoingRoom(engine)
    const more = { mediaId: 'file' }
    world.holders.set('person', 'campaign')
    const picture = await written({ ...more, origin: 'campaign', originId: 'person' })
    expect(await room.sentMessages.find(deviceId, picture.messageId)).toBeNull()
    expect(await room.handOver(picture)).toEqual({ kind: 'failed' })
    expect(await rowOf(picture)).toMatchObject({ reason: 'refused_media_missing' })
    expect(await room.handOver(await written(more))).toEqual({ kind: 'taken' })
    expect(await room.handOver(await written({ ...more, text: '' }))).toEqual({ kind: 'failed' })
    expect(world.sent).toMatchObject([{ text: 'hello', media: null }])
    world.files.push({ fileName: 'a.png', fileType: 'image/png', originalName: 'menu.png' })
    const media = { path: '/media/a.png', fileType: 'image/png', originalName: 'menu.png' }
    expect(await room.fileOf(workspaceId, 'file')).toEqual(media)
    expect(await room.sentMessages.find(deviceId, picture.messageId)).toMatchObject({ media })
    const size = { width: 64, height: 48 }
    const facts = { ...size, seconds: 3, thumbnail: '/9j/', isLooping: true }
    world.files = [{ fileName: 'a.mp4', fileType: 'video/mp4', originalName: 'a.gif', facts }]
    expect(await room.fileOf(workspaceId, 'file')).toMatchObject({ path: '/media/a.mp4', facts })
  })

  test.each([true, false])(
    'a file whose storage is away fails nobody, and nothing may have left (at once: %s)',
    async (leaveAtOnce) => {
      const { again, room, rowOf, world, written } = await openOutgoingRoom(engine)
      world.files.push({ fileName: 'a.png', fileType: 'image/png', originalName: 'menu.png' })
      world.filesAreAway = true
      const picture = await written({ mediaId: 'file', origin: 'chatbot', leaveAtOnce })
      await expect(room.handOver(picture)).rejects.toThrow('storage away')
      expect(await rowOf(picture)).toMatchObject({ state: 'pending', may_have_left: 0 })
      world.filesAreAway = false
      expect(await room.handOver(await again(picture))).toEqual({ kind: 'taken' })
    },
  )

  test('parts of one origin leave in order, until one is not taken', async () => {
    const { clock, room, world, written } = await openOutgoingRoom(engine)
    world.holders.set('person', 'campaign')
    for (const part of [2, 0, 1]) {
      await written({ origin: 'campaign', originId: 'person', part, text: `part ${part}` })
    }
    let sent = 0
    world.outcome = async () => (++sent === 2 ? { kind: 'unknown' } : { kind: 'accepted' })
    expect(await room.handOverAll('campaign', 'person')).toEqual({ kind: 'unanswered' })
    clock.advance(RESTS_MS[0])
    expect(await room.handOverAll('campaign', 'person')).toEqual({ kind: 'taken' })
    expect(world.sent.map(({ text }) => text)).toEqual(['part 0', 'part 1', 'part 1', 'part 2'])
  })
})
