import * as z from 'zod/mini'
import { call } from './call.ts'
import { LedgerReason } from './campaign-ledger.ts'
import { BulkCampaign, CampaignProgress } from './campaigns.ts'
import { Id } from './fields.ts'

const CampaignParams = z.object({ deviceId: Id, campaignId: Id })

/** This many failures in a row pause a campaign. */
export const FAILURES_IN_A_ROW_MAX = 20

/** The result of a retry. */
export const RetriedCampaign = z.object({
  progress: CampaignProgress,
  /** Re-queued people: nothing can have reached them. */
  retried: z.int(),
  /** People who stay failed, by reason, the most frequent first. */
  left: z.array(LedgerReason),
})
export type RetriedCampaign = z.infer<typeof RetriedCampaign>

/** The outcome that a follow-up is for. */
export const FollowUpOutcome = z.enum(['not_answered', 'not_read', 'answered', 'failed'])
export type FollowUpOutcome = z.infer<typeof FollowUpOutcome>

export const followUp = call({
  method: 'POST',
  path: '/campaigns/:deviceId/:campaignId/follow-up',
  needs: 'campaigns:write',
  number: 'deviceId',
  summary: 'Create a draft for the people of a campaign with one outcome, such as no answer',
  params: CampaignParams,
  body: z.object({ to: z._default(FollowUpOutcome, 'not_answered') }),
  status: 201,
  response: BulkCampaign,
})

export const pauseCampaign = call({
  method: 'POST',
  path: '/campaigns/:deviceId/:campaignId/pause',
  needs: 'campaigns:write',
  number: 'deviceId',
  needsNoRoom: true,
  summary: 'Pause a campaign; no effect on a paused one',
  params: CampaignParams,
  status: 200,
  response: CampaignProgress,
})

export const resumeCampaign = call({
  method: 'POST',
  path: '/campaigns/:deviceId/:campaignId/resume',
  needs: 'campaigns:write',
  number: 'deviceId',
  summary: 'Resume a paused campaign, or start a draft',
  params: CampaignParams,
  status: 200,
  response: CampaignProgress,
})

export const cancelCampaign = call({
  method: 'POST',
  path: '/campaigns/:deviceId/:campaignId/cancel',
  needs: 'campaigns:write',
  number: 'deviceId',
  needsNoRoom: true,
  summary: 'Cancel a campaign for good; people not yet written to are skipped',
  params: CampaignParams,
  status: 200,
  response: CampaignProgress,
})

export const retryFailed = call({
  method: 'POST',
  path: '/campaigns/:deviceId/:campaignId/retry-failed',
  needs: 'campaigns:write',
  number: 'deviceId',
  summary: 'Retry failed people, except those whom a message may have reached',
  params: CampaignParams,
  status: 200,
  response: RetriedCampaign,
})
