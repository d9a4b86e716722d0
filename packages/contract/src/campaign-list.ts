import * as z from 'zod/mini'
import { call } from './call.ts'
import { CampaignProgress } from './campaigns.ts'
import { PageQuery } from './fields.ts'

export const BulkCampaignSummary = z.extend(CampaignProgress, {
  name: z.string(),
  deviceName: z.string(),
  groupName: z.string(),
})
export type BulkCampaignSummary = z.infer<typeof BulkCampaignSummary>

/** What the list of campaigns can be narrowed to; each campaign is in exactly one. */
export const CampaignGroup = z.enum([
  'under_way',
  'scheduled',
  'paused',
  'draft',
  'completed',
  'cancelled',
])
export type CampaignGroup = z.infer<typeof CampaignGroup>

export const CampaignSort = z.enum([
  'newest',
  'name',
  '-name',
  'sent',
  '-sent',
  'failed',
  '-failed',
])
export type CampaignSort = z.infer<typeof CampaignSort>

/**
 * How many campaigns each group has, as `under_way=3, draft=2`; groups without any are left out.
 */
export const GROUP_COUNTS_HEADER = 'x-group-counts'

const CampaignQuery = z.extend(PageQuery, {
  /** `current`: under way, or ended within the last hour. */
  status: z.optional(z.union([CampaignGroup, z.literal('current')])),
  sort: z.optional(CampaignSort),
})

export const bulkCampaignSummary = call({
  method: 'GET',
  path: '/analytics/dashboard/bulk-campaign-summary',
  access: 'user',
  summary: 'Bulk campaigns with their counts, newest first; all of them unless a limit is given',
  query: CampaignQuery,
  status: 200,
  response: z.array(BulkCampaignSummary),
})
