import { expect, test } from 'vitest'
import { nightOf } from './find-findings.ts'

const span = (from: string, to: string) => ({
  from: Date.parse(`2026-11-28T${from}+08:00`),
  to: Date.parse(`2026-11-28T${to}+08:00`),
})

test.each([
  ['in the morning', [span('07:00', '09:00')], null],
  ['to its very end', [span('20:30', '22:00')], null],
  ['a minute beyond', [span('20:30', '22:01')], 'goes_on_at_night'],
  ['on a second stretch', [span('10:00', '11:00'), span('21:00', '23:00')], 'goes_on_at_night'],
  ['at ten', [span('22:00', '22:05')], 'starts_at_night'],
  ['before seven', [span('06:59', '12:00')], 'starts_at_night'],
  ['never', [], null],
] as const)('a campaign that sends %s: %s', (_what, spans, code) => {
  expect(nightOf(spans, 'Asia/Kuala_Lumpur')).toBe(code)
})
