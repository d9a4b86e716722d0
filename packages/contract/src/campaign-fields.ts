import * as z from 'zod/mini'
import { errorTexts } from './errors.ts'
import { INTERVAL_SECONDS } from './limits.ts'

/** Seconds between two messages of a campaign. */
export const Interval = z.coerce
  .number()
  .check(
    z.int(),
    z.gte(INTERVAL_SECONDS.min, `Intervals go from ${INTERVAL_SECONDS.min} seconds.`),
    z.lte(INTERVAL_SECONDS.max, `Intervals go up to ${INTERVAL_SECONDS.max} seconds.`),
  )

/** When a campaign begins; '' and null as soon as it can. */
export const ScheduledAt = z._default(
  z.pipe(
    z.union(
      [
        z.literal(''),
        z.literal('null'),
        z.null(),
        z.iso.datetime({ offset: true, error: errorTexts.campaign_time_unreadable }),
      ],
      { error: errorTexts.campaign_time_unreadable },
    ),
    z.transform((text) => (text && text !== 'null' ? new Date(text) : null)),
  ),
  null,
)
