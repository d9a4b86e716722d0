import * as z from 'zod/mini'
import { chooseFromLibrary, type MediaChoice, NO_MEDIA } from '../media/media-choice.ts'
import { CampaignValues, DELETED_GROUP, groupOf } from './campaign-values.ts'
import type { CampaignFormData } from './use-campaign-form-data.ts'

/** The serialisable state of a bulk form; a groupId file is stored by name only. */
export const CampaignDraft = z.object({
  /** Prevents a second campaign when the page is reloaded before the first save is answered. */
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
  return { idempotencyKey, values, media: storedMedia(media) }
}

function storedMedia(media: MediaChoice): CampaignDraft['media'] {
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
  const isKnownDevice = devices.some(({ id }) => id === values.deviceId)
  const own = campaign ? groupOf(campaign) : ''
  const groupId = values.contactGroupId === DELETED_GROUP ? own : values.contactGroupId
  const isKnownGroup = groupId === own || groups.some(({ _id }) => _id === groupId)
  return {
    ...values,
    deviceId: fixedDeviceId ?? (isKnownDevice ? values.deviceId : ''),
    alsoFrom: values.alsoFrom.filter((own) => devices.some(({ id }) => id === own)),
    contactGroupId: isKnownGroup ? groupId : '',
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
  const files = [...library, ...(campaign?.attachedFiles ?? [])]
  return chooseFromLibrary(
    NO_MEDIA,
    media.ids.filter((id) => files.some(({ _id }) => _id === id)),
  )
}
