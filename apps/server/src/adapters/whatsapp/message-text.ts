import { extractMessageContent, type proto } from 'baileys'

/**
 * The words of a message: text, caption, or what was chosen from buttons or a list. Empty for media
 * without a caption. Null for what is no message of its own: reactions, edits, deletions, votes, keys.
 */
export function textOf(message: proto.IMessage): string | null {
  const content = extractMessageContent(message)
  if (!content) return null
  if (isAside(content)) return null
  return (
    content.conversation ||
    content.extendedTextMessage?.text ||
    content.imageMessage?.caption ||
    content.videoMessage?.caption ||
    content.documentMessage?.caption ||
    chosenText(content) ||
    (isPresent(content) ? '' : null)
  )
}

function isAside(content: proto.IMessage): boolean {
  return Boolean(
    content.protocolMessage ||
      content.reactionMessage ||
      content.encReactionMessage ||
      content.editedMessage ||
      content.pollUpdateMessage ||
      content.keepInChatMessage ||
      content.pinInChatMessage,
  )
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
    null
  )
}

/** Something a person sent, even though it has no words. */
function isPresent(content: proto.IMessage): boolean {
  return Boolean(
    content.imageMessage ||
      content.videoMessage ||
      content.documentMessage ||
      content.audioMessage ||
      content.stickerMessage ||
      content.locationMessage ||
      content.contactMessage ||
      content.contactsArrayMessage,
  )
}
