import type { proto } from 'baileys'
import { z } from 'zod'

/** The text of an unwrapped message. */
export function wordsOf(content: proto.IMessage): string | null | undefined {
  return (
    content.conversation ||
    content.extendedTextMessage?.text ||
    content.imageMessage?.caption ||
    content.videoMessage?.caption ||
    content.ptvMessage?.caption ||
    content.documentMessage?.caption ||
    content.liveLocationMessage?.caption ||
    chosenText(content) ||
    offeredText(content) ||
    noteText(content.requestPaymentMessage ?? content.sendPaymentMessage)
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
    flowText(interactiveResponseMessage?.nativeFlowResponseMessage?.paramsJson) ||
    null
  )
}

/** The text above a business's buttons or list, which the driver does not extract. */
function offeredText({ interactiveMessage, templateMessage, listMessage }: proto.IMessage) {
  const offer = interactiveMessage ?? templateMessage?.interactiveMessageTemplate
  return (
    offer?.body?.text ||
    offer?.header?.title ||
    offer?.header?.subtitle ||
    listMessage?.description ||
    listMessage?.title
  )
}

/** The note of a payment. */
function noteText(payment: { noteMessage?: proto.IMessage | null } | null | undefined) {
  return payment?.noteMessage?.extendedTextMessage?.text || payment?.noteMessage?.conversation
}

const FlowAnswer = z.object({
  display_text: z.string().catch(''),
  title: z.string().catch(''),
  text: z.string().catch(''),
  id: z.string().catch(''),
})

/** The label of a newer kind of button; the JSON comes from the sender's phone. */
function flowText(json: string | null | undefined): string {
  if (!json) return ''
  try {
    const { display_text, title, text, id } = FlowAnswer.parse(JSON.parse(json))
    return display_text || title || text || id
  } catch {
    return ''
  }
}
