import * as z from 'zod/mini'
import { call } from './call.ts'
import { LedgerReason } from './campaign-ledger.ts'
import { BulkCampaign, CampaignProgress } from './campaigns.ts'
import { Id } from './fields.ts'

const CampaignParams = z.object({ deviceId: Id, campaignId: Id })

/** This many failures one after the other pause a campaign. */
export const FAILURES_IN_A_ROW_MAX = 20

/** Who is tried again, and who is not. */
export const RetriedCampaign = z.object({
  progress: CampaignProgress,
  /** People who wait to be written to again: nothing can have reached them. */
  retried: z.int(),
  /** Those who failed and stay so, by the reason, the most first. */
  left: z.array(LedgerReason),
})
export type RetriedCampaign = z.infer<typeof RetriedCampaign>

/** Whom a follow-up is for: those who got it and did something, or did not. */
export const FollowUpOutcome = z.enum(['not_answered', 'not_read', 'answered', 'failed'])
export type FollowUpOutcome = z.infer<typeof FollowUpOutcome>

export const followUp = call({
  method: 'POST',
  path: '/campaigns/:deviceId/:campaignId/follow-up',
  access: 'user',
  summary: 'Make a draft to those of a campaign with an outcome, such as no answer',
  params: CampaignParams,
  body: z.object({ to: z._default(FollowUpOutcome, 'not_answered') }),
  status: 201,
  response: BulkCampaign,
})

export const pauseCampaign = call({
  method: 'POST',
  path: '/campaigns/:deviceId/:campaignId/pause',
  access: 'user',
  needsNoRoom: true,
  summary: 'Pause a campaign; nothing is lost, and a campaign that is paused stays so',
  params: CampaignParams,
  status: 200,
  response: CampaignProgress,
})

export const resumeCampaign = call({
  method: 'POST',
  path: '/campaigns/:deviceId/:campaignId/resume',
  access: 'user',
  summary: 'Let a paused campaign go on where it stopped, or start one that never was on',
  params: CampaignParams,
  status: 200,
  response: CampaignProgress,
})

export const cancelCampaign = call({
  method: 'POST',
  path: '/campaigns/:deviceId/:campaignId/cancel',
  access: 'user',
  needsNoRoom: true,
  summary: 'End a campaign for good: whoever has not been written to is passed over',
  params: CampaignParams,
  status: 200,
  response: CampaignProgress,
})

export const retryFailed = call({
  method: 'POST',
  path: '/campaigns/:deviceId/:campaignId/retry-failed',
  access: 'user',
  summary: 'Write again to those who failed, but to nobody whom a message may have reached',
  params: CampaignParams,
  status: 200,
  response: RetriedCampaign,
})
