import * as z from 'zod/mini'
import { call } from './call.ts'
import { IdParams, Moment, TimeZone } from './fields.ts'

/** The maximum number of people a day that the campaigns of a number may write to. */
export const DAILY_CAP_MAX = 100_000

const People = z.int().check(z.gte(1), z.lte(DAILY_CAP_MAX))

/** A new number starts with few people a day, and some more each day until the cap. */
export const WarmUp = z.object({ start: People, step: People })
export type WarmUp = z.infer<typeof WarmUp>

/** How many people a day the campaigns of a number may write to; null without a cap. */
export const PaceForm = z.object({
  cap: z.nullable(People),
  warmUp: z.nullable(WarmUp),
  /** The time zone of the days. */
  timeZone: TimeZone,
})
export type PaceForm = z.infer<typeof PaceForm>

export const DevicePace = z.extend(PaceForm, {
  /** The first day of the warm-up, as `YYYY-MM-DD`; null without one. */
  warmUpFrom: z.nullable(z.string()),
  /** People written to today, and today's cap; null without a cap. */
  today: z.object({ used: z.int(), cap: z.nullable(z.int()), endsAt: Moment }),
  /** Today and the days after it. */
  plan: z.array(z.object({ day: z.string(), cap: z.nullable(z.int()) })),
  /** People of its campaigns who wait for the end of a limit on new chats. */
  held: z.int(),
})
export type DevicePace = z.infer<typeof DevicePace>

/** The cap on a day of the warm-up, counted from 0. */
export function capAfter(cap: number | null, warmUp: WarmUp | null, days: number): number | null {
  if (cap === null || warmUp === null) return cap
  return Math.min(cap, warmUp.start + warmUp.step * Math.max(0, days))
}

export const devicePace = call({
  method: 'GET',
  path: '/whatsapp/devices/:id/pace',
  needs: 'numbers:read',
  number: 'id',
  summary: 'How many people a day the campaigns of a number may write to, and have today',
  params: IdParams,
  status: 200,
  response: DevicePace,
})

export const setDevicePace = call({
  method: 'PUT',
  path: '/whatsapp/devices/:id/pace',
  needs: 'numbers:write',
  number: 'id',
  summary: 'Set how many people a day the campaigns of a number may write to',
  params: IdParams,
  body: PaceForm,
  status: 200,
  response: DevicePace,
})
