import * as z from 'zod/mini'
import { call } from './call.ts'
import { Interval, ScheduledAt } from './campaign-fields.ts'
import { BulkCampaign } from './campaigns.ts'
import { Id, idField, Moment, TimeZone } from './fields.ts'
import { FormBoolean } from './form-fields.ts'
import { INTERVAL_SECONDS } from './limits.ts'
import { ScheduleType } from './schedule.ts'

/**
 * What a campaign would do, played through with its intervals, its hours and the queue before it.
 */
export const CampaignEstimate = z.object({
  /** Whom it would write to. */
  people: z.int(),
  /** People of its group that it has written to before; they do not get it again. */
  alreadyWritten: z.int(),
  /** People of other campaigns whose turn on this device comes first. */
  ahead: z.int(),
  /** When the first message leaves, about; null when nobody is written to, or not within a year. */
  startsAt: z.nullable(Moment),
  /** When the last one has left, about; null likewise. */
  endsAt: z.nullable(Moment),
})
export type CampaignEstimate = z.infer<typeof CampaignEstimate>

/** The settings that decide how many people a campaign reaches, and until when. */
export const EstimateForm = z.object({
  contactGroupId: Id,
  minIntervalSeconds: z._default(Interval, INTERVAL_SECONDS.defaultMin),
  maxIntervalSeconds: z._default(Interval, INTERVAL_SECONDS.defaultMax),
  campaignScheduleType: z._default(ScheduleType, 'anytime'),
  scheduledAt: ScheduledAt,
  timeZone: z.optional(TimeZone),
  /** The campaign being edited. */
  campaignId: z.optional(Id),
})
export type EstimateForm = z.infer<typeof EstimateForm>

/** Whom a finished campaign could still reach. */
export const CampaignRest = z.extend(CampaignEstimate, {
  /** People of its group who failed without getting anything of it. */
  failed: z.int(),
})
export type CampaignRest = z.infer<typeof CampaignRest>

const CampaignParams = z.object({ deviceId: Id, campaignId: Id })
const RestOptions = z.object({
  /** Also those who failed without getting anything of it. */
  includeFailed: z._default(FormBoolean, false),
})

export const estimateCampaign = call({
  method: 'POST',
  path: '/campaigns/:deviceId/estimate',
  access: 'user',
  summary: 'How many people a campaign would write to, and from when to when; saves nothing',
  params: z.object({ deviceId: idField('campaign_device_required') }),
  body: EstimateForm,
  status: 200,
  response: CampaignEstimate,
})

export const campaignRest = call({
  method: 'GET',
  path: '/campaigns/:deviceId/:campaignId/rest',
  access: 'user',
  summary: 'Whom sending a finished campaign to the rest of its group would write to',
  params: CampaignParams,
  query: RestOptions,
  status: 200,
  response: CampaignRest,
})

export const sendToRest = call({
  method: 'POST',
  path: '/campaigns/:deviceId/:campaignId/send-to-rest',
  access: 'user',
  summary: 'Send a finished campaign to those of its group who did not get it; to nobody twice',
  params: CampaignParams,
  body: RestOptions,
  status: 200,
  response: BulkCampaign,
})
