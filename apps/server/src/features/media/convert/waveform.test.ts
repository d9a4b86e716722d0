import { expect, test } from 'vitest'
import { barsOf } from './waveform.ts'

const samples = (...parts: readonly [value: number, count: number][]) =>
  Buffer.from(parts.flatMap(([value, count]) => Array<number>(count).fill(value & 0xff)))

test.each([
  ['silence', samples([0, 6400]), [0, 0]],
  ['nothing', samples(), [0, 0]],
  ['a loud half after a quiet one', samples([-30, 3200], [60, 3200]), [50, 100]],
  ['less than a sample a bar', samples([60, 1]), [0, 100]],
])('the bars of %s', (_, given, [first, last]) => {
  const bars = barsOf(given)
  expect([bars.length, bars[0], bars.at(-1)]).toEqual([64, first, last])
})
