import { z } from 'zod'
import { call } from './call.ts'
import { CampaignProgress } from './campaigns.ts'

/** `sentMessages` counts what was delivered or read (SPEC §2 Dashboard). */
export const OverallSummary = z.object({
  totalMessages: z.number().int(),
  sentMessages: z.number().int(),
  failedMessages: z.number().int(),
})
export type OverallSummary = z.infer<typeof OverallSummary>

export const BulkCampaignSummary = CampaignProgress.extend({
  name: z.string(),
  deviceName: z.string(),
  groupName: z.string(),
})
export type BulkCampaignSummary = z.infer<typeof BulkCampaignSummary>

export const overallSummary = call({
  method: 'GET',
  path: '/analytics/dashboard/overall-summary',
  access: 'user',
  summary: 'Totals over all outgoing messages',
  status: 200,
  response: OverallSummary,
})

export const bulkCampaignSummary = call({
  method: 'GET',
  path: '/analytics/dashboard/bulk-campaign-summary',
  access: 'user',
  summary: 'Bulk campaigns with their counts, newest first',
  status: 200,
  response: z.array(BulkCampaignSummary),
})
