import { extractMessageContent, proto } from 'baileys'
import { wordsOf } from './message-words.ts'

/**
 * The words of a message: text, caption, note, or what was chosen from buttons or a list. Empty for
 * what was sent without words of its own: media, a poll, a place. Null for what is no message in a
 * chat: reactions, edits, deletions, votes, keys, statuses, the second copy of a picture, and the
 * parts of an album that have no words.
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

/** No phone packs a message into more. */
const MAX_DEPTH = 6

/**
 * A message and what its envelopes hold, the innermost last; nothing when there is no end to them.
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

/**
 * What is sent once more in another quality,
 * or as the film of a picture that moves, after the message itself.
 */
const SECOND_COPIES: ReadonlySet<number> = new Set([
  AssociationType.HD_IMAGE_DUAL_UPLOAD,
  AssociationType.HD_VIDEO_DUAL_UPLOAD,
  AssociationType.HEVC_VIDEO_DUAL_UPLOAD,
  AssociationType.MOTION_PHOTO,
])

/** What may come in parts, each a message of its own on the wire. */
const WHOLES: ReadonlySet<number> = new Set([
  AssociationType.MEDIA_ALBUM,
  AssociationType.MEDIA_POLL,
  AssociationType.EVENT_COVER_IMAGE,
])

/** The pictures of an album may come in the same envelope as second copies do. */
function isSecondCopy(layers: readonly proto.IMessage[]): boolean {
  const types = associationsOf(layers)
  if (types.some((type) => SECOND_COPIES.has(type))) return true
  const isInAlbum = types.includes(AssociationType.MEDIA_ALBUM)
  return !isInAlbum && layers.some((layer) => layer.associatedChildMessage)
}

/** Whether this is a standalone user message without text. */
function isSentAlone(content: proto.IMessage, layers: readonly proto.IMessage[]): boolean {
  const isPart = associationsOf(layers).some((type) => WHOLES.has(type))
  return !isPart && KINDS_WITHOUT_TEXT.some((kind) => content[kind])
}

function associationsOf(layers: readonly proto.IMessage[]): number[] {
  return layers.flatMap(
    ({ messageContextInfo }) => messageContextInfo?.messageAssociation?.associationType ?? [],
  )
}

/** Kinds of messages that may have no text. */
const KINDS_WITHOUT_TEXT = [
  'imageMessage',
  'videoMessage',
  'ptvMessage',
  'documentMessage',
  'audioMessage',
  'stickerMessage',
  'stickerPackMessage',
  'lottieStickerMessage',
  'locationMessage',
  'liveLocationMessage',
  'contactMessage',
  'contactsArrayMessage',
  'pollCreationMessage',
  'pollCreationMessageV2',
  'pollCreationMessageV3',
  'pollCreationMessageV4',
  'pollCreationMessageV5',
  'eventMessage',
  'orderMessage',
  'productMessage',
  'groupInviteMessage',
  'newsletterAdminInviteMessage',
  'newsletterFollowerInviteMessageV2',
  'requestPaymentMessage',
  'sendPaymentMessage',
  'interactiveMessage',
  'interactiveResponseMessage',
  'listMessage',
] as const satisfies (keyof proto.IMessage)[]
