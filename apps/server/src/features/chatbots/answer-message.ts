import { decide } from '@kirim/chatbot-engine/chatbot'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { composeReplies, type ReplyHelp } from './compose-reply.ts'
import type { InboxRepository, KeptMessage } from './inbox.repository.ts'
import type { RepliesRepository } from './replies.repository.ts'
import type { ChatbotCache, NumberChatbot, ResponderItem } from './responder-items.ts'
import { restraintOf } from './restraint.ts'

/** A number's own manners and language. */
export interface ResponderSettings {
  readonly timeZone: string
  readonly language: 'en' | 'ms'
  readonly cooldownSeconds: number
  readonly quietMinutes: number
}

export interface AnswerDeps {
  readonly inbox: InboxRepository
  readonly replies: RepliesRepository
  readonly chatbots: ChatbotCache
  readonly help: ReplyHelp
  readonly clock: Clock
  settingsOf(deviceId: string): Promise<ResponderSettings>
  /** The name in the owner's contact list; empty when unknown. */
  contactName(userId: string, phoneNumber: string | null): Promise<string>
  /** Keeps what was written under an item, in the transaction that settles the message. */
  saveResponse(tx: Db, message: KeptMessage, item: ResponderItem): Promise<void>
  /** The loop guard has paused a chat. */
  onPaused(message: KeptMessage): void
}

/** Decides on one inbound message and writes down its replies; nothing has been sent when it resolves. */
export async function answerMessage(deps: AnswerDeps, message: KeptMessage): Promise<void> {
  const chatbot = await deps.chatbots.get(message.deviceId)
  const settings = await deps.settingsOf(message.deviceId)
  const outcome = chatbot
    ? await choose(deps, chatbot, settings, message)
    : { silence: 'number_gone' }
  if (!chatbot || 'silence' in outcome) {
    await deps.inbox.markSilent(message, 'silence' in outcome ? outcome.silence : 'number_gone')
    return
  }
  const { item } = outcome
  const now = deps.clock.now()
  const contactName = await deps.contactName(message.userId, message.senderNumber)
  const replies = await composeReplies(deps.help, chatbot, item, message, {
    ...settings,
    contactName,
    now,
  })
  await deps.replies.plan(message, replies, now, async (tx) => {
    if (item.savesResponse) await deps.saveResponse(tx, message, item)
  })
}

type Outcome = { item: ResponderItem } | { silence: string }

async function choose(
  deps: AnswerDeps,
  chatbot: NumberChatbot,
  settings: ResponderSettings,
  message: KeptMessage,
): Promise<Outcome> {
  const decision = decide(chatbot.compiled, { text: message.text, chat: message.chat })
  if (decision.kind === 'silence') return { silence: decision.reason }
  const item = chatbot.items.get(decision.item.id)
  if (!item) return { silence: 'item_gone' }
  const manners = await restraint(deps, settings, message, item)
  return manners ? { silence: manners } : { item }
}

/** Why the chatbot holds back although an item matches; null when it does not. Pauses a chat that has begun to loop. */
async function restraint(
  deps: AnswerDeps,
  settings: ResponderSettings,
  message: KeptMessage,
  item: ResponderItem,
): Promise<string | null> {
  const { deviceId, chatKey } = message
  const place = { deviceId, chatKey, itemId: item.id }
  const held = await restraintOf(deps, settings, place, deps.clock.now())
  if (held?.begins) {
    await deps.replies.pauseChat(deviceId, chatKey, held.until)
    deps.onPaused(message)
  }
  return held?.reason ?? null
}
