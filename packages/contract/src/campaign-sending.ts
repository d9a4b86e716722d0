import * as z from 'zod/mini'
import { call } from './call.ts'
import { Interval, ScheduledAt } from './campaign-fields.ts'
import { BulkCampaign } from './campaigns.ts'
import { Id, idField, Moment, TimeZone } from './fields.ts'
import { FormBoolean, formList } from './form-fields.ts'
import { issue } from './issues.ts'
import { FURTHER_DEVICES_MAX, INTERVAL_SECONDS } from './limits.ts'
import { ScheduleType } from './schedule.ts'

/** When a campaign would start and end, by its intervals, its hours and the queue ahead of it. */
export const CampaignEstimate = z.object({
  /** The number of people it would write to. */
  people: z.int(),
  /** Members of its group that it has already written to and will skip. */
  alreadyWritten: z.int(),
  /** People of other campaigns on this device who are sent to first. */
  ahead: z.int(),
  /**
   * Estimated time of the first message; null when nobody is written to, when it is more than a
   * year away, or when it is unknown.
   */
  startsAt: z.nullable(Moment),
  /** Estimated time of the last message; null in the same cases. */
  endsAt: z.nullable(Moment),
  /** None of its devices is connected, so the start is unknown. */
  isOffline: z.boolean(),
  /**
   * Some people may already have the message from an offline device, and only that device may
   * write to them, so the end is unknown.
   */
  isWaited: z.boolean(),
})
export type CampaignEstimate = z.infer<typeof CampaignEstimate>

/** The settings that determine how many people a campaign reaches and when it ends. */
export const EstimateForm = z.object({
  contactGroupId: Id,
  minIntervalSeconds: z._default(Interval, INTERVAL_SECONDS.defaultMin),
  maxIntervalSeconds: z._default(Interval, INTERVAL_SECONDS.defaultMax),
  campaignScheduleType: z._default(ScheduleType, 'anytime'),
  scheduledAt: ScheduledAt,
  timeZone: z.optional(TimeZone),
  alsoFrom: z.optional(
    formList(Id).check(z.maxLength(FURTHER_DEVICES_MAX, issue('list_too_long'))),
  ),
  /** The campaign being edited. */
  campaignId: z.optional(Id),
})
export type EstimateForm = z.infer<typeof EstimateForm>

/** The people a finished campaign could still reach. */
export const CampaignRest = z.extend(CampaignEstimate, {
  /** Members of its group whose message failed without reaching them. */
  failed: z.int(),
})
export type CampaignRest = z.infer<typeof CampaignRest>

const CampaignParams = z.object({ deviceId: Id, campaignId: Id })
const RestOptions = z.object({
  /** Includes the people counted in `failed`. */
  includeFailed: z._default(FormBoolean, false),
})

export const estimateCampaign = call({
  method: 'POST',
  path: '/campaigns/:deviceId/estimate',
  needs: 'campaigns:read',
  number: 'deviceId',
  needsNoRoom: true,
  summary: 'How many people a campaign would write to, and when; saves nothing',
  params: z.object({ deviceId: idField('campaign_device_required') }),
  body: EstimateForm,
  status: 200,
  response: CampaignEstimate,
})

export const campaignRest = call({
  method: 'GET',
  path: '/campaigns/:deviceId/:campaignId/rest',
  needs: 'campaigns:read',
  number: 'deviceId',
  summary: 'How many people are left in the group of a finished campaign',
  params: CampaignParams,
  query: RestOptions,
  status: 200,
  response: CampaignRest,
})

export const sendToRest = call({
  method: 'POST',
  path: '/campaigns/:deviceId/:campaignId/send-to-rest',
  needs: 'campaigns:write',
  number: 'deviceId',
  summary: 'Send a finished campaign to the rest of its group; nobody gets it twice',
  params: CampaignParams,
  body: RestOptions,
  status: 200,
  response: BulkCampaign,
})
