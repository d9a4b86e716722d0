import * as z from 'zod/mini'
import { call } from './call.ts'
import { Interval, ScheduledAt } from './campaign-fields.ts'
import { SubmittedVariants } from './campaign-variants.ts'
import { BulkCampaign, CampaignParams } from './campaigns.ts'
import { Id, idField, TimeZone } from './fields.ts'
import { FormBoolean, formList, WebAddress } from './form-fields.ts'
import { IdempotencyHeaders } from './idempotency-key.ts'
import { issue } from './issues.ts'
import {
  CAMPAIGN_MEDIA_MAX,
  CAPTION_MAX_LENGTH,
  FURTHER_DEVICES_MAX,
  INTERVAL_SECONDS,
} from './limits.ts'
import { nameField } from './names.ts'
import { MessageLanguage, OptOutLine } from './opt-out-line.ts'
import { HOURS_BY_SCHEDULE, ScheduleType } from './schedule.ts'

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
      /** Omitted: none for a new campaign, unchanged for an existing one. */
      variants: z.optional(SubmittedVariants),
      /** Omitted: none for a new campaign, unchanged for an existing one. */
      optOutLine: z.optional(OptOutLine),
      /** Omitted: that of the opt-out line or English for a new campaign, otherwise unchanged. */
      language: z.optional(MessageLanguage),
      /** Further devices. Omitted: none for a new campaign, unchanged for an existing one. */
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
const mediaFile = { field: 'mediaFile', required: false } as const

export const createCampaign = call({
  method: 'POST',
  path: '/campaigns/:deviceId',
  needs: 'campaigns:write',
  number: 'deviceId',
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
  needs: 'campaigns:write',
  number: 'deviceId',
  summary:
    'Change a bulk campaign that has not finished; people already written to stay as they are',
  params: CampaignParams,
  body: BulkCampaignForm,
  file: mediaFile,
  status: 200,
  response: BulkCampaign,
})
