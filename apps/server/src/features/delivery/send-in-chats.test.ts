import { createFakeClock } from '@kirim/testing/fake-clock'
import { until } from '@kirim/testing/until'
import { expect, onTestFinished, test } from 'vitest'
import { plannedMessage } from '../../testing/planned-message.ts'
import type { StoredMessage } from './delivery.ports.ts'
import { createChatSending } from './send-in-chats.ts'
import type { HandOverOutcome } from './settle-outcome.ts'

type Answer = HandOverOutcome | Promise<HandOverOutcome>

/** A connected number with pending messages, and a network of the test's own. */
function room() {
  const clock = createFakeClock()
  const pending: StoredMessage[] = []
  const begun: string[] = []
  const done: string[] = []
  const answers = new Map<string, () => Answer>()
  let mayBegin = true
  const settle = (messageId: string, how: string) => {
    done.push(`${messageId} ${how}`)
    pending.splice(
      pending.findIndex((message) => message.messageId === messageId),
      1,
    )
  }
  const sending = createChatSending(
    {
      clock,
      onFault: (_deviceId, error) => done.push(`fault ${String(error)}`),
      outgoing: {
        pendingOn: async () => [...pending],
        async handOver({ messageId }) {
          begun.push(messageId)
          const outcome = await (answers.get(messageId)?.() ?? ({ kind: 'taken' } as const))
          if (outcome.kind === 'taken') settle(messageId, 'taken')
          return outcome
        },
        record: async (_deviceId, [word]) => {
          if (word) settle(word.messageId, word.reason)
        },
      },
    },
    {
      origin: 'member',
      name: 'chats',
      mayBegin: async () => mayBegin,
      onLimited: async ({ messageId }) => void done.push(`${messageId} limited`),
      onTaken: async () => {},
    },
  )
  onTestFinished(() => sending.part.stop())
  return {
    ...{ clock, sending, begun, done, answers },
    hold(isHeld: boolean): void {
      mayBegin = !isHeld
    },
    write(messageId: string, jid: string) {
      pending.push({
        ...plannedMessage({ deviceId: 'd', workspaceId: 'w', origin: 'member', messageId, jid }),
        ...{ state: 'pending', marked: false, mayHaveLeft: false, attempts: 0, createdAt: 0 },
      })
      sending.wake('d')
    },
  }
}

test('keeps the order in a chat, and no chat waits for another', async () => {
  const { sending, write, begun, done, answers } = room()
  const { promise, resolve } = Promise.withResolvers<HandOverOutcome>()
  answers.set('a1', () => promise)
  sending.connected('d')
  for (const [id, jid] of [
    ['a1', 'a'],
    ['a2', 'a'],
    ['b1', 'b'],
  ] as const)
    write(id, jid)
  await until('the other chat has its message', () => done.includes('b1 taken'))
  expect(begun).not.toContain('a2')
  resolve({ kind: 'taken' })
  await until('the first chat has both', () => done.length === 3)
  expect(done).toEqual(['b1 taken', 'a1 taken', 'a2 taken'])
})

test('what waits to begin a chat, or is limited, leaves once it may', async () => {
  const { sending, write, begun, done, answers, hold, clock } = room()
  answers.set('a1', () => {
    answers.clear()
    return { kind: 'limited', messageId: 'a1' }
  })
  hold(true)
  sending.connected('d')
  write('a1', 'a')
  await until('it waits', () => clock.nextTimer() !== null)
  expect(begun).toEqual([])
  hold(false)
  sending.wake('d')
  await until('the network limits it', () => done.includes('a1 limited'))
  await until('it waits again', () => clock.nextTimer() !== null)
  clock.advance(60_000)
  await until('it has left', () => done.includes('a1 taken'))
})

test('what is refused for good fails, and the next leaves', async () => {
  const { sending, write, done, answers } = room()
  answers.set('a1', () => ({ kind: 'withheld', refusal: 'opted_out' }))
  sending.connected('d')
  write('a1', 'a')
  write('a2', 'a')
  await until('both are settled', () => done.length === 2)
  expect(done).toEqual(['a1 opted_out', 'a2 taken'])
})

test('a lost connection sends nothing twice at once over the next one', async () => {
  const { sending, write, begun, done, answers } = room()
  const { promise, resolve } = Promise.withResolvers<HandOverOutcome>()
  answers.set('a1', () => promise)
  sending.connected('d')
  write('a1', 'a')
  await until('it has begun', () => begun.length === 1)
  sending.disconnected('d')
  sending.connected('d')
  write('b1', 'b')
  await until('the new connection works', () => done.includes('b1 taken'))
  expect(begun).toEqual(['a1', 'b1'])
  resolve({ kind: 'taken' })
  await until('it is settled', () => done.includes('a1 taken'))
})

test('a removed number sends nothing more', async () => {
  const { sending, write, done } = room()
  write('a1', 'a')
  await sending.deviceRemoved('d')
  expect(done).toEqual(['a1 number_removed'])
})
