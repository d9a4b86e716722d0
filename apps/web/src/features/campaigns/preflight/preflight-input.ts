import type { PreflightPreview } from '@kirim/contract/campaign-preflight'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import { browserTimeZone } from '#shared/time/browser-time-zone.ts'
import { libraryIds, type MediaChoice } from '../media/media-choice.ts'
import { type CampaignValues, isoMoment } from '../values/campaign-values.ts'

/** The form fields that the check reads. */
export const CHECKED = [
  'deviceId',
  'alsoFrom',
  'contactGroupId',
  'minIntervalSeconds',
  'maxIntervalSeconds',
  'campaignScheduleType',
  'scheduledAt',
  'caption',
  'variants',
  'enableLink',
  'urlLink',
  'optOutLine',
  'language',
] as const satisfies readonly (keyof CampaignValues)[]

export type Checked = Pick<CampaignValues, (typeof CHECKED)[number]>

/** The input of the pre-flight call for the current form values. */
export function preflightInput(
  values: Checked,
  media: MediaChoice,
  campaign: BulkCampaign | null,
  draw = 0,
) {
  return {
    params: { deviceId: values.deviceId },
    body: {
      contactGroupId: values.contactGroupId,
      minIntervalSeconds: values.minIntervalSeconds,
      maxIntervalSeconds: values.maxIntervalSeconds,
      campaignScheduleType: values.campaignScheduleType,
      scheduledAt: isoMoment(values.scheduledAt),
      timeZone: browserTimeZone(),
      ...(campaign && { campaignId: campaign.id }),
      alsoFrom: values.alsoFrom.filter((id) => id !== values.deviceId),
      ...wordsOf(values),
      variants: values.variants.map(({ caption }) => caption),
      mediaAttachments: [...libraryIds(media)],
      keepMediaFile: media.kind === 'kept',
      hasUpload: media.kind === 'upload',
      draw,
    },
  }
}

/** The fields that make up the text of the message. */
function wordsOf({ caption, enableLink, urlLink, optOutLine, language }: Checked) {
  return { caption, enableLink, urlLink: urlLink.trim(), optOutLine, language }
}

/** What names the person of a preview, also where their number is hidden. */
export function personKey({ sealed, phoneNumber }: PreflightPreview['person']): string {
  return sealed ?? phoneNumber
}

/** The input of the call that sends a test, as this recipient would get the message. */
export function testInput(
  values: Checked,
  media: MediaChoice,
  campaign: BulkCampaign | null,
  reader: Pick<PreflightPreview, 'person' | 'letter'>,
) {
  const wording = values.variants[reader.letter.charCodeAt(0) - 'B'.charCodeAt(0)]
  return {
    params: { deviceId: values.deviceId },
    body: {
      ...wordsOf(values),
      caption: wording?.caption ?? values.caption,
      phoneNumber: personKey(reader.person),
      timeZone: browserTimeZone(),
      ...(campaign && { campaignId: campaign.id }),
      ...(media.kind === 'library' && { mediaAttachments: [...media.ids] }),
      keepMediaFile: media.kind === 'kept',
    },
    file: media.kind === 'upload' ? media.file : null,
  }
}
