import type { Refusal } from '@kirim/contract/outgoing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../platform/database/database.ts'
import { engines, freshDatabase } from '../../testing/engines.ts'
import { plainOutgoing } from '../../testing/plain-outgoing.ts'
import { plannedMessage } from '../../testing/planned-message.ts'
import { seedDevice, seedUser } from '../../testing/seed-user.ts'
import type { Check, OutgoingMessage, SendOutcome } from './delivery.ports.ts'

/** Stands for an operation that a killed process never finishes. */
const never = () => new Promise<never>(() => {})

describe.each(engines)('a killed server, on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>
  let workspaceId: string
  let deviceId: string
  /** Everything that reached the network, in any run of the server. */
  let network: OutgoingMessage[]
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
  })
  beforeEach(async () => {
    workspaceId = await seedUser(db)
    deviceId = await seedDevice(db, workspaceId)
    network = []
  })
  afterAll(() => close())

  /** A restarted server: it knows only what the database holds. */
  function run(
    answer: (message: OutgoingMessage) => Promise<SendOutcome> = async () => ({ kind: 'accepted' }),
    given: { checks?: Check[]; files?: string[]; follows?: () => Promise<void> } = {},
  ) {
    const origin = {
      sendsTextWithoutMedia: false,
      outlastsOutages: false,
      waitsForNewChats: false,
      personOf: async () => null,
      onMoves: given.follows ?? (async () => {}),
    }
    const [fileName] = given.files ?? []
    return plainOutgoing(db, {
      checks: given.checks ?? [],
      library: {
        find: async () =>
          fileName ? [{ fileName, fileType: 'image/png', originalName: 'menu.png' }] : [],
        localPath: async (name) => `/media/${name}`,
      },
      origins: () => ({
        campaign: origin,
        chatbot: { ...origin, sendsTextWithoutMedia: true },
        opt_out: origin,
        call: origin,
        test: origin,
      }),
      sender: {
        resolve: async () => null,
        async send(_device, message) {
          network.push(message)
          return answer(message)
        },
      },
    })
  }

  const writtenBy = async (room: ReturnType<typeof run>, leaveAtOnce: boolean, more = {}) => {
    const planned = plannedMessage({ deviceId, workspaceId, ...more })
    const rows = await db
      .transaction()
      .execute((tx) => room.storeMessages(tx, [planned], { leaveAtOnce }))
    const [message] = rows
    if (!message) throw new Error('nothing was written down')
    return message
  }

  const found = async (room: ReturnType<typeof run>, messageId: string) => {
    const message = await room.find(deviceId, messageId)
    if (!message) throw new Error('it is gone')
    return message
  }

  test('sends nothing when killed before storing anything', async () => {
    const room = run()
    const planned = plannedMessage({ deviceId, workspaceId })
    const { messageId } = planned
    const begun = db.transaction().execute(async (tx) => {
      await room.storeMessages(tx, [planned], { leaveAtOnce: true })
      throw new Error('killed')
    })
    await expect(begun).rejects.toThrow('killed')
    expect(await run().find(deviceId, messageId)).toBeNull()
    expect(await run().sentMessages.find(deviceId, messageId)).toBeNull()
    expect(await run().pendingOn(deviceId, 'chatbot')).toEqual([])
  })

  const off: Check = async (): Promise<Refusal> => 'number_off'

  test.each([
    ['is marked later', false, 'withheld'],
    ['leaves at once', true, 'taken'],
  ] as const)(
    'right after a message that %s was written down: the gate is asked only if it cannot have left',
    async (_what, leaveAtOnce, outcome) => {
      const { messageId } = await writtenBy(run(), leaveAtOnce)
      const next = run(undefined, { checks: [off] })
      const message = await found(next, messageId)
      expect(message).toMatchObject({ state: 'pending', mayHaveLeft: leaveAtOnce })
      expect(await next.handOver(message)).toMatchObject({ kind: outcome })
      expect(network.map((sent) => sent.messageId)).toEqual(leaveAtOnce ? [messageId] : [])
    },
  )

  test('retries the same id and text when killed during the send', async () => {
    const killed = run(never)
    const message = await writtenBy(killed, false)
    void killed.handOver(message)
    await expect.poll(() => network.length).toBe(1)
    const next = run(undefined, { checks: [off] })
    const left = await found(next, message.messageId)
    expect(left).toMatchObject({ state: 'pending', mayHaveLeft: true, attempts: 0 })
    expect(await next.sentMessages.find(deviceId, message.messageId)).toEqual(network[0])
    expect(await next.handOver(left)).toEqual({ kind: 'taken' })
    expect(network[1]).toEqual(network[0])
  })

  test('settles a message once when killed after the network accepted it', async () => {
    const killed = run(undefined, { follows: () => Promise.reject(new Error('killed')) })
    const message = await writtenBy(killed, true)
    await expect(killed.handOver(message)).rejects.toThrow('killed')
    const next = run()
    expect(await found(next, message.messageId)).toMatchObject({ state: 'pending' })
    expect(await next.handOverAll('chatbot', message.originId)).toEqual({ kind: 'taken' })
    expect(await next.handOverAll('chatbot', message.originId)).toEqual({ kind: 'taken' })
    expect(network).toHaveLength(2)
    expect(await found(run(), message.messageId)).toMatchObject({ state: 'sent' })
  })

  test('does not retry a message whose receipt came first', async () => {
    const killed = run(never)
    const message = await writtenBy(killed, true)
    void killed.handOver(message)
    await expect.poll(() => network.length).toBe(1)
    const next = run()
    await next.receipts(deviceId, [{ messageId: message.messageId, status: 'delivered' }])
    expect(await next.handOverAll('chatbot', message.originId)).toEqual({ kind: 'taken' })
    expect(await next.pendingOn(deviceId, 'chatbot')).toEqual([])
    expect(network).toHaveLength(1)
  })

  test('sends the remaining parts in order, and nothing twice', async () => {
    let left = 1
    const killed = run(() => (left-- > 0 ? Promise.resolve({ kind: 'accepted' }) : never()))
    for (const part of [0, 1, 2]) {
      await writtenBy(killed, part === 0, { originId: 'inbound', part, text: `part ${part}` })
    }
    void killed.handOverAll('chatbot', 'inbound')
    await expect.poll(() => network.length).toBe(2)
    const next = run()
    const pending = await next.pendingOf('chatbot', 'inbound')
    expect(pending.map(({ text, mayHaveLeft }) => [text, mayHaveLeft])).toEqual([
      ['part 1', true],
      ['part 2', false],
    ])
    expect(await next.handOverAll('chatbot', 'inbound')).toEqual({ kind: 'taken' })
    expect(network.map(({ text }) => text)).toEqual(['part 0', 'part 1', 'part 1', 'part 2'])
  })

  test('fails a possibly sent message whose file is gone after the restart', async () => {
    const killed = run(never, { files: ['a.png'] })
    const message = await writtenBy(killed, false, { mediaId: 'file', origin: 'campaign' })
    void killed.handOver(message)
    await expect.poll(() => network.length).toBe(1)
    const next = run()
    expect(await next.sentMessages.find(deviceId, message.messageId)).toBeNull()
    const left = await found(next, message.messageId)
    expect(await next.handOver(left)).toEqual({ kind: 'failed' })
    expect(network).toHaveLength(1)
    const withFile = run(undefined, { files: ['b.png'] })
    expect(await withFile.sentMessages.find(deviceId, message.messageId)).toMatchObject({
      media: { path: '/media/b.png' },
    })
  })

  test('a message of another device or unknown is not found', async () => {
    const room = run()
    const other = await seedDevice(db, await seedUser(db))
    const { messageId } = await writtenBy(room, true)
    expect(await room.sentMessages.find(other, messageId)).toBeNull()
    expect(await room.sentMessages.find('', messageId)).toBeNull()
    expect(await room.sentMessages.find(deviceId, '')).toBeNull()
    const many = Array.from({ length: 1200 }, (_, n) => `X${n}`)
    const chats = await room.sentMessages.chatsOf(deviceId, [...many, messageId])
    expect([...chats.keys()]).toEqual([messageId])
    expect((await room.sentMessages.chatsOf(other, [messageId])).size).toBe(0)
    await room.receipts(other, [{ messageId, status: 'read' }])
    expect(await found(room, messageId)).toMatchObject({ state: 'pending' })
  })

  test('stops at the first refusal', async () => {
    const asked: string[] = []
    const check =
      (name: string, refusal: Refusal | null): Check =>
      async () => {
        asked.push(name)
        return refusal
      }
    const checks = [check('one', null), check('two', 'item_off'), check('three', 'number_gone')]
    const room = run(undefined, { checks })
    const message = await writtenBy(room, false)
    expect(await room.handOver(message)).toEqual({ kind: 'withheld', refusal: 'item_off' })
    expect(asked).toEqual(['one', 'two'])
    const broken = run(undefined, { checks: [() => Promise.reject(new Error('no database'))] })
    await expect(broken.handOver(message)).rejects.toThrow('no database')
    expect(network).toEqual([])
    expect(await found(run(), message.messageId)).toMatchObject({ mayHaveLeft: false, attempts: 0 })
  })
})
