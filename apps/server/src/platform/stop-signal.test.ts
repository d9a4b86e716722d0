import { expect, test } from 'vitest'
import { createStopSignal } from './stop-signal.ts'

test.each([
  [[0], 'begin'],
  [[0, 1, 999], 'begin'],
  [[0, 1000], 'begin, hurry'],
  [[0, 5, 1000], 'begin, hurry'],
])('signals at %j: %s', (moments, expected) => {
  let now = 0
  const done: string[] = []
  const onSignal = createStopSignal(
    { now: () => now },
    { begin: () => void done.push('begin'), hurry: () => void done.push('hurry') },
  )
  for (now of moments) onSignal()
  expect(done.join(', ')).toBe(expected)
})
