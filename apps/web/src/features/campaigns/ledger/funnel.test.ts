import { expect, test } from 'vitest'
import { funnelOf } from './funnel-card.tsx'

const NOBODY = {
  ...{ queued: 0, held: 0, sending: 0, sent: 0 },
  ...{ delivered: 0, read: 0, failed: 0, skipped: 0 },
}

test.each([
  [
    'everybody by all of it',
    { sent: 1, delivered: 2, read: 3 },
    { sent: 0, delivered: 0, read: 0 },
    [6, 6, 5, 3, 2],
  ],
  [
    'some by a part of a message that failed otherwise',
    { sent: 1, delivered: 2, read: 1, failed: 2 },
    { sent: 2, delivered: 1, read: 1 },
    [6, 6, 4, 2, 2],
  ],
])('a step counts the people it reached: %s', (_whom, counts, partly, people) => {
  const report = { counts: { ...NOBODY, ...counts }, total: 6, answered: 2, partly }
  expect(funnelOf(report).map(([, people]) => people)).toEqual(people)
})
