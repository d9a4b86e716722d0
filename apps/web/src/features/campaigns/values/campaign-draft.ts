import { MessageLanguage, OptOutLine } from '@kirim/contract/opt-out-line'
import { ScheduleType } from '@kirim/contract/schedule'
import * as z from 'zod/mini'
import { chooseFromLibrary, type MediaChoice, NO_MEDIA } from '../media/media-choice.ts'
import { type CampaignValues, DELETED_GROUP, groupOf } from './campaign-values.ts'
import type { CampaignFormData } from './use-campaign-form-data.ts'

const Values = z.object({
  deviceId: z.string(),
  // Drafts of an older version have none.
  alsoFrom: z._default(z.array(z.string()), []),
  campaignName: z.string(),
  contactGroupId: z.string(),
  caption: z.string(),
  // Drafts of an older version have none.
  variants: z._default(
    z.array(z.object({ letter: z.optional(z.string()), caption: z.string() })),
    [],
  ),
  enableLink: z.boolean(),
  urlLink: z.string(),
  // Drafts of an older version have neither.
  language: z._default(MessageLanguage, 'en'),
  optOutLine: z._default(OptOutLine, ''),
  scheduledAt: z.string(),
  minIntervalSeconds: z.number(),
  maxIntervalSeconds: z.number(),
  campaignScheduleType: ScheduleType,
  statusEnabled: z.boolean(),
}) satisfies z.ZodMiniType<CampaignValues>

/** The serialisable state of a bulk form; of a chosen file only its name. */
export const CampaignDraft = z.object({
  /** A campaign that was created, but not answered, is not created anew after a reload. */
  idempotencyKey: z.optional(z.string()),
  values: Values,
  media: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('none') }),
    z.object({ kind: z.literal('kept') }),
    z.object({ kind: z.literal('library'), ids: z.array(z.string()) }),
    z.object({ kind: z.literal('upload'), name: z.string() }),
  ]),
})

export type CampaignDraft = z.infer<typeof CampaignDraft>

export function draftOf(
  values: CampaignValues,
  media: MediaChoice,
  idempotencyKey: string | undefined,
): CampaignDraft {
  return { idempotencyKey, values, media: mediaKept(media) }
}

function mediaKept(media: MediaChoice): CampaignDraft['media'] {
  switch (media.kind) {
    case 'library':
      return { kind: 'library', ids: [...media.ids] }
    case 'upload':
      return { kind: 'upload', name: media.file.name }
    default:
      return { kind: media.kind }
  }
}

/** The values of a draft, without devices, groups and files deleted since. */
export function valuesOfDraft(
  { values }: CampaignDraft,
  { devices, groups, campaign }: CampaignFormData,
  fixedDeviceId: string | null,
): CampaignValues {
  const known = devices.some(({ id }) => id === values.deviceId)
  const own = campaign ? groupOf(campaign) : ''
  const chosen = values.contactGroupId === DELETED_GROUP ? own : values.contactGroupId
  const grouped = chosen === own || groups.some(({ _id }) => _id === chosen)
  return {
    ...values,
    deviceId: fixedDeviceId ?? (known ? values.deviceId : ''),
    alsoFrom: values.alsoFrom.filter((own) => devices.some(({ id }) => id === own)),
    contactGroupId: grouped ? chosen : '',
  }
}

/**
 * The media of a draft. `start` is the form's initial media, which holds the file stored on the
 * server.
 */
export function mediaOfDraft(
  { media }: CampaignDraft,
  { media: library, campaign }: CampaignFormData,
  start: MediaChoice,
): MediaChoice {
  if (media.kind === 'kept' && start.kind === 'kept') return start
  if (media.kind !== 'library') return NO_MEDIA
  const known = [...library, ...(campaign?.attachedFiles ?? [])]
  return chooseFromLibrary(
    NO_MEDIA,
    media.ids.filter((id) => known.some(({ _id }) => _id === id)),
  )
}
