import { until } from '@kirim/testing/until'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ChatRoom, openChatRoom } from '../../../testing/chat-room.ts'

type SendOutcome = Awaited<ReturnType<ChatRoom['network']['outcome']>>

const FARAH = '60131000001'

describe('a reply in an outage', () => {
  let room: ChatRoom
  beforeEach(async () => {
    room = await openChatRoom('SQLite')
    await room.item({ caption: 'RM4', keywords: ['harga'] })
    await room.item({ caption: 'At six', keywords: ['buka'] })
  })
  afterEach(() => room.close())

  /** Whenever the chat rests, the time passes; a lost connection comes back. */
  const inTime = (what: string, holds: () => boolean | Promise<boolean>) =>
    until(what, async () => {
      if (await holds()) return true
      if (!room.network.open) room.connect()
      const next = room.clock.nextTimer()
      if (next !== null) room.clock.advance(next - room.clock.now())
      return false
    })

  const timesSent = (text: string) => room.count().filter((one) => one === text).length
  const ends = () =>
    room.db
      .selectFrom('outgoing')
      .select(['text', 'state', 'reason', 'attempts'])
      .orderBy('created_at')
      .execute()
  const hasEnded = async (text: string) =>
    (await ends()).some((one) => one.text === text && one.state !== 'pending')

  /** What becomes of the price, try by try; all else is taken. */
  function network(tries: (n: number) => Promise<SendOutcome>): void {
    let n = 0
    room.network.outcome = async ({ text }) => (text === 'RM4' ? tries(++n) : { kind: 'accepted' })
  }

  function loseConnection(): SendOutcome {
    room.disconnect()
    return { kind: 'unknown', lost: true }
  }

  test('is sent again with the same id after each lost connection, which counts as no attempt', async () => {
    network(async (n) => (n > 4 ? { kind: 'accepted' } : loseConnection()))
    await room.hear(FARAH, 'harga')
    await inTime('it is sent', () => hasEnded('RM4'))
    expect(await ends()).toMatchObject([{ text: 'RM4', state: 'sent', attempts: 0 }])
    expect(timesSent('RM4')).toBe(5)
    expect(new Set(room.network.sent.map(({ messageId }) => messageId)).size).toBe(1)
  })

  test('fails when the network never answers, and its chat continues', async () => {
    network(async () => ({ kind: 'unknown' }))
    await room.hear(FARAH, 'harga')
    await room.hear(FARAH, 'buka')
    await inTime('the next question is answered', () => hasEnded('At six'))
    const failed = { text: 'RM4', state: 'failed', reason: 'no_answer' }
    expect(await ends()).toMatchObject([failed, { text: 'At six', state: 'sent' }])
    expect(timesSent('RM4')).toBe(5)
  })

  test('blocks its chat for an hour when it may have been sent and cannot be sent again', async () => {
    network(async (n) => {
      if (n > 1) throw new Error('It cannot be encrypted.')
      return { kind: 'unknown' }
    })
    await room.hear(FARAH, 'harga')
    const began = room.clock.now()
    await inTime('it has failed', () => hasEnded('RM4'))
    expect(await ends()).toMatchObject([{ state: 'failed', reason: 'not_sent_again' }])
    expect(room.clock.now() - began).toBeGreaterThan(60 * 60_000)
    await room.hear(FARAH, 'buka')
    await inTime('the next question is answered', () => hasEnded('At six'))
  })
})
