import { proto } from 'baileys'
import type { SpecialContent } from '../../../../platform/message-content.ts'
import { boundedBytes, boundedLine, boundedPart } from './bounds.ts'
import { readCard } from './v-card.ts'

const LINE_MAX = 300
const DESCRIPTION_MAX = 1000
const CONTACTS_MAX = 50
const OPTIONS_MAX = 20
const SECRET_BYTES = 32
const LINK_MAX = 2000
const THUMBNAIL_MAX_BYTES = 8 * 1024

const { CallOutcome } = proto.Message.CallLogMessage

/** What an unwrapped message is beside text and file; `layers` are its envelopes and itself. */
export function specialIn(
  content: proto.IMessage,
  layers: readonly proto.IMessage[],
): SpecialContent | null {
  return (
    viewOnceIn(content, layers) ??
    locationIn(content) ??
    contactsIn(content) ??
    pollIn(content, layers) ??
    linkIn(content) ??
    callIn(content)
  )
}

const VIEWED_ONCE = [
  'viewOnceMessage',
  'viewOnceMessageV2',
  'viewOnceMessageV2Extension',
] as const satisfies (keyof proto.IMessage)[]

function viewOnceIn(
  { imageMessage, videoMessage, ptvMessage, audioMessage }: proto.IMessage,
  layers: readonly proto.IMessage[],
): SpecialContent | null {
  const file = imageMessage ?? videoMessage ?? ptvMessage ?? audioMessage
  const isWrapped = layers.some((layer) => VIEWED_ONCE.some((kind) => layer[kind]))
  if (!file || !(isWrapped || file.viewOnce)) return null
  return { type: 'view_once', of: imageMessage ? 'image' : audioMessage ? 'audio' : 'video' }
}

function locationIn({ locationMessage, liveLocationMessage }: proto.IMessage) {
  const place = locationMessage ?? liveLocationMessage
  const latitude = Number(place?.degreesLatitude ?? 0)
  const longitude = Number(place?.degreesLongitude ?? 0)
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  if (!place || !isOnEarth) return null
  return {
    type: 'location',
    latitude,
    longitude,
    name: boundedLine(locationMessage?.name, LINE_MAX),
    address: boundedLine(locationMessage?.address, LINE_MAX),
    isLive: Boolean(liveLocationMessage ?? locationMessage?.isLive),
  } as const
}

function contactsIn({ contactMessage, contactsArrayMessage }: proto.IMessage) {
  const cards = contactMessage ? [contactMessage] : contactsArrayMessage?.contacts
  if (!cards) return null
  const contacts = cards
    .slice(0, CONTACTS_MAX)
    .map(({ displayName, vcard }) => readCard(vcard, displayName))
  return { type: 'contacts', contacts } as const
}

function pollIn(content: proto.IMessage, layers: readonly proto.IMessage[]): SpecialContent | null {
  const poll =
    content.pollCreationMessage ??
    content.pollCreationMessageV2 ??
    content.pollCreationMessageV3 ??
    content.pollCreationMessageV4?.message?.pollCreationMessage ??
    content.pollCreationMessageV5
  if (!poll) return null
  const secret = layers.map((layer) => layer.messageContextInfo?.messageSecret).find(Boolean)
  const options = (poll.options ?? []).slice(0, OPTIONS_MAX)
  return {
    type: 'poll',
    question: boundedPart(poll.name, LINE_MAX),
    choices: Math.min(poll.selectableOptionsCount ?? 0, options.length),
    // As they are written, because votes name them by their hashes.
    options: options.map(({ optionName }) => boundedPart(optionName, LINE_MAX)),
    secret: secret?.length === SECRET_BYTES ? boundedBytes(secret, SECRET_BYTES) : '',
  }
}

/** Only a link that stands in the text, so that nobody is shown another one than is sent. */
function linkIn({ extendedTextMessage: text }: proto.IMessage): SpecialContent | null {
  const matched = text?.matchedText ?? ''
  if (!text || matched === '' || matched.length > LINK_MAX) return null
  const title = boundedLine(text.title, LINE_MAX)
  const thumbnail = boundedBytes(text.jpegThumbnail, THUMBNAIL_MAX_BYTES)
  const url = webAddressOf(matched)
  if (!url || !(title || thumbnail) || !text.text?.includes(matched)) return null
  const description = boundedLine(text.description, DESCRIPTION_MAX)
  return { type: 'link', url, title, description, thumbnail }
}

function webAddressOf(written: string): string | null {
  const { href, protocol } =
    URL.parse(/^[a-z]+:/i.test(written) ? written : `https://${written}`) ?? {}
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return href && isWeb && href.length <= LINK_MAX ? href : null
}

function callIn({ callLogMesssage: call }: proto.IMessage): SpecialContent | null {
  if (!call) return null
  const { callOutcome, isVideo } = call
  const outcome =
    callOutcome === CallOutcome.CONNECTED || callOutcome === CallOutcome.ACCEPTED_ELSEWHERE
      ? 'answered'
      : callOutcome === CallOutcome.REJECTED
        ? 'rejected'
        : 'missed'
  return { type: 'call', isVideo: Boolean(isVideo), outcome }
}
