import { decide } from '@kirim/chatbot-engine/chatbot'
import { explain } from '@kirim/chatbot-engine/explain'
import type { Hold, Simulation } from '@kirim/contract/chatbot-tools'
import type { Db } from '../../../platform/database/database.ts'
import type { StoredMessage } from '../../../platform/inbound-message.ts'
import { type ResponderSettings, savingItemIds } from '../decide/answer-message.ts'
import { findRestraint, type RestraintDeps } from '../decide/restraint.ts'
import type { NumberChatbot, ResponderItem } from '../items/responder-items.ts'
import { composeReplies, type ReplyHelp } from '../reply/compose-reply.ts'
import type { PlannedReply } from '../reply/reply.ts'
import type { ReplyOutgoing } from '../responder.ports.ts'
import { isAwaited } from '../responses/awaited-responses.ts'

export interface SimulatedMessage {
  readonly deviceId: string
  readonly text: string
  /** The name in the owner's contact list; empty when unknown. */
  readonly contactName: string
  /** The contact's fields by key. */
  readonly fields: ReadonlyMap<string, string>
  /** Their own name on the network; empty when unknown. */
  readonly waName: string
  /** International digits; null when the number is not known. */
  readonly contactNumber: string | null
  readonly chat: 'individual' | 'group'
  readonly at: number
}

export interface SimulateDeps extends RestraintDeps {
  readonly db: Db
  readonly outgoing: Pick<ReplyOutgoing, 'fileOf'>
}

/** Nothing is sent: external values are shown as written, or as their fallback. */
const NO_HELP: Omit<ReplyHelp, 'isSound'> = {
  apiAnswer: async () => ({ api: undefined, fallbackText: '' }),
  aiText: async () => null,
}

/**
 * Determines which item would answer a message and how, what would hold the reply back, and why the
 * other items would not answer. Treats a switched-off number as if it were on. Sends and stores
 * nothing.
 */
export async function simulateMessage(
  deps: SimulateDeps,
  actual: NumberChatbot,
  settings: ResponderSettings,
  message: SimulatedMessage,
  now: number,
): Promise<Simulation> {
  const chatbot = switchedOn(actual)
  const decision = decide(chatbot.compiled, message)
  const nameOf = (id: string) => chatbot.items.get(id)?.name ?? ''
  const verdicts = explain(chatbot.compiled, message, decision).map((entry) => ({
    itemId: entry.itemId,
    name: nameOf(entry.itemId),
    fired: entry.code === 'fired',
    reason: entry.code,
    detail: entry.by ? nameOf(entry.by) : (entry.keyword ?? entry.sendTo ?? ''),
  }))
  const first = decision.kind === 'answer' ? chatbot.items.get(decision.item.id) : undefined
  if (!first) {
    const silence = decision.kind === 'silence' ? decision.reason : 'no_match'
    return { silence, holds: numberOff(actual), replies: [], verdicts }
  }
  const help: ReplyHelp = {
    ...NO_HELP,
    async isSound(workspaceId, mediaId) {
      const file = await deps.outgoing.fileOf(workspaceId, mediaId)
      return file?.fileType.startsWith('audio/') ?? false
    },
  }
  const planned = await composeReplies(help, chatbot, first, toStoredMessage(message), {
    ...settings,
    contactName: message.contactName,
    fields: message.fields,
    waName: message.waName,
    now: message.at,
  })
  return {
    silence: planned.length === 0 ? 'nothing_to_send' : null,
    // Past states are not stored, so the message is treated as if it arrived now.
    holds: [
      ...(await holdsOf(deps, actual, settings, message, first, Math.max(now, message.at))),
      ...(decision.kind === 'answer' && decision.how === 'default'
        ? await openQuestion(deps, chatbot, message)
        : []),
    ],
    replies: await Promise.all(planned.map((reply) => present(deps, chatbot, reply))),
    verdicts,
  }
}

/** The same compiled chatbot, switched on, so that it can be tried before. */
function switchedOn(chatbot: NumberChatbot): NumberChatbot {
  return { ...chatbot, compiled: { ...chatbot.compiled, settings: { enabled: true } } }
}

function numberOff({ compiled }: NumberChatbot): Hold[] {
  return compiled.settings.enabled ? [] : [{ reason: 'number_off', until: null }]
}

/** Groups are not simulated individually, so only an individual chat can hold anything back. */
async function holdsOf(
  deps: SimulateDeps,
  actual: NumberChatbot,
  settings: ResponderSettings,
  { deviceId, chat, contactNumber }: SimulatedMessage,
  item: ResponderItem,
  now: number,
): Promise<Hold[]> {
  if (chat === 'group' || contactNumber === null) return numberOff(actual)
  const place = { deviceId, chatKey: contactNumber, itemId: item.id }
  const restraint = await findRestraint(deps, settings, place, now)
  if (!restraint) return numberOff(actual)
  return [
    ...numberOff(actual),
    { reason: restraint.reason, until: new Date(restraint.until).toISOString() },
  ]
}

/**
 * A default response does not answer what an item has asked; groups are not simulated individually.
 */
async function openQuestion(
  deps: SimulateDeps,
  chatbot: NumberChatbot,
  message: SimulatedMessage,
): Promise<Hold[]> {
  const { chat, contactNumber } = message
  if (chat === 'group' || contactNumber === null) return []
  const stored = { ...toStoredMessage(message), chatKey: contactNumber }
  const awaited = await isAwaited(deps.db, stored, savingItemIds(chatbot))
  return awaited ? [{ reason: 'answer_saved', until: null }] : []
}

async function present(deps: SimulateDeps, chatbot: NumberChatbot, reply: PlannedReply) {
  const item = chatbot.items.get(reply.itemId)
  const media = reply.mediaId
    ? await deps.outgoing.fileOf(chatbot.workspaceId, reply.mediaId)
    : null
  return {
    itemId: reply.itemId,
    itemName: item?.name ?? '',
    text: reply.text,
    media: media && { name: media.originalName, type: media.fileType },
    presence: reply.presence,
    presenceSeconds: reply.presenceSeconds,
    byAi: item?.useAi ?? false,
    callsApi: item?.apiRestDataStatus === 'enabled',
  }
}

function toStoredMessage(message: SimulatedMessage): StoredMessage {
  return {
    deviceId: message.deviceId,
    messageId: `simulated-${message.at}`,
    networkId: '',
    workspaceId: '',
    chatJid: '',
    chatKey: '',
    chatLid: null,
    chat: message.chat,
    senderJid: '',
    senderNumber: message.contactNumber,
    username: null,
    senderName: message.waName,
    kind: 'text',
    text: message.text,
    sentAt: message.at,
    receivedAt: message.at,
    wording: 0,
  }
}
