import * as z from 'zod/mini'
import { chooseFromLibrary, type MediaChoice, NO_MEDIA } from '../media/media-choice.ts'
import { CampaignValues, DELETED_GROUP, groupOf } from './campaign-values.ts'
import type { CampaignFormData } from './use-campaign-form-data.ts'

/** The serialisable state of a bulk form; of a chosen file only its name. */
export const CampaignDraft = z.object({
  /** A campaign that was created, but not answered, is not created anew after a reload. */
  idempotencyKey: z.optional(z.string()),
  values: CampaignValues,
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
  if (media.kind === 'library') return { kind: 'library', ids: [...media.ids] }
  if (media.kind === 'upload') return { kind: 'upload', name: media.file.name }
  return { kind: media.kind }
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
