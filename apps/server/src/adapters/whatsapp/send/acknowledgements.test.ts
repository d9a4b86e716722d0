import { describe, expect, test } from 'vitest'
import { createAcknowledgements } from './acknowledgements.ts'

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
