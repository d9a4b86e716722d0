import * as z from 'zod/mini'
import { call } from './call.ts'
import { Interval, ScheduledAt } from './campaign-fields.ts'
import { SubmittedVariants, Variant } from './campaign-variants.ts'
import { Id, idField, Moment, TimeZone } from './fields.ts'
import { FormBoolean, formList, WebAddress } from './form-fields.ts'
import { IdempotencyHeaders } from './idempotency-key.ts'
import { issue } from './issues.ts'
import {
  CAMPAIGN_MEDIA_MAX,
  CAPTION_MAX_LENGTH,
  FURTHER_DEVICES_MAX,
  INTERVAL_SECONDS,
} from './limits.ts'
import { MediaFile } from './media.ts'
import { nameField } from './names.ts'
import { OptOutLine } from './opt-out-line.ts'
import { CodedText } from './refusals.ts'
import { HOURS_BY_SCHEDULE, ScheduleType } from './schedule.ts'

/** The state of one person in a campaign's ledger. */
export const RecipientState = z.enum([
  'queued',
  /** Waits until the network lets the number write to new people. */
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
  /** Goes on by itself at a known time: until then the number may write to nobody of it. */
  'held',
  'paused',
  'completed',
  /** Its owner ended it, or its number was removed, before everybody was written to. */
  'cancelled',
])
export type CampaignStatus = z.infer<typeof CampaignStatus>

/** What a campaign's owner may do with it; what would change nothing is left out. */
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
  /** What its owner may do with it now. */
  actions: z.array(CampaignAction),
  total: z.int(),
  sent: z.int(),
  failed: z.int(),
  /** Who wrote back within seven days, whatever became of their message's receipts. */
  answered: z.int(),
  counts: RecipientCounts,
  createdAt: Moment,
  scheduledAt: z.nullable(Moment),
  /** When it was switched off; null while it is on, or when that was not recorded. */
  pausedAt: z.nullable(Moment),
  /** When its owner ended it for good; null otherwise. */
  cancelledAt: z.nullable(Moment),
  /** When the last person was written to; null before that, or when that was not recorded. */
  endedAt: z.nullable(Moment),
  /** When the next message is due, while the campaign is sending. */
  nextMessageAt: z.nullable(Moment),
})
export type CampaignProgress = z.infer<typeof CampaignProgress>

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
  /** The wording of everybody, or A beside `variants`. */
  caption: z.string(),
  /** Further wordings; people are dealt evenly to all of them, and keep theirs. */
  variants: z.array(Variant),
  optOutLine: OptOutLine,
  /** Devices that send it, too: whoever waits is written to by the one whose turn comes first. */
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

const Hour = z.coerce.number().check(z.int(), z.gte(0), z.lte(23))

/** Submitted with the form's state, but ignored [3.bulk.unused]. */
const Unused = z.optional(z.unknown())

/** The fields of the bulk form [3.bulk]. Unknown fields are ignored. */
export const BulkCampaignForm = z.pipe(
  z
    .object({
      campaignName: nameField('campaign_name_required', 'campaign_name_too_long'),
      campaignType: z._default(z.literal('bulk'), 'bulk'),
      statusEnabled: z._default(FormBoolean, true),
      enableLink: z._default(FormBoolean, false),
      urlLink: z._default(z.pipe(z.string().check(z.trim(), z.maxLength(2000)), WebAddress), ''),
      caption: z._default(
        z.string().check(z.maxLength(CAPTION_MAX_LENGTH, issue('caption_too_long'))),
        '',
      ),
      /** Left out, a new campaign has none and an old one keeps what it has. */
      variants: z.optional(SubmittedVariants),
      /** Left out, a new campaign has none and an old one keeps what it has. */
      optOutLine: z.optional(OptOutLine),
      /** Further devices; left out, a new campaign has none and an old one keeps its own. */
      alsoFrom: z.optional(
        formList(Id).check(z.maxLength(FURTHER_DEVICES_MAX, issue('list_too_long'))),
      ),
      aiAgentTraining: Unused,
      useAI: Unused,
      presenceDelay: Unused,
      contactGroupId: z
        .string({ error: issue('campaign_group_required') })
        .check(
          z.minLength(1, issue('campaign_group_required')),
          z.maxLength(100, issue('text_too_long')),
        ),
      scheduledAt: ScheduledAt,
      minIntervalSeconds: z._default(Interval, INTERVAL_SECONDS.defaultMin),
      maxIntervalSeconds: z._default(Interval, INTERVAL_SECONDS.defaultMax),
      campaignScheduleType: z._default(ScheduleType, 'anytime'),
      campaignScheduleDetails: z._default(formList(Hour), []),
      timeZone: z.optional(TimeZone),
      mediaAttachments: z.optional(formList(Id)),
      /** When editing: keep the file uploaded earlier. */
      keepMediaFile: z._default(FormBoolean, false),
    })
    .check(
      z.refine((form) => form.minIntervalSeconds <= form.maxIntervalSeconds, {
        error: issue('campaign_interval_order'),
        path: ['minIntervalSeconds'],
      }),
      z.refine((form) => !form.enableLink || form.urlLink !== '', {
        error: issue('web_address_invalid'),
        path: ['urlLink'],
      }),
      z.refine((form) => (form.mediaAttachments?.length ?? 0) <= CAMPAIGN_MEDIA_MAX, {
        error: issue('campaign_too_many_media'),
        path: ['mediaAttachments'],
      }),
    ),
  z.transform((form) => ({
    ...form,
    // The hours follow from the type; the details in the form are ignored [4.schedule].
    campaignScheduleDetails: [...HOURS_BY_SCHEDULE[form.campaignScheduleType]],
  })),
)
export type BulkCampaignForm = z.infer<typeof BulkCampaignForm>

const DeviceParams = z.object({
  deviceId: idField('campaign_device_required'),
})
const CampaignParams = z.object({ deviceId: Id, campaignId: Id })
const mediaFile = { field: 'mediaFile', required: false } as const

export const loadCampaign = call({
  method: 'GET',
  path: '/campaigns/:deviceId/:campaignId',
  access: 'user',
  summary: 'One bulk campaign',
  params: CampaignParams,
  status: 200,
  response: BulkCampaign,
})

export const createCampaign = call({
  method: 'POST',
  path: '/campaigns/:deviceId',
  access: 'user',
  summary:
    'Create a bulk campaign and freeze its recipients; once for each Idempotency-Key within a day',
  params: DeviceParams,
  headers: IdempotencyHeaders,
  body: BulkCampaignForm,
  file: mediaFile,
  status: 201,
  response: BulkCampaign,
})

export const updateCampaign = call({
  method: 'PUT',
  path: '/campaigns/:deviceId/:campaignId',
  access: 'user',
  summary:
    'Change a bulk campaign that has not finished; people already written to stay as they are',
  params: CampaignParams,
  body: BulkCampaignForm,
  file: mediaFile,
  status: 200,
  response: BulkCampaign,
})

export const setCampaignStatus = call({
  method: 'PUT',
  path: '/campaigns/:deviceId/:campaignId/status',
  access: 'user',
  summary: 'Pause a bulk campaign, or let it go on where it stopped',
  params: CampaignParams,
  body: z.object({ status: z.enum(['Enabled', 'Disabled']) }),
  status: 200,
  response: CampaignProgress,
})

export const duplicateCampaign = call({
  method: 'POST',
  path: '/campaigns/:deviceId/:campaignId/duplicate',
  access: 'user',
  summary: 'Copy a bulk campaign, not enabled and without a time',
  params: CampaignParams,
  status: 201,
  response: BulkCampaign,
})

export const deleteCampaign = call({
  method: 'DELETE',
  path: '/campaigns/:deviceId/:campaignId',
  access: 'user',
  summary: 'Delete a bulk campaign; nothing more of it is sent',
  params: CampaignParams,
  status: 200,
  response: z.object({ message: z.string() }),
})
