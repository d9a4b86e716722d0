import { OPT_OUT_LINES } from '@kirim/contract/opt-out-line'
import { MESSAGE_MAX_LENGTH } from '@kirim/contract/outgoing'
import type { TemplateContext } from '@kirim/message-template/context'
import { renderTemplate } from '@kirim/message-template/render'
import { seededRandom } from '@kirim/message-template/seeded-random'
import * as z from 'zod/mini'
import { cutText } from '../../../platform/cut-text.ts'
import { newMessageId } from '../../../platform/ids.ts'
import type { AttachedMedia } from '../campaign/campaigns.repository.ts'
import type { Campaign, CampaignTexts } from '../campaign/stored-campaign.ts'
import { captionOf } from '../campaign/variants.ts'
import type { CampaignMediaLibrary } from '../campaigns.ports.ts'
import type { Recipient } from '../recipients/recipient-moves.ts'
import type { PlannedMessage } from './claim-person.ts'

/** The settings a text is composed from, besides the person. */
export type Wording = CampaignTexts &
  Pick<Campaign, 'enableLink' | 'urlLink' | 'optOutLine' | 'language' | 'timeZone' | 'deviceName'>

/** A file of a campaign; it carries the caption unless it is sound. */
export type SentMedia = Pick<AttachedMedia, 'mediaId'> & { readonly isSound?: boolean }

/** The person a text is composed for; the id seeds the random choices. */
export type Reader = Pick<Recipient, 'id' | 'name' | 'fields' | 'variant'>

/**
 * The messages to one person: one for each media item, the text with the first, or the text alone.
 * Sound has no caption: where it comes first, the text goes before it as a message of its own.
 * The text ends with how to opt out.
 * Empty when the campaign has neither. `waName` is the person's own name on the network,
 * `fieldKeys` are the fields that a text may name.
 */
export function composeMessages(
  campaign: Wording,
  media: readonly SentMedia[],
  recipient: Reader,
  waName: string | null,
  now: number,
  fieldKeys: readonly string[] = [],
): PlannedMessage[] {
  const link = linkOf(campaign)
  const line = campaign.optOutLine && OPT_OUT_LINES[campaign.optOutLine]
  const caption = cutText(
    captionFor(campaign, recipient, waName, now, fieldKeys),
    captionRoom(campaign),
  )
  const own = [caption, link].filter(Boolean).join('\n\n')
  if (!own && media.length === 0) return []
  const text = [own, line].filter(Boolean).join('\n')
  const [first] = media
  const standsAlone = text !== '' && (!first || first.isSound === true)
  const files = media.map(({ mediaId }, index) => ({
    messageId: newMessageId(),
    text: index === 0 && !standsAlone ? text : '',
    mediaId,
  }))
  return standsAlone ? [{ messageId: newMessageId(), text, mediaId: null }, ...files] : files
}

/** The room for the caption beside the link and the opt-out line. */
export function captionRoom(campaign: Wording): number {
  const line = campaign.optOutLine && OPT_OUT_LINES[campaign.optOutLine]
  return MESSAGE_MAX_LENGTH - 3 - linkOf(campaign).length - line.length
}

function captionFor(
  campaign: Wording,
  recipient: Reader,
  waName: string | null,
  now: number,
  fieldKeys: readonly string[],
): string {
  return renderTemplate(
    captionOf(campaign, recipient.variant),
    readingOf(campaign, recipient, waName, now, fieldKeys),
    seededRandom(recipient.id),
  )
}

const FrozenFields = z.record(z.string(), z.string())

/** The person's field values as of the freeze; empty for a field without a value. */
function fieldsOf(
  { fields }: Pick<Reader, 'fields'>,
  keys: readonly string[],
): ReadonlyMap<string, string> {
  const frozen = Object.entries(frozenFields(fields))
  return new Map([...keys.map((key) => [key, ''] as const), ...frozen])
}

export function frozenFields(json: string | null): Readonly<Record<string, string>> {
  return json === null ? {} : z.parse(FrozenFields, JSON.parse(json))
}

/** The values that a text takes from a person, the sender and the time. */
export function readingOf(
  campaign: Pick<Wording, 'timeZone' | 'language' | 'deviceName'>,
  reader: Pick<Reader, 'name' | 'fields'>,
  waName: string | null,
  now: number,
  fieldKeys: readonly string[],
): TemplateContext {
  return {
    now,
    timeZone: campaign.timeZone,
    locale: campaign.language,
    name: reader.name,
    waName: waName ?? undefined,
    meWaName: campaign.deviceName,
    fields: fieldsOf(reader, fieldKeys),
  }
}

function linkOf(campaign: Wording): string {
  return campaign.enableLink ? campaign.urlLink : ''
}

/** Marks whether the first file, which would carry the text, is sound. */
export async function markSound(
  library: Pick<CampaignMediaLibrary, 'find'>,
  workspaceId: string,
  attached: readonly AttachedMedia[],
): Promise<readonly SentMedia[]> {
  const [first, ...rest] = attached
  if (!first) return []
  const [file] = await library.find(workspaceId, [first.mediaId])
  return [{ ...first, isSound: file?.fileType.startsWith('audio/') ?? false }, ...rest]
}
