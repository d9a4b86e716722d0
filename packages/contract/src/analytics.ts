import * as z from 'zod/mini'
import { call } from './call.ts'

/** `sentMessages` counts what was delivered or read [2.dashboard.sent]. */
export const OverallSummary = z.object({
  totalMessages: z.int(),
  sentMessages: z.int(),
  failedMessages: z.int(),
})
export type OverallSummary = z.infer<typeof OverallSummary>

export const overallSummary = call({
  method: 'GET',
  path: '/analytics/dashboard/overall-summary',
  access: 'user',
  summary: 'Totals over all outgoing messages',
  status: 200,
  response: OverallSummary,
})
