import { until } from '@kirim/testing/until'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ChatRoom, openChatRoom } from '../../../testing/chat-room.ts'
import { journeyEngines } from '../../../testing/engines.ts'
import type { StoredItem } from '../items/items.repository.ts'

const SITI = '60131000001'
const MINUTE = 60_000

describe.each(journeyEngines)('a reply that is decided on, but has not left, on %s', (engine) => {
  let room: ChatRoom
  let slow: StoredItem
  let after: StoredItem
  beforeEach(async () => {
    room = await openChatRoom(engine)
    after = await room.item({ caption: 'And this' })
    slow = await room.item({
      caption: 'Slowly',
      keywords: ['slow'],
      presenceDelayTime: 10,
      presenceDelayStatus: 'enable_typing',
      nextItemId: after.id,
    })
  })
  afterEach(() => room.close())

  const typing = () => until('it types', () => room.network.presences.length > 0)
  const states = async () => (await room.replies()).map(({ state, reason }) => [state, reason])
  const settled = (state: string) =>
    until(`a reply is ${state}`, async () =>
      (await room.replies()).some((reply) => reply.state === state),
    )

  test.each<[string, () => Promise<unknown> | unknown]>([
    ['number_off', () => room.switchOn(false)],
    ['item_off', () => room.enable(slow, false)],
    ['item_gone', () => room.erase(slow)],
    [
      'person_answered',
      async () => {
        await room.set({ quietMinutes: 30 })
        await room.hear(SITI, 'I will see to it', { fromMe: true })
      },
    ],
  ])('is given up with its chain, and counts nowhere: %s', async (reason, change) => {
    const messageId = await room.hear(SITI, 'slow')
    await typing()
    expect(await room.totals()).toEqual({ total: 1, sent: 0, failed: 0 })
    await change()
    room.clock.advance(10_000)
    await settled('dropped')
    expect(room.count()).toEqual([])
    expect(await states()).toEqual([['dropped', reason]])
    expect(await room.inbox(messageId)).toMatchObject({ state: 'silent', reason })
    expect(await room.totals()).toEqual({ total: 0, sent: 0, failed: 0 })
    await until('typing ends', () => room.network.presences.at(-1)?.endsWith('paused'))
  })

  test('the rest of a chain is dropped when the number is switched off between two replies', async () => {
    room.network.outcome = async () => {
      await room.switchOn(false)
      return { kind: 'accepted' }
    }
    await room.hear(SITI, 'slow')
    await typing()
    room.clock.advance(10_000)
    await until('the chain has ended', async () =>
      (await room.replies()).some(({ reason }) => reason === 'number_off'),
    )
    expect(room.count()).toEqual(['Slowly'])
    expect(await states()).toEqual([['sent', 'number_off']])
    expect(await room.totals()).toMatchObject({ total: 1, failed: 0 })
  })

  test.each([
    [9 * MINUTE, ['Slowly', 'And this']],
    [11 * MINUTE, []],
  ])('is still said after %i ms without a connection: %j', async (away, said) => {
    await room.hear(SITI, 'slow')
    await typing()
    room.disconnect()
    room.clock.advance(away)
    room.connect()
    if (said.length > 0) {
      await until('it types again', () => room.network.presences.length > 1)
      room.clock.advance(10_000)
      await until('all is said', () => room.count().length === said.length)
    } else await settled('dropped')
    expect(room.count()).toEqual(said)
  })

  test('is not counted once its number is removed', async () => {
    const messageId = await room.hear(SITI, 'slow')
    await typing()
    await room.remove()
    expect(room.count()).toEqual([])
    expect(await states()).toEqual([['dropped', 'number_gone']])
    expect(await room.inbox(messageId)).toMatchObject({ state: 'silent', reason: 'number_gone' })
    expect(await room.totals()).toEqual({ total: 0, sent: 0, failed: 0 })
  })

  test('is not stored when its number is removed while AI writes', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    let checks = 0
    room.ai.write = () => {
      checks += 1
      return promise
    }
    await room.item({ caption: 'Thought', keywords: ['think'], useAi: true })
    for (let chat = 0; chat < 110; chat++) await room.hear(`6013100${1000 + chat}`, 'think')
    await until('as many are asked as may be at once', () => checks === 100)
    await room.remove()
    resolve('Thought')
    room.connect()
    await room.settled()
    expect(checks).toBe(100)
    expect(await states()).toEqual([])
    expect(await room.totals()).toEqual({ total: 0, sent: 0, failed: 0 })
  })

  test('shows typing even with a delay of zero', async () => {
    await room.item({
      caption: 'At once',
      keywords: ['once'],
      presenceDelayTime: 0,
      presenceDelayStatus: 'enable_typing',
    })
    await room.hear(SITI, 'once')
    await typing()
    room.clock.advance(0)
    await until('typing ends', () => room.network.presences.length === 2)
    expect(room.network.presences.map((line) => line.split(' ')[1])).toEqual([
      'composing',
      'paused',
    ])
  })

  test('fails when its number is removed and it may have been sent', async () => {
    await room.item({ caption: 'At once', keywords: ['fast'] })
    room.network.outcome = () => new Promise(() => {})
    await room.hear(SITI, 'fast')
    await until('it is handed over', () => room.network.sent.length === 1)
    await room.remove()
    expect(await states()).toEqual([['failed', null]])
    const { reason } = await room.db
      .selectFrom('outgoing')
      .select('reason')
      .executeTakeFirstOrThrow()
    expect(reason).toBe('number_removed')
    expect(await room.totals()).toEqual({ total: 1, sent: 0, failed: 1 })
  })

  test('renews typing every ten seconds', async () => {
    await room.item({
      caption: 'Very slowly',
      keywords: ['very'],
      presenceDelayTime: 25,
      presenceDelayStatus: 'enable_typing',
    })
    await room.hear(SITI, 'very')
    for (const [times, ms] of [
      [1, 10_000],
      [2, 10_000],
      [3, 5_000],
    ] as const) {
      await until('it types', () => room.network.presences.length === times)
      expect(room.count()).toEqual([])
      room.clock.advance(ms)
    }
    await until('it is said', () => room.count().length === 1)
    await until('typing ends', () => room.network.presences.length === 4)
    expect(room.network.presences.map((line) => line.split(' ')[1])).toEqual([
      'composing',
      'composing',
      'composing',
      'paused',
    ])
  })

  test('checks the switch again after an outage', async () => {
    await room.hear(SITI, 'slow')
    await typing()
    room.disconnect()
    await room.switchOn(false)
    room.connect()
    await settled('dropped')
    expect(room.count()).toEqual([])
  })

  test('a reply that may have been sent is settled with the same id, whatever has changed', async () => {
    const fast = await room.item({ caption: 'At once', keywords: ['fast'] })
    room.network.outcome = () => new Promise(() => {})
    await room.hear(SITI, 'fast')
    await until('it is handed over', () => room.network.sent.length === 1)
    await room.switchOn(false)
    await room.enable(fast, false)
    room.network.outcome = async () => ({ kind: 'accepted' })
    room.clock.advance(60 * MINUTE)
    room.restart()
    await settled('sent')
    expect(new Set(room.network.sent.map(({ messageId }) => messageId)).size).toBe(1)
    expect(await states()).toEqual([['sent', null]])
  })

  test('a reply whose file could not be uploaded was not sent, and can be dropped', async () => {
    await room.item({ caption: 'A picture', keywords: ['picture'] })
    room.network.outcome = () => Promise.reject(new Error('no media host'))
    await room.hear(SITI, 'picture')
    await until('the upload has failed', async () => {
      const [reply] = await room.db.selectFrom('outgoing').select('may_have_left').execute()
      return reply?.may_have_left === 0 && room.network.sent.length > 0
    })
    await room.switchOn(false)
    await until('it was tried again', () => room.clock.nextTimer())
    room.clock.advance(2000)
    await settled('dropped')
    expect(room.network.sent.length).toBe(1)
  })
})
