import type { MessageKind } from '@kirim/contract/message-kinds'
import { extractMessageContent, proto } from 'baileys'
import { wordsOf } from './message-words.ts'

/**
 * The text of a message: text, caption, note, or the chosen button or list entry. Empty for
 * messages without text: media, a poll, a location. Null for anything that is not a message in a
 * chat: reactions, edits, deletions, votes, keys, statuses, the second copy of a picture, and the
 * parts of an album without text.
 */
export function textOf(message: proto.IMessage): string | null {
  const layers = layersOf(message)
  if (layers.some(isSideMessage) || isSecondCopy(layers)) return null
  const content = extractMessageContent(layers.at(-1))
  if (!content) return null
  return wordsOf(content) || (isSentAlone(content, layers) ? '' : null)
}

const SIDE_MESSAGES = [
  'protocolMessage',
  'reactionMessage',
  'encReactionMessage',
  'editedMessage',
  'pollUpdateMessage',
  'keepInChatMessage',
  'pinInChatMessage',
  'groupStatusMessage',
  'groupStatusMessageV2',
  'groupStatusMentionMessage',
  'statusMentionMessage',
] as const satisfies (keyof proto.IMessage)[]

function isSideMessage(layer: proto.IMessage): boolean {
  return SIDE_MESSAGES.some((kind) => layer[kind])
}

const ENVELOPES = [
  'ephemeralMessage',
  'viewOnceMessage',
  'viewOnceMessageV2',
  'viewOnceMessageV2Extension',
  'documentWithCaptionMessage',
  'associatedChildMessage',
  'groupMentionedMessage',
  'botInvokeMessage',
  'commentMessage',
] as const satisfies (keyof proto.IMessage)[]

/** No phone nests messages deeper. */
const MAX_DEPTH = 6

/**
 * A message and the contents of its envelopes, the innermost last; empty when they nest too deep.
 */
export function layersOf(message: proto.IMessage): proto.IMessage[] {
  const layers: proto.IMessage[] = []
  let layer: proto.IMessage | null | undefined = message
  while (layer) {
    if (layers.length === MAX_DEPTH) return []
    layers.push(layer)
    const outer: proto.IMessage = layer
    layer = ENVELOPES.map((kind) => outer[kind]?.message).find(Boolean)
  }
  return layers
}

const { AssociationType } = proto.MessageAssociation

/** Second copies of a message, in another quality or as the video of a live photo. */
const SECOND_COPIES: ReadonlySet<number> = new Set([
  AssociationType.HD_IMAGE_DUAL_UPLOAD,
  AssociationType.HD_VIDEO_DUAL_UPLOAD,
  AssociationType.HEVC_VIDEO_DUAL_UPLOAD,
  AssociationType.MOTION_PHOTO,
])

/** Messages that are sent in parts, each as its own message. */
const WHOLES: ReadonlySet<number> = new Set([
  AssociationType.MEDIA_ALBUM,
  AssociationType.MEDIA_POLL,
  AssociationType.EVENT_COVER_IMAGE,
])

/** Album pictures may have the same envelope as second copies. */
function isSecondCopy(layers: readonly proto.IMessage[]): boolean {
  const types = associationsOf(layers)
  if (types.some((type) => SECOND_COPIES.has(type))) return true
  const isInAlbum = types.includes(AssociationType.MEDIA_ALBUM)
  return !isInAlbum && layers.some((layer) => layer.associatedChildMessage)
}

/**
 * Whether a message whose text is null is still shown in its chat: a picture of an album, or a
 * call.
 */
export function isShownOnly(message: proto.IMessage): boolean {
  const layers = layersOf(message)
  if (layers.some(isSideMessage) || isSecondCopy(layers)) return false
  const content = extractMessageContent(layers.at(-1))
  if (!content) return false
  const isInAlbum = associationsOf(layers).includes(AssociationType.MEDIA_ALBUM)
  const isKnown = isInAlbum && KIND_ENTRIES.some(([part]) => content[part])
  return isKnown || Boolean(content.callLogMesssage)
}

/** Whether this is a standalone message without text. */
function isSentAlone(content: proto.IMessage, layers: readonly proto.IMessage[]): boolean {
  const isPart = associationsOf(layers).some((type) => WHOLES.has(type))
  return !isPart && KIND_ENTRIES.some(([part]) => content[part])
}

function associationsOf(layers: readonly proto.IMessage[]): number[] {
  return layers.flatMap(
    ({ messageContextInfo }) => messageContextInfo?.messageAssociation?.associationType ?? [],
  )
}

/** Kinds of messages that may have no text. */
const KINDS: Partial<Record<keyof proto.IMessage, MessageKind>> = {
  imageMessage: 'image',
  videoMessage: 'video',
  ptvMessage: 'video',
  audioMessage: 'audio',
  documentMessage: 'document',
  stickerMessage: 'sticker',
  lottieStickerMessage: 'sticker',
  stickerPackMessage: 'sticker',
  locationMessage: 'location',
  liveLocationMessage: 'location',
  contactMessage: 'contact',
  contactsArrayMessage: 'contact',
  pollCreationMessage: 'poll',
  pollCreationMessageV2: 'poll',
  pollCreationMessageV3: 'poll',
  pollCreationMessageV4: 'poll',
  pollCreationMessageV5: 'poll',
  eventMessage: 'other',
  orderMessage: 'other',
  productMessage: 'other',
  groupInviteMessage: 'other',
  newsletterAdminInviteMessage: 'other',
  newsletterFollowerInviteMessageV2: 'other',
  requestPaymentMessage: 'other',
  sendPaymentMessage: 'other',
  interactiveMessage: 'other',
  interactiveResponseMessage: 'other',
  listMessage: 'other',
}
const KIND_ENTRIES = Object.entries(KINDS) as [keyof proto.IMessage, MessageKind][]

/** The kind of a message's media; otherwise it is text, or 'other' without text. */
export function kindOf(message: proto.IMessage, text: string): MessageKind {
  const content = extractMessageContent(layersOf(message).at(-1)) ?? {}
  const [, kind = 'other'] = KIND_ENTRIES.find(([part]) => content[part]) ?? []
  return kind === 'other' && text !== '' ? 'text' : kind
}
