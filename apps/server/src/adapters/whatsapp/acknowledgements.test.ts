import { expect, test } from 'vitest'
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
