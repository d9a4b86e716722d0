import { HOURS_BY_SCHEDULE, ScheduleType } from '@kirim/contract/schedule'
import { zonedClock } from '@kirim/message-template/zoned-clock'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { secondsToSend } from './active-time.ts'

const HOUR = 3600
const KL = 'Asia/Kuala_Lumpur'
/** A time on 2026-11-21 in Malaysia. */
const at = (time: string) => Date.parse(`2026-11-21T${time}:00+08:00`)

describe('how long a campaign takes', () => {
  it.each([
    ['at any hour', 'anytime', '23:00', 5 * HOUR, 5 * HOUR, false],
    ['within its hours', 'daytime', '08:00', 2 * HOUR, 2 * HOUR, false],
    ['to the end of its hours', 'daytime', '18:00', HOUR, HOUR, false],
    ['over a night', 'daytime', '18:30', HOUR, 13 * HOUR, true],
    ['over a day', 'nighttime', '06:30', HOUR, 13 * HOUR, true],
    ['every other hour', 'odd_hours', '07:00', 3 * HOUR, 5 * HOUR, true],
    ['starting outside its hours', 'even_hours', '07:15', 60, 45 * 60 + 60, true],
    ['nothing left', 'daytime', '08:00', 0, 0, false],
  ] as const)('%s', (_name, schedule, time, seconds, expected, rests) => {
    const from = at(time)
    expect(secondsToSend(seconds, { from, schedule, timeZone: KL })).toEqual({
      seconds: expected,
      rests,
    })
  })

  it('is not estimated beyond 60 days', () => {
    const hours = { from: at('08:00'), schedule: 'daytime', timeZone: KL } as const
    expect(secondsToSend(59 * 12 * HOUR, hours)).not.toBeNull()
    expect(secondsToSend(61 * 12 * HOUR, hours)).toBeNull()
  })

  const zones = [KL, 'UTC', 'Asia/Kolkata', 'America/New_York', 'Australia/Lord_Howe']

  it('agrees with counting minute after minute, also where clocks change', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ScheduleType.options),
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 366 * 24 * 60 }),
        fc.integer({ min: 1, max: 600 }),
        (schedule, timeZone, startMinute, minutes) => {
          const from = Date.parse('2026-01-01T00:00:00Z') + startMinute * 60_000
          const hours = HOURS_BY_SCHEDULE[schedule]
          let sent = 0
          let minute = 0
          for (; sent < minutes; minute++) {
            const hour = zonedClock(from + minute * 60_000, timeZone)?.hour ?? 0
            if (hours.length === 0 || hours.includes(hour)) sent++
          }
          expect(secondsToSend(minutes * 60, { from, schedule, timeZone })?.seconds).toBe(
            minute * 60,
          )
        },
      ),
      { numRuns: 60 },
    )
  })
})
