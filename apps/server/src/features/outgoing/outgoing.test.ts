import type { PersonRefusal, Refusal } from '@kirim/contract/outgoing'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { until } from '@kirim/testing/until'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../platform/database/database.ts'
import { newMessageId } from '../../platform/ids.ts'
import { engines, freshDatabase } from '../../testing/engines.ts'
import { plainOutgoing } from '../../testing/plain-outgoing.ts'
import { queryPlans } from '../../testing/query-plans.ts'
import { seedDevice, seedUser } from '../../testing/seed-user.ts'
import type { Outgoing } from './outgoing.feature.ts'
import type {
  Follow,
  Move,
  OriginKind,
  OutgoingFacts,
  OutgoingMessage,
  PlannedMessage,
  SendOutcome,
  WrittenMessage,
} from './outgoing.ports.ts'

/** Between the tries of a message that outlasts outages. */
const RESTS_MS = [2_000, 15_000, 120_000, 600_000] as const
/** Of one that somebody waits for. */
const LONGEST_OF_REPLY_MS = 120_000

describe.each(engines)('outgoing messages, on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>
  let userId: string
  let deviceId: string
  let room: Outgoing
  let clock: ReturnType<typeof createFakeClock>
  /** Controlled by the test. */
  let world: {
    refusal: Refusal | null
    personRefusals: (PersonRefusal | null)[]
    /** Whether the network asks once more before it encrypts. */
    hasLastWord: boolean
    asked: string[]
    askedOf: string[]
    sent: OutgoingMessage[]
    outcome: () => Promise<SendOutcome>
    filesAreAway: boolean
    files: {
      fileName: string
      fileType: string
      originalName: string
      facts?: OutgoingFacts
    }[]
    /** Batches of moves as an origin receives them. */
    followed: string[][]
    follow: (moves: readonly Move[]) => Promise<void>
    note: Follow
    moved: string[]
    holders: Map<string, string>
    held: string[]
  }

  beforeEach(async () => {
    ;({ db, close } = await freshDatabase(engine))
    userId = await seedUser(db)
    deviceId = await seedDevice(db, userId)
    world = {
      refusal: null,
      personRefusals: [],
      hasLastWord: false,
      asked: [],
      askedOf: [],
      sent: [],
      outcome: async () => ({ kind: 'accepted' }),
      filesAreAway: false,
      files: [],
      followed: [],
      follow: async () => {},
      note: async () => {},
      moved: [],
      holders: new Map(),
      held: [],
    }
    const onMoves = async (_tx: Db, moves: readonly Move[]) => {
      world.followed.push(moves.map(textOf))
      await world.follow(moves)
    }
    clock = createFakeClock()
    room = plainOutgoing(db, {
      clock,
      sender: {
        resolve: async () => null,
        async send(_device, message, lastWord, departure) {
          await departure?.moment()
          const refusal = world.hasLastWord ? await lastWord() : null
          if (refusal) return { kind: 'withdrawn', refusal }
          world.sent.push(message)
          return world.outcome()
        },
      },
      library: {
        find: async () => world.files,
        async localPath(name) {
          if (world.filesAreAway) throw new Error('storage away')
          return `/media/${name}`
        },
      },
      checks: [
        async ({ messageId }) => {
          world.asked.push(messageId)
          return world.refusal
        },
      ],
      personChecks: [
        async () => world.personRefusals.shift() ?? null,
        async ({ origin, person }) => {
          world.askedOf.push(`${origin} to ${person?.phoneNumber ?? 'nobody'}`)
          return world.personRefusals.shift() ?? null
        },
      ],
      origins: () => ({
        campaign: {
          sendsTextWithoutMedia: false,
          outlastsOutages: true,
          waitsForNewChats: true,
          personOf: async ({ userId }) => ({ userId, phoneNumber: '60123456701', lid: null }),
          holds: {
            of: async () => world.holders,
            take: async (_tx, holder) => {
              world.held.push(holder)
            },
          },
          onMoves,
        },
        chatbot: {
          sendsTextWithoutMedia: true,
          outlastsOutages: true,
          longestRestMs: LONGEST_OF_REPLY_MS,
          waitsForNewChats: false,
          personOf: async () => null,
          onMoves,
        },
        opt_out: {
          sendsTextWithoutMedia: true,
          outlastsOutages: true,
          waitsForNewChats: false,
          personOf: async () => null,
          onMoves,
        },
        call: {
          sendsTextWithoutMedia: true,
          outlastsOutages: true,
          waitsForNewChats: false,
          personOf: async () => null,
          onMoves,
        },
        test: {
          sendsTextWithoutMedia: false,
          outlastsOutages: false,
          waitsForNewChats: false,
          personOf: async () => null,
          onMoves,
        },
      }),
      follow: [(tx, moves) => world.note(tx, moves)],
      onMoved: (moves) => world.moved.push(...moves.map(textOf)),
    })
  })
  afterEach(() => close())

  function textOf({ message, from, to, reason }: Move): string {
    return `${message.text}: ${from} → ${to}${reason ? ` (${reason})` : ''}`
  }

  async function written(
    given: Partial<PlannedMessage> & { leaveAtOnce?: boolean } = {},
  ): Promise<WrittenMessage> {
    const { leaveAtOnce = false, ...more } = given
    const messageId = newMessageId()
    const planned: PlannedMessage = {
      deviceId,
      userId,
      origin: 'chatbot',
      originId: messageId,
      part: 0,
      messageId,
      jid: '60131000001@s.whatsapp.net',
      text: 'hello',
      mediaId: null,
      presence: null,
      presenceSeconds: 0,
      ...more,
    }
    const [message] = await db
      .transaction()
      .execute((tx) => room.writeDown(tx, [planned], { leaveAtOnce }))
    if (!message) throw new Error('nothing was written down')
    return message
  }

  const rowOf = ({ messageId }: { messageId: string }) =>
    db
      .selectFrom('outgoing')
      .select(['state', 'reason', 'may_have_left', 'attempts'])
      .where('message_id', '=', messageId)
      .executeTakeFirstOrThrow()
  const again = async ({ messageId }: WrittenMessage) => {
    const message = await room.find(deviceId, messageId)
    if (!message) throw new Error('it is gone')
    return message
  }

  test('is written down as such that may have left before the network has it', async () => {
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

  test('is asked about at the gate right before, and not once it may have left', async () => {
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

  test('who opts out while a message is being sent to them is not sent it', async () => {
    const message = await written()
    world.hasLastWord = true
    world.personRefusals = [null, null, 'opted_out']
    const withheld = { kind: 'withheld', refusal: 'opted_out' }
    expect(await room.handOver(message)).toEqual(withheld)
    expect(await again(message)).toMatchObject({ state: 'pending', mayHaveLeft: false })
    expect(world.sent).toEqual([])
  })

  test('what is prepared is asked about again at its moment, and has not left where that refuses', async () => {
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
    const message = await written()
    expect(await room.handOver(message)).toEqual({ kind: 'taken' })
    const { messageId } = message
    world.personRefusals = ['opted_out']
    expect(await room.sentMessages.find(deviceId, messageId)).toBeNull()
    expect(await room.sentMessages.find(deviceId, messageId)).toMatchObject({ messageId })
  })

  test('the gate is asked in the transaction that writes down', async () => {
    world.refusal = 'campaign_off'
    const message = await written()
    const refusal = await db.transaction().execute((tx) => room.mayLeave(message, tx))
    expect(refusal).toBe('campaign_off')
  })

  test('what the network refuses has failed, and says why', async () => {
    const message = await written()
    world.outcome = async () => ({ kind: 'refused', code: '463' })
    expect(await room.handOver(message)).toEqual({ kind: 'failed' })
    expect(await rowOf(message)).toMatchObject({ state: 'failed', reason: 'refused_463' })
    expect(world.moved).toEqual(['hello: pending → failed (refused_463)'])
  })

  test('what is refused after a try without an answer may have arrived, and says so', async () => {
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

  test('one that somebody waits for rests as often, and never longer than they would wait', async () => {
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

  test('a silent network uses up tries, and what is answered begins anew', async () => {
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

  test('what the network is not able to take is sent again, five times, and fails with that', async () => {
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

  test('but of a test that is said at once', async () => {
    const message = await written({ origin: 'test' })
    world.outcome = async () => ({ kind: 'unable', code: '500' })
    expect(await room.handOver(message)).toEqual({ kind: 'failed' })
    expect(await rowOf(message)).toMatchObject({ state: 'failed', reason: 'refused_500' })
  })

  test('who opts out while a message to them rests hears of it no more', async () => {
    const message = await written({ origin: 'campaign' })
    world.holders.set(message.originId, 'held')
    world.outcome = async () => ({ kind: 'unknown', lost: true })
    await room.handOver(message)
    world.personRefusals = ['opted_out']
    expect(await room.handOver(await again(message))).toEqual({ kind: 'failed' })
    expect(world.sent).toHaveLength(1)
  })

  test('what new chats are refused for waits, and may have arrived as before', async () => {
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

  test('what could not be sent at all has not left, and is no attempt', async () => {
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

  test('a file that is gone: a campaign has failed, a chatbot sends its text without it', async () => {
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
    expect(await room.fileOf(userId, 'file')).toEqual(media)
    expect(await room.sentMessages.find(deviceId, picture.messageId)).toMatchObject({ media })
    const size = { width: 64, height: 48 }
    const facts = { ...size, seconds: 3, thumbnail: '/9j/', isLooping: true }
    world.files = [{ fileName: 'a.mp4', fileType: 'video/mp4', originalName: 'a.gif', facts }]
    expect(await room.fileOf(userId, 'file')).toMatchObject({ path: '/media/a.mp4', facts })
  })

  test.each([true, false])(
    'a file whose storage is away fails nobody, and nothing may have left (at once: %s)',
    async (leaveAtOnce) => {
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

  test('reports are taken in their order, and each move is followed in the same transaction', async () => {
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

  test('a refusal that comes late keeps its code', async () => {
    const message = await written()
    await room.receipts(deviceId, [{ messageId: message.messageId, status: 'failed', code: '479' }])
    expect(await rowOf(message)).toMatchObject({ state: 'failed', reason: 'unsettled_479' })
  })

  test('who follows moves of every origin writes in the same transaction, or nothing moves', async () => {
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

  test('a burst of reports takes few transactions, and one that cannot be followed keeps back no other', async () => {
    const messages: WrittenMessage[] = []
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

  test('what two holders hold moves in two transactions, and what none holds not at all', async () => {
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

  test('what has not left is given up with the rest of its origin, and stays so', async () => {
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

  test('a part of one origin is written down once', async () => {
    await written({ originId: 'inbound', part: 1 })
    await expect(written({ originId: 'inbound', part: 1 })).rejects.toThrow()
    expect(await room.statesOf(db, 'chatbot', ['inbound'])).toHaveLength(1)
    await room.forget(db, 'campaign', ['inbound'])
    expect(await room.statesOf(db, 'chatbot', ['inbound'])).toHaveLength(1)
    await room.forget(db, 'chatbot', ['inbound'])
    expect(await room.statesOf(db, 'chatbot', ['inbound'])).toEqual([])
  })
})

test.each<[string, (room: Outgoing) => Promise<unknown>, RegExp]>([
  ['a message', (room) => room.find('device', 'message'), /\(device_id=\? AND message_id=\?\)/],
  ['a burst', (room) => room.among('device', ['a', 'b']), /\(device_id=\? AND message_id=\?\)/],
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
])('%s is found without reading what else was sent', async (_what, ask, index) => {
  const { db, close } = await freshDatabase('SQLite')
  const plans = await queryPlans(db, (asked) => ask(plainOutgoing(asked)))
  expect(plans).toEqual([expect.stringMatching(index)])
  await close()
})
