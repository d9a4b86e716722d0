import { until } from '@kirim/testing/until'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ChatRoom, openChatRoom } from '../../../testing/chat-room.ts'
import { journeyEngines } from '../../../testing/engines.ts'
import type { StoredItem } from '../items/items.repository.ts'

const SITI = '60131000001'

describe.each(journeyEngines)('a chain of next actions on %s', (engine) => {
  let room: ChatRoom
  beforeEach(async () => {
    room = await openChatRoom(engine)
  })
  afterEach(() => room.close())

  /** Items that lead to each other in this order; the first one's caption triggers it. */
  async function chain(...given: Partial<StoredItem>[]): Promise<void> {
    let next: StoredItem | null = null
    for (const [index, item] of [...given.entries()].reverse()) {
      const keywords = index === 0 ? [item.caption ?? ''] : []
      next = await room.item({ keywords, nextItemId: next?.id ?? null, ...item })
    }
  }
  const hear = (count: number) =>
    until(`${count} replies have left`, () => room.network.sent.length >= count)

  test('the first reply does not wait for the slowest', async () => {
    const written = Promise.withResolvers<string>()
    room.ai.write = () => written.promise
    await chain({ caption: 'one' }, { caption: 'two', useAi: true }, { caption: 'three' })
    await room.hear(SITI, 'one')
    await hear(1)
    expect(await room.totals()).toMatchObject({ total: 1 })
    written.resolve('TWO')
    await hear(3)
    expect(room.count()).toEqual(['one', 'TWO', 'three'])
    await room.settled()
    expect(await room.totals()).toMatchObject({ total: 3 })
  })

  test('skips an item without text', async () => {
    await chain({ caption: 'one' }, { caption: '{|}' }, { caption: 'three' })
    await chain({ caption: '{|}', keywords: ['quiet'] }, { caption: '' })
    await room.hear(SITI, 'one')
    await hear(2)
    await room.hear(SITI, 'quiet')
    await room.settled()
    expect(room.count()).toEqual(['one', 'three'])
  })

  test('an item that fired without a reply of its own has its cooldown', async () => {
    await room.set({ cooldownSeconds: 60 })
    await chain({ caption: '{|}', keywords: ['quiet'] }, { caption: 'two' })
    await room.hear(SITI, 'quiet')
    await room.settled()
    const again = await room.hear(SITI, 'quiet')
    await room.settled()
    expect(await room.inbox(again)).toMatchObject({ state: 'silent', reason: 'cooldown' })
    expect(room.count()).toEqual(['two'])
  })

  test('it ends after five next actions', async () => {
    await chain(...Array.from({ length: 8 }, (_, index) => ({ caption: `no. ${index}` })))
    await room.hear(SITI, 'no. 0')
    await hear(6)
    await room.settled()
    expect(room.count().at(-1)).toBe('no. 5')
  })

  test("it stays in its chat, whatever its items' Send to is", async () => {
    await chain({ caption: 'one', sendTo: 'individual' }, { caption: 'two', sendTo: 'group' })
    await room.hear(SITI, 'one')
    await hear(2)
    expect(room.count()).toEqual(['one', 'two'])
  })

  test('it ends at a disabled item', async () => {
    await chain({ caption: 'one' }, { caption: 'two', enabled: false }, { caption: 'three' })
    await room.hear(SITI, 'one')
    await hear(1)
    await room.settled()
    expect(room.count()).toEqual(['one'])
  })

  test.each([0, 1, 2])(
    'killed while reply %i is on its way, it goes on after it, each reply once',
    async (hop) => {
      await chain({ caption: 'one' }, { caption: 'two' }, { caption: 'three' })
      room.network.outcome = () =>
        room.network.sent.length > hop
          ? new Promise(() => {})
          : Promise.resolve({ kind: 'accepted' })
      await room.hear(SITI, 'one')
      await hear(hop + 1)
      room.network.outcome = async () => ({ kind: 'accepted' })
      room.restart()
      await hear(4)
      await room.settled()
      const ids = new Map(room.network.sent.map(({ messageId, text }) => [messageId, text]))
      expect([...ids.values()]).toEqual(['one', 'two', 'three'])
      expect(await room.totals()).toMatchObject({ total: 3 })
    },
  )

  test('continues with the next reply after a kill', async () => {
    room.ai.write = () => new Promise(() => {})
    await chain({ caption: 'one' }, { caption: 'two', useAi: true }, { caption: 'three' })
    await room.hear(SITI, 'one')
    await hear(1)
    await until('the first has settled', async () => {
      const [first] = await room.replies()
      return first?.state === 'sent'
    })
    room.ai.write = async () => 'TWO'
    room.restart()
    await hear(3)
    await room.settled()
    expect(room.count()).toEqual(['one', 'TWO', 'three'])
  })

  test('answers a message that arrives meanwhile after it', async () => {
    const written = Promise.withResolvers<string>()
    room.ai.write = () => written.promise
    await chain({ caption: 'one' }, { caption: 'two', useAi: true })
    await room.hear(SITI, 'one')
    await hear(1)
    await room.hear(SITI, 'one')
    written.resolve('TWO')
    await hear(4)
    expect(room.count()).toEqual(['one', 'TWO', 'one', 'TWO'])
  })

  test('sends a reply once when the connection is lost while it is written', async () => {
    const writing = [Promise.withResolvers<string>(), Promise.withResolvers<string>()] as const
    let calls = 0
    room.ai.write = () => writing[calls++]?.promise ?? Promise.resolve('a third')
    await chain({ caption: 'one', useAi: true })
    await room.hear(SITI, 'one')
    await until('the first writes', () => calls === 1)
    room.disconnect()
    room.connect()
    await until('the second writes', () => calls === 2)
    writing[0].resolve('by the first')
    await until('it is written down', async () => (await room.replies()).length === 1)
    writing[1].resolve('by the second')
    await hear(1)
    await room.settled()
    expect(room.count()).toEqual(['by the first'])
  })
})
