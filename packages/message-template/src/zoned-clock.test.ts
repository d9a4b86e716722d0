import { afterEach, describe, expect, test } from 'vitest'
import { greetingAt } from './greeting.ts'
import { zonedClock } from './zoned-clock.ts'

const machineZone = process.env.TZ
afterEach(() => {
  if (machineZone === undefined) delete process.env.TZ
  else process.env.TZ = machineZone
})

describe('a clock in a time zone', () => {
  const now = Date.UTC(2026, 0, 4, 20, 7, 9, 5)

  test.each([
    ['UTC', 'YYYY-MM-DDTHH:mm:ss.SSS Z ZZ', '2026-01-04T20:07:09.005 +00:00 +0000'],
    ['Asia/Kuala_Lumpur', 'YYYY-MM-DD HH:mm Z ZZ', '2026-01-05 04:07 +08:00 +0800'],
    ['Asia/Kathmandu', 'HH:mm Z', '01:52 +05:45'],
    ['America/St_Johns', 'HH:mm Z', '16:37 -03:30'],
    ['Asia/Kuala_Lumpur', 'YY M MM MMM MMMM', '26 1 01 Jan January'],
    ['Asia/Kuala_Lumpur', 'D DD d dd ddd dddd', '5 05 1 Mo Mon Monday'],
    ['Asia/Kuala_Lumpur', 'H HH h hh A a m s', '4 04 4 04 AM am 7 9'],
    ['Asia/Kuala_Lumpur', '[Z at] HH [ZZ] []', 'Z at 04 ZZ []'],
    ['Asia/Kuala_Lumpur', 'Do MMM DDo [Do]', '5th Jan 05o Do'],
    ['Asia/Kuala_Lumpur', 'LT LTS L', '4:07 AM 4:07:09 AM 01/05/2026'],
    ['Asia/Kuala_Lumpur', 'LL|LLL', 'January 5, 2026|January 5, 2026 4:07 AM'],
    ['Asia/Kuala_Lumpur', 'LLLL [LT] [Q]Q Qo', 'Monday, January 5, 2026 4:07 AM LT Q1 1st'],
    ['not a zone', 'HH:mm Z', '20:07 +00:00'],
    ['', 'HH:mm Z', '20:07 +00:00'],
  ])('%s %s', (timeZone, tokens, expected) => {
    expect(zonedClock(now, timeZone)?.format(tokens, 'en')).toBe(expected)
  })

  test('formats times and dates in Indonesian', () => {
    const clock = zonedClock(now, 'Asia/Jakarta')
    expect(clock?.format('LT|L|LLLL|Do', 'id')).toBe(
      '03.07|05/01/2026|Senin, 5 Januari 2026 pukul 03.07|5',
    )
  })

  test('formats times and dates in Malay', () => {
    const clock = zonedClock(now, 'Asia/Kuala_Lumpur')
    expect(clock?.format('LT|L|LLLL', 'ms')).toBe('04.07|05/01/2026|Isnin, 5 Januari 2026 04.07')
  })

  test.each([
    [1, '1st'],
    [2, '2nd'],
    [3, '3rd'],
    [4, '4th'],
    [11, '11th'],
    [12, '12th'],
    [13, '13th'],
    [21, '21st'],
    [22, '22nd'],
    [23, '23rd'],
    [30, '30th'],
    [31, '31st'],
  ])('writes day %d as %s, in Malay as the number', (day, expected) => {
    const clock = zonedClock(Date.UTC(2026, 0, day), 'UTC')
    expect(clock?.format('Do', 'en')).toBe(expected)
    expect(clock?.format('Do', 'ms')).toBe(String(day))
  })

  test('follows summer time', () => {
    const hourOf = (now: number) => zonedClock(now, 'Europe/Amsterdam')?.hour
    expect(hourOf(Date.UTC(2026, 2, 29, 0, 59))).toBe(1)
    expect(hourOf(Date.UTC(2026, 2, 29, 1, 0))).toBe(3)
  })

  test('is right in the hour that the machine skips in spring', () => {
    process.env.TZ = 'America/New_York'
    expect(new Date(2026, 2, 8, 2, 30).getHours()).toBe(3)
    const halfPastTwo = Date.UTC(2026, 2, 7, 18, 30)
    expect(zonedClock(halfPastTwo, 'Asia/Kuala_Lumpur')?.format('DD HH:mm Z', 'en')).toBe(
      '08 02:30 +08:00',
    )
  })

  test('is undefined outside the range of a Date', () => {
    expect(zonedClock(Number.NaN, 'UTC')).toBeUndefined()
    expect(zonedClock(8.64e15 + 1, 'UTC')).toBeUndefined()
    expect(zonedClock(8.64e15, 'Asia/Kuala_Lumpur')).toBeUndefined()
  })
})

describe('a greeting [2.spintax.greet]', () => {
  test.each([
    ['en', 0, 'Good evening'],
    ['en', 4, 'Good evening'],
    ['en', 5, 'Good morning'],
    ['en', 11, 'Good morning'],
    ['en', 12, 'Good afternoon'],
    ['en', 17, 'Good afternoon'],
    ['en', 18, 'Good evening'],
    ['en', 21, 'Good evening'],
    ['en', 23, 'Good evening'],
    ['ms', 4, 'Selamat malam'],
    ['ms', 5, 'Selamat pagi'],
    ['ms', 12, 'Selamat tengah hari'],
    ['ms', 14, 'Selamat petang'],
    ['ms', 18, 'Selamat petang'],
    ['ms', 19, 'Selamat malam'],
    ['id', 3, 'Selamat malam'],
    ['id', 4, 'Selamat pagi'],
    ['id', 11, 'Selamat siang'],
    ['id', 15, 'Selamat sore'],
    ['id', 18, 'Selamat malam'],
  ] as const)('%s at %d', (locale, hour, expected) => {
    expect(greetingAt(hour, locale)).toBe(expected)
  })
})
