import * as z from 'zod/mini'
import { issue } from './issues.ts'
import { INTERVAL_SECONDS } from './limits.ts'

/** Seconds between two messages of a campaign. */
export const Interval = z.coerce
  .number()
  .check(
    z.int(),
    z.gte(INTERVAL_SECONDS.min, issue('interval_too_short')),
    z.lte(INTERVAL_SECONDS.max, issue('interval_too_long')),
  )

/** When a campaign starts; '' and null mean as soon as possible. */
export const ScheduledAt = z._default(
  z.pipe(
    z.union(
      [
        z.literal(''),
        z.literal('null'),
        z.null(),
        z.iso.datetime({ offset: true, error: issue('campaign_time_unreadable') }),
      ],
      { error: issue('campaign_time_unreadable') },
    ),
    z.transform((text) => (text && text !== 'null' ? new Date(text) : null)),
  ),
  null,
)
