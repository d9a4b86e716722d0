import * as z from 'zod/mini'

export const ScheduleType = z.enum(['anytime', 'daytime', 'nighttime', 'odd_hours', 'even_hours'])
export type ScheduleType = z.infer<typeof ScheduleType>

const ALL_HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** The hours of the day in which a campaign may send; empty means every hour [4.schedule]. */
export const HOURS_BY_SCHEDULE: Readonly<Record<ScheduleType, readonly number[]>> = {
  anytime: [],
  daytime: ALL_HOURS.filter((hour) => hour >= 7 && hour <= 18),
  nighttime: [...ALL_HOURS.filter((hour) => hour >= 19), ...ALL_HOURS.filter((hour) => hour <= 6)],
  odd_hours: ALL_HOURS.filter((hour) => hour % 2 === 1),
  even_hours: ALL_HOURS.filter((hour) => hour % 2 === 0),
}
