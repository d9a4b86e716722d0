import { describe, expect, test } from 'vitest'
import { createAckHandler, createAcknowledgements } from './acknowledgements.ts'

test('a message sent twice: the first does not know, and its end takes nothing from the second', async () => {
  const acknowledgements = createAcknowledgements()
  const first = acknowledgements.expect('A')
  const second = acknowledgements.expect('A')
  expect(await first.answer).toEqual({ kind: 'unknown' })
  first.forget()
  acknowledgements.settle('A', { kind: 'accepted' })
  expect(await second.answer).toEqual({ kind: 'accepted' })
})

test('nobody answers once the connection is gone', async () => {
  const acknowledgements = createAcknowledgements()
  const { answer } = acknowledgements.expect('A')
  acknowledgements.abandonAll()
  expect(await answer).toEqual({ kind: 'unknown', lost: true })
})

describe('answers to messages', () => {
  test('that come for nobody, twice or late change nothing', async () => {
    const acknowledgements = createAcknowledgements()
    expect(acknowledgements.settle('A', { kind: 'accepted' })).toBe(false)
    const { answer, forget } = acknowledgements.expect('A')
    acknowledgements.settle('B', { kind: 'refused', code: '463' })
    expect(acknowledgements.settle('A', { kind: 'refused', code: '463' })).toBe(true)
    acknowledgements.settle('A', { kind: 'accepted' })
    acknowledgements.abandonAll()
    expect(await answer).toEqual({ kind: 'refused', code: '463' })
    forget()
    const later = acknowledgements.expect('A')
    acknowledgements.settle('A', { kind: 'accepted' })
    expect(await later.answer).toEqual({ kind: 'accepted' })
  })
})

const WAITING = { isWaiting: true, isAskedFor: false }
const LATE = { isWaiting: false, isAskedFor: false }
const COPY = { isWaiting: false, isAskedFor: true }

test.each([
  ['taken', WAITING, undefined, 'accepted', []],
  ['refused', WAITING, '406', 'refused', []],
  ['refused for new chats', WAITING, '463', 'limited', ['limited']],
  ['refused for its rate', WAITING, '429', 'overloaded', []],
  ['refused for trouble of the network’s own', WAITING, '500', 'unable', []],
  ['refused because it is not available', WAITING, '503', 'unable', []],
  ['taken late', LATE, undefined, null, []],
  ['refused late', LATE, '406', null, ['failed A (406)']],
  ['refused late for new chats: it is sent again', LATE, '463', null, ['limited']],
  ['refused late for its rate: it is sent again', LATE, '429', null, []],
  ['refused late for trouble of its own: it is sent again', LATE, '500', null, []],
  ['a copy that is refused', COPY, '406', null, []],
  ['a copy that is refused for its rate', COPY, '429', null, []],
  [
    'a copy that is refused while the message is sent again: it has arrived',
    { isWaiting: true, isAskedFor: true },
    '406',
    'accepted',
    [],
  ],
] as const)('%s', async (_what, { isWaiting, isAskedFor }, error, outcome, told) => {
  const acknowledgements = createAcknowledgements()
  const heard: string[] = []
  const hear = createAckHandler({
    acknowledgements,
    newChats: { accepted: () => {}, refused: () => heard.push('limited') },
    isAskedFor: (id) => isAskedFor && id === 'A',
    onFailed: (id, code) => heard.push(`failed ${id} (${code})`),
  })
  const { answer } = isWaiting ? acknowledgements.expect('A') : { answer: null }
  hear({ tag: 'ack', attrs: { id: 'A', class: 'message', ...(error && { error }) } })
  expect(heard).toEqual(told)
  expect((await answer)?.kind ?? null).toBe(outcome)
})

test('an answer to what is no id is of no message', () => {
  const failed: string[] = []
  const hear = createAckHandler({
    acknowledgements: { settle: () => false },
    newChats: { accepted: () => failed.push('accepted'), refused: () => {} },
    isAskedFor: () => false,
    onFailed: (id) => failed.push(id),
  })
  const id = 'x'.repeat(129)
  hear({ tag: 'ack', attrs: { id, class: 'message', error: '406' } })
  hear({ tag: 'ack', attrs: { id, class: 'message' } })
  expect(failed).toEqual([])
})

test.each([
  ['letters', 'media_missing'],
  ['too many digits', '4'.repeat(5)],
  ['a long text', 'x'.repeat(100_000)],
])(
  'a code of %s is none of the network’s: its message is refused without one',
  async (_what, error) => {
    const acknowledgements = createAcknowledgements()
    const late: string[] = []
    const hear = createAckHandler({
      acknowledgements,
      newChats: { accepted: () => late.push('accepted'), refused: () => {} },
      isAskedFor: () => false,
      onFailed: (_id, code) => late.push(code),
    })
    const { answer, forget } = acknowledgements.expect('A')
    const ack = { tag: 'ack', attrs: { id: 'A', class: 'message', error } }
    hear(ack)
    expect(await answer).toEqual({ kind: 'refused', code: 'unreadable' })
    forget()
    hear(ack)
    expect(late).toEqual(['unreadable'])
  },
)
