import { compileChatbot, decide } from '@kirim/chatbot-engine/chatbot'
import { type Explanation, explain } from '@kirim/chatbot-engine/explain'
import type { Simulation } from '@kirim/contract/chatbot-tools'
import { composeReplies, type ReplyHelp } from './compose-reply.ts'
import type { KeptMessage } from './inbox.repository.ts'
import type { NumberChatbot } from './responder-items.ts'

export interface SimulatedMessage {
  readonly deviceId: string
  readonly text: string
  readonly contactName: string
  readonly contactNumber: string
  readonly chat: 'individual' | 'group'
  readonly at: number
}

/** Nothing leaves the server: what would come from outside shows as it is written, or as its fallback. */
const NO_HELP: ReplyHelp = {
  apiFields: async () => ({ fields: new Map() }),
  aiText: async () => null,
}

/** Which item would answer a message, with what, and why the others would not. Sends and stores nothing. */
export async function simulateMessage(
  chatbot: NumberChatbot,
  settings: { timeZone: string; language: 'en' | 'ms' },
  message: SimulatedMessage,
): Promise<Simulation> {
  const decision = decide(chatbot.compiled, message)
  const verdicts = explain(chatbot.compiled, message).map((entry) => ({
    itemId: entry.itemId,
    name: chatbot.items.get(entry.itemId)?.name ?? '',
    fired: entry.code === 'fired',
    reason: entry.code,
    detail: detailOf(entry, (id) => chatbot.items.get(id)?.name ?? ''),
  }))
  const first = decision.kind === 'answer' ? chatbot.items.get(decision.item.id) : undefined
  if (!first) {
    return {
      silence: decision.kind === 'silence' ? decision.reason : 'no_match',
      replies: [],
      verdicts,
    }
  }
  const replies = await composeReplies(NO_HELP, chatbot, first, asKept(message), {
    ...settings,
    contactName: message.contactName,
    now: message.at,
  })
  return {
    silence: null,
    verdicts,
    replies: replies.map((reply) => {
      const item = chatbot.items.get(reply.itemId)
      return {
        itemId: reply.itemId,
        itemName: item?.name ?? '',
        text: reply.text,
        media: reply.mediaId,
        presence: reply.presence,
        presenceSeconds: reply.presenceSeconds,
        byAi: item?.useAi ?? false,
      }
    }),
  }
}

/** The same chatbot with its switch on, so that it can be tried before it is switched on. */
export function switchedOn(chatbot: NumberChatbot): NumberChatbot {
  return { ...chatbot, compiled: compileChatbot([...chatbot.items.values()], { enabled: true }) }
}

function asKept(message: SimulatedMessage): KeptMessage {
  return {
    deviceId: message.deviceId,
    messageId: `simulated-${message.at}`,
    userId: '',
    chatJid: '',
    chatKey: '',
    chat: message.chat,
    senderJid: '',
    senderNumber: message.contactNumber,
    senderName: message.contactName,
    text: message.text,
    sentAt: message.at,
    receivedAt: message.at,
  }
}

function detailOf(entry: Explanation, nameOf: (id: string) => string): string {
  switch (entry.code) {
    case 'fired':
      return entry.keyword ?? ''
    case 'outranked':
      return nameOf(entry.by)
    case 'default_not_needed':
      return nameOf(entry.by)
    case 'not_whole_word':
    case 'part_of_character':
      return entry.keyword
    case 'wrong_chat':
      return entry.sendTo
    default:
      return ''
  }
}
