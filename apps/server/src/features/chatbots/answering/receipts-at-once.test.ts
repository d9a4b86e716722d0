import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ChatRoom, openChatRoom } from '../../../testing/chat-room.ts'
import { journeyEngines } from '../../../testing/engines.ts'

const PEOPLE = 40
const WORDS = ['sent', 'delivered', 'read'] as const

describe.each(journeyEngines)('receipts that come at once, on %s', (engine) => {
  let room: ChatRoom
  beforeEach(async () => {
    room = await openChatRoom(engine)
    await room.item({ caption: 'RM4', keywords: ['harga'] })
  })
  afterEach(() => room.close())

  test('are each counted', async () => {
    room.network.outcome = async () => ({ kind: 'unknown' })
    for (let n = 0; n < PEOPLE; n += 1) await room.hear(`6013100${1000 + n}`, 'harga')
    await expect.poll(() => room.network.sent.length).toBeGreaterThanOrEqual(PEOPLE)
    const ids = new Set(room.network.sent.map(({ messageId }) => messageId))
    expect(ids.size).toBe(PEOPLE)
    await Promise.all(
      [...ids].flatMap((messageId) =>
        WORDS.map((status) => room.receiveReceipts([{ messageId, status }])),
      ),
    )
    expect((await room.replies()).map(({ state }) => state)).toEqual(Array(PEOPLE).fill('read'))
    expect(await room.totals()).toEqual({ total: PEOPLE, sent: PEOPLE, failed: 0 })
  })
})
