import { decide } from '@kirim/chatbot-engine/chatbot'
import type { Language } from '@kirim/contract/languages'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { StoredMessage } from '../../../platform/inbound-message.ts'
import { waitForLongTextTurn } from '../../../platform/turns.ts'
import type { ContactOf, Inbox } from '../chatbots.ports.ts'
import type { ChatbotCache, NumberChatbot, ResponderItem } from '../items/responder-items.ts'
import {
  type ChainPlace,
  composeReply,
  placeAfter,
  type ReplyHelp,
  startAt,
} from '../reply/compose-reply.ts'
import type { ReplyPacing } from '../reply/deliver-reply.ts'
import type { RepliesRepository } from '../reply/replies.repository.ts'
import type { PendingReply } from '../reply/reply.ts'
import { isAwaited, takeAwaited } from '../responses/awaited-responses.ts'
import { saveResponse } from '../responses/responses.repository.ts'
import type { ChatRestraintRepository, LoopLimit } from './chat-restraint.repository.ts'
import {
  chatbotRefusal,
  MAX_REPLY_AGE_MS,
  type ReplyCheckDeps,
  replyRefusal,
} from './reply-check.ts'
import { findLoop, findRestraint, type Restraint } from './restraint.ts'

/** A message older than this on arrival is stored, but not answered. */
const TOO_OLD_MS = 10 * 60_000

/** The settings and language of a number. */
export interface ResponderSettings {
  readonly timeZone: string
  readonly language: Language
  readonly cooldownSeconds: number
  readonly quietMinutes: number
}

export interface AnswerDeps extends Pick<ReplyCheckDeps, 'standingOf' | 'pausedForPeople'> {
  readonly db: Db
  readonly inbox: Inbox
  readonly replies: RepliesRepository
  readonly chats: ChatRestraintRepository
  readonly chatbots: ChatbotCache
  readonly help: ReplyHelp
  readonly clock: Clock
  settingsOf(deviceId: string): Promise<ResponderSettings>
  contactOf: ContactOf
  /** The person's name on the network; empty when unknown. */
  networkName(workspaceId: string, phoneNumber: string): Promise<string>
  /** Whether the person has asked to be left alone. */
  isLeftAlone(message: StoredMessage): Promise<boolean>
  /** Called when the loop guard has paused a chat and the pause is stored. */
  onPaused(message: StoredMessage, bound: LoopLimit): void
}

/**
 * Decides on one inbound message and stores its first reply, which is not sent yet when this
 * resolves; null when there is none. An awaited response is saved whether or not the chatbot
 * answers it.
 */
export async function answerMessage(
  deps: AnswerDeps,
  message: StoredMessage,
  pace: Pick<ReplyPacing, 'waitForService'>,
): Promise<PendingReply | null> {
  const chatbot = await deps.chatbots.get(message.deviceId)
  if (!chatbot) {
    await deps.inbox.markSilent(message, 'number_gone', async () => {})
    return null
  }
  const settings = await deps.settingsOf(message.deviceId)
  const { item, silence } = await choose(deps, chatbot, settings, message)
  const keep = (tx: Db) => keepResponse(tx, chatbot, message, item)
  if (!item || silence !== null) {
    await deps.inbox.markSilent(message, silence ?? 'item_gone', keep)
    return null
  }
  const place = startAt(item.id)
  const reply = await compose(deps, pace, chatbot, place, message, settings)
  const silent = await reasonForSilence(deps, message)
  if (silent !== null) {
    await deps.inbox.markSilent(message, silent, keep)
    return null
  }
  return deps.replies.plan(message, reply, keep)
}

/**
 * Stores the next reply of a chain once the previous one is settled; null when the chain ends here:
 * it is over, was already continued, or is no longer wanted.
 */
export async function continueChain(
  deps: AnswerDeps,
  previous: PendingReply,
  pace: Pick<ReplyPacing, 'waitForService'>,
): Promise<PendingReply | null> {
  const place = placeAfter(previous)
  if (!place) return null
  const { deviceId, inboxMessageId } = previous
  const chatbot = await deps.chatbots.get(deviceId)
  const message = await deps.inbox.find(deviceId, inboxMessageId)
  const ends = message
    ? await chainEndReason(deps, previous, message, chatbot?.items.get(place.itemId))
    : null
  if (ends !== null || !chatbot || !message) {
    await deps.replies.endChain(previous, ends)
    return null
  }
  const settings = await deps.settingsOf(deviceId)
  const reply = await compose(deps, pace, chatbot, place, message, settings)
  const silent = await reasonForSilence(deps, message)
  if (!reply || silent !== null) {
    await deps.replies.endChain(previous, silent)
    return null
  }
  const item = chatbot.items.get(reply.itemId)
  return deps.replies.planNext(previous, message, reply, async (tx) => {
    if (item?.saveData === 'response_is_saved') await saveResponse(tx, message, item)
  })
}

/** Why the next item may not answer; null when it may. */
async function chainEndReason(
  deps: AnswerDeps,
  previous: PendingReply,
  message: StoredMessage,
  next: ResponderItem | undefined,
): Promise<string | null> {
  const unwanted = await replyRefusal(deps, previous)
  if (unwanted !== null) return unwanted
  if (!next) return 'item_gone'
  if (!next.enabled) return 'item_off'
  const answered = await deps.replies.itemsOf(previous.deviceId, previous.inboxMessageId)
  // An item may follow itself only with its file.
  if (answered.has(next.id) && next.id !== previous.itemId) return 'answered_before'
  const looping = await findLoop(deps, message, deps.clock.now())
  return looping && startPause(deps, message, looping)
}

/** The number may have been switched off or removed while AI was writing. */
async function reasonForSilence(
  deps: AnswerDeps,
  { deviceId }: StoredMessage,
): Promise<string | null> {
  return chatbotRefusal(await deps.chatbots.get(deviceId))
}

async function compose(
  deps: AnswerDeps,
  pace: Pick<ReplyPacing, 'waitForService'>,
  chatbot: NumberChatbot,
  place: ChainPlace,
  message: StoredMessage,
  settings: ResponderSettings,
) {
  const names = await namesOf(deps, message)
  const now = deps.clock.now()
  const help: ReplyHelp = {
    apiAnswer: (...args) => pace.waitForService('api', () => deps.help.apiAnswer(...args)),
    aiText: (...args) => pace.waitForService('ai', () => deps.help.aiText(...args)),
    isSound: deps.help.isSound,
  }
  return composeReply(help, chatbot, place, message, { ...settings, ...names, now })
}

/** A message may come without a name although an earlier one had one. */
async function namesOf(deps: AnswerDeps, { workspaceId, senderNumber, senderName }: StoredMessage) {
  const contact = await deps.contactOf(workspaceId, senderNumber)
  if (senderName || senderNumber === null) return { ...contact, waName: senderName }
  return { ...contact, waName: await deps.networkName(workspaceId, senderNumber) }
}

/** Saves a message for the item that matched, and for the items that waited for it. */
async function keepResponse(
  tx: Db,
  chatbot: NumberChatbot,
  message: StoredMessage,
  matched: ResponderItem | null,
): Promise<void> {
  if (savingItemIds(chatbot).length === 0) return
  const ids = new Set(await takeAwaited(tx, message))
  if (matched) ids.add(matched.id)
  for (const id of ids) {
    const item = chatbot.items.get(id)
    if (item?.saveData === 'response_is_saved') await saveResponse(tx, message, item)
  }
}

/** The item that matches, and what keeps it silent; null when none matches. */
interface Outcome {
  readonly item: ResponderItem | null
  readonly silence: string | null
}

async function choose(
  deps: AnswerDeps,
  chatbot: NumberChatbot,
  settings: ResponderSettings,
  message: StoredMessage,
): Promise<Outcome> {
  if (message.receivedAt - message.sentAt > TOO_OLD_MS) return { item: null, silence: 'too_old' }
  if (deps.clock.now() - message.receivedAt > MAX_REPLY_AGE_MS)
    return { item: null, silence: 'too_late' }
  if (await deps.isLeftAlone(message)) return { item: null, silence: 'opted_out' }
  await waitForLongTextTurn(message.text)
  const decision = decide(chatbot.compiled, { text: message.text, chat: message.chat })
  if (decision.kind === 'silence') return { item: null, silence: decision.reason }
  const item = chatbot.items.get(decision.item.id)
  if (!item) return { item: null, silence: 'item_gone' }
  // A person who answers a question does not get the default reply.
  if (decision.how === 'default' && (await isAwaited(deps.db, message, savingItemIds(chatbot))))
    return { item: null, silence: 'answer_saved' }
  return { item, silence: await restraint(deps, settings, message, item) }
}

/** The items that save responses. */
export function savingItemIds(chatbot: NumberChatbot): string[] {
  return [...chatbot.items.values()]
    .filter((item) => item.saveData === 'response_is_saved')
    .map(({ id }) => id)
}

/** Why the chatbot holds back although an item matches; null when it does not. */
async function restraint(
  deps: AnswerDeps,
  settings: ResponderSettings,
  message: StoredMessage,
  item: ResponderItem,
): Promise<string | null> {
  const { deviceId, chatKey } = message
  const place = { deviceId, chatKey, itemId: item.id }
  const found = await findRestraint(deps, settings, place, deps.clock.now())
  return found && startPause(deps, message, found)
}

/** Pauses a chat in which a loop was just detected. */
async function startPause(
  deps: AnswerDeps,
  message: StoredMessage,
  { reason, begins, until }: Restraint,
): Promise<string> {
  if (begins) {
    await deps.chats.pauseChat(message, begins, until)
    deps.onPaused(message, begins)
  }
  return reason
}
