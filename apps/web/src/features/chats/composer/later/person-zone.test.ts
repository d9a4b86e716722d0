import { expect, test } from 'vitest'
import { minutesApart, zoneOfNumber } from './person-zone.ts'

test.each<[string, string | null]>([
  ['60123456789', 'Asia/Kuala_Lumpur'],
  ['6591234567', 'Asia/Singapore'],
  ['6737123456', 'Asia/Brunei'],
  ['971501234567', 'Asia/Dubai'],
  // Three zones, and eleven.
  ['6281234567890', null],
  ['79161234567', null],
  ['12025550123', null],
  ['•••• 6789', null],
  ['', null],
])('a person with the number “%s” lives in %s', (number, zone) => {
  expect(zoneOfNumber(number)).toBe(zone)
})

test('every zone is one', () => {
  for (let code = 10; code < 1000; code++) {
    const zone = zoneOfNumber(`${code}0000000`)
    if (zone) expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow()
  }
})

test('zones are apart by their clocks, over a change of summer time, too', () => {
  const winter = new Date('2026-01-15T00:00:00Z')
  const summer = new Date('2026-07-15T00:00:00Z')
  expect(minutesApart(winter, 'Asia/Kuala_Lumpur', 'Europe/Berlin')).toBe(7 * 60)
  expect(minutesApart(summer, 'Asia/Kuala_Lumpur', 'Europe/Berlin')).toBe(6 * 60)
  expect(minutesApart(summer, 'Asia/Kathmandu', 'UTC')).toBe(345)
})
