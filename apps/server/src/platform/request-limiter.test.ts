import { createFakeClock } from '@kirim/testing/fake-clock'
import { expect, test } from 'vitest'
import { createRequestLimiter } from './request-limiter.ts'

test('each key has its requests, and has them again after the window', async () => {
  const clock = createFakeClock()
  const limiter = createRequestLimiter(clock, 2, 60_000)
  limiter.admit('siti')
  await clock.advance(20_000)
  limiter.admit('siti')
  const refusal = expect.objectContaining({ code: 'too_many_requests', params: { seconds: 40 } })
  expect(() => limiter.admit('siti')).toThrow(refusal)
  limiter.admit('ali')
  await clock.advance(40_000)
  limiter.admit('siti')
  limiter.admit('siti')
  expect(() => limiter.admit('siti')).toThrow(expect.objectContaining({ params: { seconds: 60 } }))
})
