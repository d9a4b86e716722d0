import * as z from 'zod/mini'
import { call } from './call.ts'
import { TimeZone } from './fields.ts'
import { MessageSpan } from './message-counts.ts'

/** `sentMessages` counts messages that were delivered or read [2.dashboard.sent]. */
export const OverallSummary = z.object({
  totalMessages: z.int(),
  sentMessages: z.int(),
  failedMessages: z.int(),
})
export type OverallSummary = z.infer<typeof OverallSummary>

export const overallSummary = call({
  method: 'GET',
  path: '/analytics/dashboard/overall-summary',
  needs: 'campaigns:read',
  summary: 'Totals over all outgoing messages',
  status: 200,
  response: OverallSummary,
})

/** The days of a chart. */
const ChartDays = z.pipe(z.enum(['14', '30']), z.transform(Number))

export const messagesADay = call({
  method: 'GET',
  path: '/analytics/dashboard/messages-a-day',
  needs: 'campaigns:read',
  summary: 'Outgoing messages of the last days, by the day they left and by how they stand now',
  query: z.object({ days: ChartDays, timeZone: z._default(TimeZone, 'UTC') }),
  status: 200,
  response: z.array(MessageSpan),
})
