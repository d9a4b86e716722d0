import { actionChain, HOP_LIMIT } from '@kirim/chatbot-engine/next-actions'
import { MESSAGE_MAX_LENGTH } from '@kirim/contract/outgoing'
import type { TemplateContext } from '@kirim/message-template/context'
import { renderTemplate } from '@kirim/message-template/render'
import { seededRandom } from '@kirim/message-template/seeded-random'
import type { TemplateLocale } from '@kirim/message-template/zoned-clock'
import { cutText } from '../../../platform/cut-text.ts'
import { newMessageId } from '../../../platform/ids.ts'
import type { NumberChatbot, ResponderItem } from '../decide/responder-items.ts'
import type { KeptMessage } from '../inbox/inbox.repository.ts'
import { contactKeyOf } from '../responses/awaited-responses.ts'
import type { PlannedReply } from './reply.ts'

/** External values for a reply; each falls back on failure and never throws. */
export interface ReplyHelp {
  /**
   * The values of `[api.…]` in the item's texts, and the text to send instead: empty when the call
   * succeeded, or when there is no such text.
   */
  apiAnswer(
    message: KeptMessage,
    item: ResponderItem,
    context: TemplateContext,
    random: () => number,
  ): Promise<{ api: TemplateContext['api']; fallbackText: string }>
  /**
   * The text that AI writes; null when it cannot, and the rendered instruction itself is the reply.
   */
  aiText(message: KeptMessage, instruction: string): Promise<string | null>
}

export interface ReplySetting {
  readonly timeZone: string
  readonly language: TemplateLocale
  /** In the owner's contact list; empty when unknown. */
  readonly contactName: string
  /** The contact's fields by key, of all that the owner has; '' where there is no value. */
  readonly fields: ReadonlyMap<string, string>
  /** Their name on the network; empty when unknown. */
  readonly waName: string
  readonly now: number
}

/** A position in a chain of next actions: the item, and how many replied before it. */
export interface ChainPlace {
  readonly itemId: string
  readonly hop: number
}

/**
 * The reply of the item at this position in a chain, and what follows it. An item without media
 * whose text renders to nothing is skipped in favour of its next action. Null when there is none.
 */
export async function composeReply(
  help: ReplyHelp,
  chatbot: NumberChatbot,
  { itemId, hop }: ChainPlace,
  message: KeptMessage,
  setting: ReplySetting,
): Promise<PlannedReply | null> {
  const chain = actionChain(chatbot.items, itemId, HOP_LIMIT - hop)
  for (const [step, { id }] of chain.entries()) {
    const item = chatbot.items.get(id)
    if (!item) continue
    const text = await textOf(help, chatbot, item, message, setting)
    if (text === '' && !item.mediaId) continue
    return {
      messageId: newMessageId(),
      itemId: id,
      firedItemId: hop === 0 ? itemId : null,
      hop: hop + step,
      text,
      mediaId: item.mediaId,
      presence: item.presence,
      presenceSeconds: item.presence ? item.presenceSeconds : 0,
      nextItemId: chain[step + 1]?.id ?? null,
      awaitsFrom: item.savesResponse ? contactKeyOf(message) : null,
    }
  }
  return null
}

/** All replies to one message, in order: the item that fired, then its next actions. */
export async function composeReplies(
  help: ReplyHelp,
  chatbot: NumberChatbot,
  first: ResponderItem,
  message: KeptMessage,
  setting: ReplySetting,
): Promise<PlannedReply[]> {
  const replies: PlannedReply[] = []
  for (let place: ChainPlace | null = { itemId: first.id, hop: 0 }; place; ) {
    const reply: PlannedReply | null = await composeReply(help, chatbot, place, message, setting)
    if (reply) replies.push(reply)
    place = reply && placeAfter(reply)
  }
  return replies
}

export function placeAfter({
  nextItemId,
  hop,
}: Pick<PlannedReply, 'nextItemId' | 'hop'>): ChainPlace | null {
  return nextItemId === null ? null : { itemId: nextItemId, hop: hop + 1 }
}

async function textOf(
  help: ReplyHelp,
  chatbot: NumberChatbot,
  item: ResponderItem,
  message: KeptMessage,
  setting: ReplySetting,
): Promise<string> {
  const random = seededRandom(`${message.messageId}:${item.id}`)
  const context: TemplateContext = {
    now: setting.now,
    timeZone: setting.timeZone,
    locale: setting.language,
    name: setting.contactName,
    waName: setting.waName || setting.contactName,
    meWaName: chatbot.deviceName,
    fields: setting.fields,
  }
  const answer = item.callsApi ? await help.apiAnswer(message, item, context, random) : null
  const filled = answer ? { ...context, api: answer.api } : context
  const written = (template: string) => validMessageText(renderTemplate(template, filled, random))
  const fallback = answer?.fallbackText.trim() ? written(answer.fallbackText) : ''
  if (fallback) return fallback
  if (!item.useAi) return written(item.caption)
  const instruction = (item.aiSpintax.trim() && written(item.aiSpintax)) || written(item.caption)
  return (await help.aiText(message, instruction)) ?? instruction
}

/** Cuts the text to the network's limit; white space alone becomes empty and is not sent. */
function validMessageText(text: string): string {
  const message = cutText(text, MESSAGE_MAX_LENGTH)
  return message.trim() === '' ? '' : message
}
