import { extractMessageContent, type proto } from 'baileys'
import { z } from 'zod'

/**
 * The words of a message: text, caption, or what was chosen from buttons or a list. Empty for what was sent without
 * words of its own: media, a poll, a place. Null for what is no message in a chat: reactions, edits, deletions, votes,
 * keys, statuses.
 */
export function textOf(message: proto.IMessage): string | null {
  if (isAside(message)) return null
  const content = extractMessageContent(message)
  if (!content) return null
  return (
    content.conversation ||
    content.extendedTextMessage?.text ||
    content.imageMessage?.caption ||
    content.videoMessage?.caption ||
    content.ptvMessage?.caption ||
    content.documentMessage?.caption ||
    content.liveLocationMessage?.caption ||
    chosenText(content) ||
    (WITHOUT_WORDS.some((kind) => content[kind]) ? '' : null)
  )
}

const ASIDES = [
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

/** Envelopes as deep as the driver opens them. */
const DEEPEST = 5

/** Also inside of envelopes: the driver takes the contents of an edit or a status for a message of its own. */
function isAside(message: proto.IMessage, depth = 0): boolean {
  if (ASIDES.some((kind) => message[kind])) return true
  if (depth === DEEPEST) return false
  return Object.values(message).some((part) => {
    const inner: unknown = isObject(part) ? part.message : null
    return isObject(inner) && isAside(inner, depth + 1)
  })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function chosenText(content: proto.IMessage): string | null {
  const {
    buttonsResponseMessage,
    listResponseMessage,
    templateButtonReplyMessage,
    interactiveResponseMessage,
  } = content
  return (
    buttonsResponseMessage?.selectedDisplayText ||
    buttonsResponseMessage?.selectedButtonId ||
    listResponseMessage?.title ||
    listResponseMessage?.singleSelectReply?.selectedRowId ||
    templateButtonReplyMessage?.selectedDisplayText ||
    templateButtonReplyMessage?.selectedId ||
    interactiveResponseMessage?.body?.text ||
    flowText(interactiveResponseMessage?.nativeFlowResponseMessage?.paramsJson) ||
    null
  )
}

const FlowAnswer = z.object({
  display_text: z.string().catch(''),
  title: z.string().catch(''),
  text: z.string().catch(''),
  id: z.string().catch(''),
})

/** What a button of a newer kind says it was; the JSON comes from somebody else's phone. */
function flowText(json: string | null | undefined): string {
  if (!json) return ''
  try {
    const { display_text, title, text, id } = FlowAnswer.parse(JSON.parse(json))
    return display_text || title || text || id
  } catch {
    return ''
  }
}

/** Something a person sent, even though it has no words. */
const WITHOUT_WORDS = [
  'imageMessage',
  'videoMessage',
  'ptvMessage',
  'documentMessage',
  'audioMessage',
  'stickerMessage',
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
  'interactiveResponseMessage',
] as const satisfies (keyof proto.IMessage)[]
