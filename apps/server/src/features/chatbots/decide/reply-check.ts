import type { Refusal } from '@kirim/contract/outgoing'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { MESSAGE_DELETED, MESSAGE_EDITED } from '../inbox/inbound-changes.ts'
import type { InboxRepository } from '../inbox/inbox.repository.ts'
import type { PendingReply } from '../reply/reply.ts'
import type { ChatbotCache, NumberChatbot } from './responder-items.ts'
import { findQuietUntil } from './restraint.ts'

/** A reply older than this is no longer sent. */
export const MAX_REPLY_AGE_MS = 10 * 60_000

export interface ReplyCheckDeps {
  readonly chatbots: ChatbotCache
  readonly inbox: Pick<InboxRepository, 'lastOwnAt' | 'standingOf'>
  readonly clock: Clock
  settingsOf(deviceId: string): Promise<{ quietMinutes: number }>
}

/** Why a number's chatbot does not answer, as a stable code; null when it does. */
export function chatbotRefusal(
  chatbot: NumberChatbot | null,
): Extract<Refusal, 'number_gone' | 'number_off'> | null {
  if (!chatbot) return 'number_gone'
  return chatbot.compiled.settings.enabled ? null : 'number_off'
}

/**
 * Why a reply must not be sent after all, as a stable code; null when it may be sent. Much can have
 * changed since the decision: typing takes up to 25 s, AI needs time, or the connection was lost
 * for hours.
 */
export async function replyRefusal(
  { chatbots, inbox, clock, settingsOf }: ReplyCheckDeps,
  reply: Pick<PendingReply, 'deviceId' | 'chatKey' | 'itemId' | 'createdAt' | 'inboxMessageId'>,
): Promise<Refusal | null> {
  const chatbot = await chatbots.get(reply.deviceId)
  const silent = chatbotRefusal(chatbot)
  if (silent !== null) return silent
  const message = await inbox.standingOf(reply.deviceId, reply.inboxMessageId)
  if (message?.deleted) return MESSAGE_DELETED
  const item = chatbot?.items.get(reply.itemId)
  if (!item) return 'item_gone'
  if (!item.enabled) return 'item_off'
  const now = clock.now()
  if (now - reply.createdAt > MAX_REPLY_AGE_MS) return 'too_late'
  const { quietMinutes } = await settingsOf(reply.deviceId)
  return (await findQuietUntil({ inbox }, quietMinutes, reply, now)) > now
    ? 'person_answered'
    : null
}

/** The same as a check before sending; null for messages that are not replies. */
export function createReplyCheck(deps: ReplyCheckDeps & { readonly db: Db }) {
  return async (message: {
    readonly origin: string
    readonly deviceId: string
    readonly messageId: string
  }): Promise<Refusal | null> => {
    if (message.origin !== 'chatbot') return null
    const reply = await deps.db
      .selectFrom('chatbot_replies')
      .select(['device_id', 'chat_key', 'item_id', 'created_at', 'inbox_message_id'])
      .select(['fired_item_id', 'wording'])
      .where('device_id', '=', message.deviceId)
      .where('message_id', '=', message.messageId)
      .executeTakeFirst()
    if (!reply) return 'number_gone'
    const { device_id: deviceId, inbox_message_id: inboxMessageId } = reply
    const isFirst = reply.fired_item_id !== null
    const answered = isFirst ? await deps.inbox.standingOf(deviceId, inboxMessageId) : null
    if (answered && !answered.deleted && answered.wording !== reply.wording) return MESSAGE_EDITED
    return replyRefusal(deps, {
      inboxMessageId,
      deviceId,
      chatKey: reply.chat_key,
      itemId: reply.item_id,
      createdAt: reply.created_at,
    })
  }
}
