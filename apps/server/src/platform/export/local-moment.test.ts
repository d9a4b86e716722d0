import { expect, test } from 'vitest'
import { exportedMoment } from './local-moment.ts'

test.each([
  ['Asia/Kuala_Lumpur', '2026-11-29 02:02:39'],
  ['America/New_York', '2026-11-28 13:02:39'],
  [undefined, '2026-11-28T18:02:39.078Z'],
])('in %s it is %s', (timeZone, said) => {
  expect(exportedMoment('2026-11-28T18:02:39.078Z', timeZone)).toBe(said)
})
