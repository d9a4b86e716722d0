import type { Refusal } from '@kirim/contract/outgoing'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import type { Inbox } from '../chatbots.ports.ts'
import type { ChatbotCache, NumberChatbot } from '../items/responder-items.ts'
import { MESSAGE_EDITED, type PendingReply } from '../reply/reply.ts'
import { findQuietUntil, type PausedForPeople } from './restraint.ts'

/** A reply older than this is no longer sent. */
export const MAX_REPLY_AGE_MS = 10 * 60_000

const MESSAGE_DELETED = 'message_deleted' satisfies Refusal

export interface ReplyCheckDeps {
  readonly standingOf: StandingOf
  readonly chatbots: ChatbotCache
  readonly inbox: Pick<Inbox, 'lastOwnAt'>
  readonly pausedForPeople: PausedForPeople
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
  const standing = await deps.standingOf(reply)
  return standing ? refusalOf(deps, reply, standing) : 'number_gone'
}

/** The same as a check before sending; null for messages that are not replies. */
export function createReplyCheck(deps: ReplyCheckDeps) {
  return async (message: Reply & { readonly origin: string }): Promise<Refusal | null> => {
    if (message.origin !== 'chatbot') return null
    const standing = await deps.standingOf(message)
    if (!standing) return 'number_gone'
    return isOfOtherWording(standing) ? MESSAGE_EDITED : refusalOf(deps, message, standing)
  }
}

type StandingOf = ReturnType<typeof createStandings>
type Standing = NonNullable<Awaited<ReturnType<StandingOf>>>

async function refusalOf(
  { chatbots, inbox, pausedForPeople, clock }: ReplyCheckDeps,
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
  const deps = { inbox, pausedForPeople }
  const quietUntil = await findQuietUntil(deps, standing.quiet_minutes ?? 0, place, now)
  return quietUntil > now ? 'person_answered' : null
}

/** Whether the message was edited since the first reply to it was written. */
function isOfOtherWording({ fired_item_id, deleted, wording, answered }: Standing): boolean {
  return fired_item_id !== null && deleted === 0 && wording !== answered
}

/** Reads a reply, the message it answers and its number's settings in one statement. */
export function createStandings(db: Db, inbox: Inbox['rows']) {
  const standings = prepared((on, { deviceId, messageId }: Reply) =>
    on
      .selectFrom('chatbot_replies as reply')
      .leftJoin(inbox.as('message'), (join) =>
        join
          .onRef('message.device_id', '=', 'reply.device_id')
          .onRef('message.message_id', '=', 'reply.inbox_message_id'),
      )
      .leftJoin('chatbot_settings', 'chatbot_settings.device_id', 'reply.device_id')
      .select(['reply.chat_key', 'reply.item_id', 'reply.created_at', 'reply.fired_item_id'])
      .select(['reply.wording as answered', 'message.deleted', 'message.wording'])
      .select('chatbot_settings.quiet_minutes')
      .where('reply.device_id', '=', deviceId)
      .where('reply.message_id', '=', messageId),
  )
  return async ({ deviceId, messageId }: Reply) => {
    const [row] = await standings(db, { deviceId, messageId })
    return row ?? null
  }
}
