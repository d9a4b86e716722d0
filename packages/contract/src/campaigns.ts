import * as z from 'zod/mini'
import { Author } from './authors.ts'
import { call } from './call.ts'
import { Variant } from './campaign-variants.ts'
import { Id, Moment } from './fields.ts'
import { MediaFile } from './media.ts'
import { MessageLanguage, OptOutLine } from './opt-out-line.ts'
import { CodedText } from './refusals.ts'
import { ScheduleType } from './schedule.ts'

/** The state of one person in a campaign's ledger. */
export const RecipientState = z.enum([
  'queued',
  /** Waits until the number may begin new chats. */
  'held',
  'sending',
  'sent',
  'delivered',
  'read',
  'failed',
  'skipped',
])
export type RecipientState = z.infer<typeof RecipientState>

/** What a campaign is doing now; derived from its settings, its ledger and the time. */
export const CampaignStatus = z.enum([
  /** Never started. */
  'draft',
  'scheduled',
  /** Waiting behind another campaign of the same number. */
  'queued',
  'sending',
  'outside_hours',
  'waiting_number',
  /** Resumes automatically at a known time. */
  'held',
  'paused',
  'completed',
  /** Cancelled, or its number was removed, before everybody was written to. */
  'cancelled',
])
export type CampaignStatus = z.infer<typeof CampaignStatus>

/** Actions a campaign's owner can take. */
export const CampaignAction = z.enum(['start', 'pause', 'resume', 'cancel', 'retry_failed'])
export type CampaignAction = z.infer<typeof CampaignAction>

export const RecipientCounts = z.record(RecipientState, z.int())
export type RecipientCounts = z.infer<typeof RecipientCounts>

/** `sent` counts delivered and read, as on the dashboard; `counts` shows every state. */
export const CampaignProgress = z.object({
  id: z.string(),
  deviceId: z.string(),
  status: CampaignStatus,
  /** Explains the status and what comes next; `code` is a key of `campaignTexts`. */
  sentence: CodedText,
  /** Actions its owner can take now. */
  actions: z.array(CampaignAction),
  total: z.int(),
  sent: z.int(),
  failed: z.int(),
  /** People who answered within seven days, even if their receipts are missing. */
  answered: z.int(),
  counts: RecipientCounts,
  createdAt: Moment,
  scheduledAt: z.nullable(Moment),
  /** When it was switched off; null while it is on, or when that was not recorded. */
  pausedAt: z.nullable(Moment),
  /** When its owner cancelled it; null otherwise. */
  cancelledAt: z.nullable(Moment),
  /** When the last person was written to; null before that, or when that was not recorded. */
  endedAt: z.nullable(Moment),
  /** When the next message is due, while the campaign is sending. */
  nextMessageAt: z.nullable(Moment),
})
export type CampaignProgress = z.infer<typeof CampaignProgress>

/** Who of the workspace acted on a campaign. */
export const CampaignAuthors = z.object({
  /** Omitted when that was not recorded. */
  createdBy: z.optional(Author),
  /** Who paused or cancelled it; omitted while it is on, and when no person did. */
  stoppedBy: z.optional(Author),
})
export type CampaignAuthors = z.infer<typeof CampaignAuthors>

export const BulkCampaign = z.object({
  _id: z.string(),
  id: z.string(),
  deviceId: z.string(),
  campaignType: z.literal('bulk'),
  campaignName: z.string(),
  status: CampaignStatus,
  statusEnabled: z.boolean(),
  enableLink: z.boolean(),
  urlLink: z.string(),
  /** The only wording, or wording A beside `variants`. */
  caption: z.string(),
  /** Further wordings; people are assigned evenly to all of them. */
  variants: z.array(Variant),
  /** The language of greetings and dates in the texts. */
  language: z._default(MessageLanguage, 'en'),
  optOutLine: OptOutLine,
  /** Further devices that send it; each takes the next waiting person. */
  alsoFrom: z.array(z.string()),
  /** Null once the group was deleted; the recipients stay. */
  contactGroupId: z.nullable(z.string()),
  contactGroupName: z.string(),
  scheduledAt: z.nullable(Moment),
  minIntervalSeconds: z.int(),
  maxIntervalSeconds: z.int(),
  campaignScheduleType: ScheduleType,
  campaignScheduleDetails: z.array(z.int()),
  timeZone: z.string(),
  /** Library items; empty when one uploaded file is attached instead. */
  mediaAttachments: z.array(z.string()),
  /**
   * The files of `mediaAttachments`, including those since removed from the library: the campaign
   * keeps and sends them.
   */
  attachedFiles: z.array(MediaFile),
  /** The one uploaded file, when there is one. */
  mediaFile: z.nullable(MediaFile),
  progress: CampaignProgress,
  createdAt: Moment,
})
export type BulkCampaign = z.infer<typeof BulkCampaign>

/** One campaign of a number. */
export const CampaignParams = z.object({ deviceId: Id, campaignId: Id })

export const loadCampaign = call({
  method: 'GET',
  path: '/campaigns/:deviceId/:campaignId',
  needs: 'campaigns:read',
  number: 'deviceId',
  summary: 'One bulk campaign',
  params: CampaignParams,
  status: 200,
  response: BulkCampaign,
})

export const setCampaignStatus = call({
  method: 'PUT',
  path: '/campaigns/:deviceId/:campaignId/status',
  needs: 'campaigns:write',
  number: 'deviceId',
  needsNoRoom: true,
  summary: 'Pause or resume a bulk campaign',
  params: CampaignParams,
  body: z.object({ status: z.enum(['Enabled', 'Disabled']) }),
  status: 200,
  response: CampaignProgress,
})

export const duplicateCampaign = call({
  method: 'POST',
  path: '/campaigns/:deviceId/:campaignId/duplicate',
  needs: 'campaigns:write',
  number: 'deviceId',
  summary: 'Copy a bulk campaign; the copy is off and unscheduled',
  params: CampaignParams,
  status: 201,
  response: BulkCampaign,
})

export const deleteCampaign = call({
  method: 'DELETE',
  path: '/campaigns/:deviceId/:campaignId',
  needs: 'campaigns:write',
  number: 'deviceId',
  summary: 'Delete a bulk campaign and stop sending it',
  params: CampaignParams,
  status: 200,
  response: z.object({ message: z.string() }),
})
