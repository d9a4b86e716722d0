import type { Refusal } from '@kirim/contract/outgoing'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { MESSAGE_DELETED, MESSAGE_EDITED } from '../inbox/inbound-changes.ts'
import type { InboxRepository } from '../inbox/inbox.repository.ts'
import type { PendingReply } from '../reply/reply.ts'
import type { ChatbotCache, NumberChatbot } from './responder-items.ts'
import { findQuietUntil } from './restraint.ts'

/** A reply older than this is no longer sent. */
export const MAX_REPLY_AGE_MS = 10 * 60_000

export interface ReplyCheckDeps {
  readonly db: Db
  readonly chatbots: ChatbotCache
  readonly inbox: Pick<InboxRepository, 'lastOwnAt'>
  readonly clock: Clock
}

type Reply = Pick<PendingReply, 'deviceId' | 'messageId'>

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
export async function replyRefusal(deps: ReplyCheckDeps, reply: Reply): Promise<Refusal | null> {
  const standing = await standingOf(deps.db, reply)
  return standing ? refusalOf(deps, reply, standing) : 'number_gone'
}

/** The same as a check before sending; null for messages that are not replies. */
export function createReplyCheck(deps: ReplyCheckDeps) {
  return async (message: Reply & { readonly origin: string }): Promise<Refusal | null> => {
    if (message.origin !== 'chatbot') return null
    const standing = await standingOf(deps.db, message)
    if (!standing) return 'number_gone'
    return isOfOtherWording(standing) ? MESSAGE_EDITED : refusalOf(deps, message, standing)
  }
}

type Standing = NonNullable<Awaited<ReturnType<typeof standingOf>>>

async function refusalOf(
  { chatbots, inbox, clock }: ReplyCheckDeps,
  { deviceId }: Reply,
  standing: Standing,
): Promise<Refusal | null> {
  const chatbot = await chatbots.get(deviceId)
  const silent = chatbotRefusal(chatbot)
  if (silent !== null) return silent
  if (standing.deleted === 1) return MESSAGE_DELETED
  const item = chatbot?.items.get(standing.item_id)
  if (!item) return 'item_gone'
  if (!item.enabled) return 'item_off'
  const now = clock.now()
  if (now - standing.created_at > MAX_REPLY_AGE_MS) return 'too_late'
  const place = { deviceId, chatKey: standing.chat_key }
  return (await findQuietUntil({ inbox }, standing.quiet_minutes ?? 0, place, now)) > now
    ? 'person_answered'
    : null
}

/** Whether the message was edited since the first reply to it was written. */
function isOfOtherWording({ fired_item_id, deleted, said, answers }: Standing): boolean {
  return fired_item_id !== null && deleted === 0 && said !== answers
}

/** A reply, the message that it answers, and what its number is set to: all in one statement. */
const standings = prepared((db, { deviceId, messageId }: Reply) =>
  db
    .selectFrom('chatbot_replies')
    .leftJoin('inbox', (join) =>
      join
        .onRef('inbox.device_id', '=', 'chatbot_replies.device_id')
        .onRef('inbox.message_id', '=', 'chatbot_replies.inbox_message_id'),
    )
    .leftJoin('chatbot_settings', 'chatbot_settings.device_id', 'chatbot_replies.device_id')
    .select(['chatbot_replies.chat_key', 'chatbot_replies.item_id', 'chatbot_replies.created_at'])
    .select(['chatbot_replies.fired_item_id', 'chatbot_replies.wording as answers'])
    .select(['inbox.deleted', 'inbox.wording as said', 'chatbot_settings.quiet_minutes'])
    .where('chatbot_replies.device_id', '=', deviceId)
    .where('chatbot_replies.message_id', '=', messageId),
)

async function standingOf(db: Db, reply: Reply) {
  const [row] = await standings(db, reply)
  return row ?? null
}
