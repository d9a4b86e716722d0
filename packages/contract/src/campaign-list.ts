import * as z from 'zod/mini'
import { call } from './call.ts'
import { CampaignAuthors, CampaignProgress } from './campaigns.ts'
import { Moment, PageQuery } from './fields.ts'

export const BulkCampaignSummary = z.extend(CampaignProgress, {
  ...CampaignAuthors.shape,
  name: z.string(),
  deviceName: z.string(),
  groupName: z.string(),
  /**
   * Estimated time of the last message, for sending campaigns in the list of current ones; null
   * otherwise, and when unknown.
   */
  endsAt: z.nullable(Moment),
})
export type BulkCampaignSummary = z.infer<typeof BulkCampaignSummary>

/** The filters of the campaign list; each campaign belongs to exactly one. */
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

/** The number of campaigns in each group, as `under_way=3, draft=2`; empty groups are left out. */
export const GROUP_COUNTS_HEADER = 'x-group-counts'

const CampaignQuery = z.extend(PageQuery, {
  /**
   * `current`: under way, paused by the server, or ended within the last hour; by default paused
   * campaigns first, then started, waiting and ended ones.
   */
  status: z.optional(z.union([CampaignGroup, z.literal('current')])),
  sort: z.optional(CampaignSort),
})

export const bulkCampaignSummary = call({
  method: 'GET',
  path: '/analytics/dashboard/bulk-campaign-summary',
  needs: 'campaigns:read',
  summary: 'Bulk campaigns with their counts, newest first; all of them unless a limit is given',
  query: CampaignQuery,
  status: 200,
  response: z.array(BulkCampaignSummary),
})
