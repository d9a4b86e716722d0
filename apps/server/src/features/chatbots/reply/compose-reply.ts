import { actionChain, HOP_LIMIT } from '@kirim/chatbot-engine/next-actions'
import { MESSAGE_MAX_LENGTH } from '@kirim/contract/outgoing'
import type { TemplateContext } from '@kirim/message-template/context'
import type { TemplateLocale } from '@kirim/message-template/greeting'
import { renderTemplate } from '@kirim/message-template/render'
import { seededRandom } from '@kirim/message-template/seeded-random'
import { cutText } from '../../../platform/cut-text.ts'
import { newMessageId } from '../../../platform/ids.ts'
import type { StoredMessage } from '../../../platform/inbound-message.ts'
import type { NumberChatbot, ResponderItem } from '../items/responder-items.ts'
import { contactKeyOf } from '../responses/awaited-responses.ts'
import type { PlannedReply } from './reply.ts'

/** External values for a reply; each falls back on failure and never throws. */
export interface ReplyHelp {
  /**
   * The values of `[api.…]` in the item's texts, and the text to send instead: empty when the call
   * succeeded, or when there is no such text.
   */
  apiAnswer(
    message: StoredMessage,
    item: ResponderItem,
    context: TemplateContext,
    random: () => number,
  ): Promise<{ api: TemplateContext['api']; fallbackText: string }>
  /**
   * The text that AI writes; null when it cannot, and the rendered instruction itself is the reply.
   */
  aiText(message: StoredMessage, instruction: string): Promise<string | null>
  /** Whether a file of this workspace is audio, which cannot have a caption. */
  isSound(workspaceId: string, mediaId: string): Promise<boolean>
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
  /** The item's text was sent; its file follows as a separate message. */
  readonly fileOnly: boolean
}

const PRESENCES = {
  enable_typing: 'composing',
  enable_recording: 'recording',
  disable: null,
} as const

/**
 * The reply of the item at this position in a chain, and what follows it. An item without media
 * whose text renders to nothing is skipped in favour of its next action. Text with audio is two
 * replies, of which the audio follows the text like a next action. Null when there is none.
 */
export async function composeReply(
  help: ReplyHelp,
  chatbot: NumberChatbot,
  { itemId, hop, fileOnly }: ChainPlace,
  message: StoredMessage,
  setting: ReplySetting,
): Promise<PlannedReply | null> {
  const chain = actionChain(chatbot.items, itemId, Math.max(0, HOP_LIMIT - hop))
  for (const [step, { id }] of chain.entries()) {
    const item = chatbot.items.get(id)
    if (!item) continue
    const isFile = fileOnly && step === 0
    const content = await contentOf(help, chatbot, item, message, setting, isFile)
    if (content.text === '' && !content.mediaId) continue
    const presence = isFile ? null : PRESENCES[item.presenceDelayStatus]
    return {
      messageId: newMessageId(),
      itemId: id,
      firedItemId: hop === 0 ? itemId : null,
      hop: hop + step,
      text: content.text,
      mediaId: content.mediaId,
      presence,
      presenceSeconds: presence ? item.presenceDelayTime : 0,
      awaitsFrom: item.saveData === 'response_is_saved' ? contactKeyOf(message) : null,
      ...whatFollows(item, content.fileFollows, chain[step + 1]?.id ?? null),
    }
  }
  return null
}

/** After an item's reply: its file, its next action, or people, who have the chat from then on. */
function whatFollows(
  { id, handOver }: ResponderItem,
  fileFollows: boolean,
  nextItemId: string | null,
): Pick<PlannedReply, 'nextItemId' | 'handOver' | 'keepsWaiting'> {
  const keepsWaiting = handOver !== null
  if (fileFollows) return { nextItemId: id, handOver: null, keepsWaiting }
  return { nextItemId: handOver ? null : nextItemId, handOver, keepsWaiting }
}

/** All replies to one message, in order: the item that fired, then its next actions. */
export async function composeReplies(
  help: ReplyHelp,
  chatbot: NumberChatbot,
  first: ResponderItem,
  message: StoredMessage,
  setting: ReplySetting,
): Promise<PlannedReply[]> {
  const replies: PlannedReply[] = []
  for (let place: ChainPlace | null = startAt(first.id); place; ) {
    const reply: PlannedReply | null = await composeReply(help, chatbot, place, message, setting)
    if (reply) replies.push(reply)
    place = reply && placeAfter(reply)
  }
  return replies
}

export const startAt = (itemId: string): ChainPlace => ({ itemId, hop: 0, fileOnly: false })

/** No item follows itself in a chain: where it does, its file follows its text. */
export function placeAfter({
  itemId,
  nextItemId,
  hop,
}: Pick<PlannedReply, 'itemId' | 'nextItemId' | 'hop'>): ChainPlace | null {
  if (nextItemId === null) return null
  return { itemId: nextItemId, hop: hop + 1, fileOnly: nextItemId === itemId }
}

/** Audio is sent after the text, as a separate reply with `isFile`. */
async function contentOf(
  help: ReplyHelp,
  chatbot: NumberChatbot,
  item: ResponderItem,
  message: StoredMessage,
  setting: ReplySetting,
  isFile: boolean,
): Promise<{ text: string; mediaId: string | null; fileFollows: boolean }> {
  const { mediaId } = item
  if (isFile) return { text: '', mediaId, fileFollows: false }
  const text = await textOf(help, chatbot, item, message, setting)
  const fileFollows =
    text !== '' && mediaId !== null && (await help.isSound(chatbot.workspaceId, mediaId))
  return { text, mediaId: fileFollows ? null : mediaId, fileFollows }
}

async function textOf(
  help: ReplyHelp,
  chatbot: NumberChatbot,
  item: ResponderItem,
  message: StoredMessage,
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
  const answer =
    item.apiRestDataStatus === 'enabled'
      ? await help.apiAnswer(message, item, context, random)
      : null
  const filled = answer ? { ...context, api: answer.api } : context
  const render = (template: string) => validMessageText(renderTemplate(template, filled, random))
  const fallback = answer?.fallbackText.trim() ? render(answer.fallbackText) : ''
  if (fallback) return fallback
  if (!item.useAi) return render(item.caption)
  const instruction = (item.aiSpintax.trim() && render(item.aiSpintax)) || render(item.caption)
  return (await help.aiText(message, instruction)) ?? instruction
}

/** Cuts the text to the network's limit; white space alone becomes empty and is not sent. */
function validMessageText(text: string): string {
  const message = cutText(text, MESSAGE_MAX_LENGTH)
  return message.trim() === '' ? '' : message
}
