/** Where a message was written. */
export type Chat = 'individual' | 'group'

/** The part of a chatbot item that this package needs [2.ai-form]. */
export interface ChatbotItem {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  /** Set by 'is not Match default response?': the item answers only when no keyword does. */
  readonly isDefault: boolean
  readonly sendTo: 'all' | Chat
  readonly type: 'message_contains_keyword' | 'message_contains_whole_keyword'
  readonly keywords: readonly string[]
  readonly nextItemId: string | null
  /** Epoch milliseconds. */
  readonly createdAt: number
}

/** The number's own switch. */
export interface ChatbotSettings {
  readonly enabled: boolean
}

const CHATS: readonly Chat[] = ['individual', 'group']

/** Whether an item's 'Send to' lets it answer in this kind of chat. */
export function answersIn(item: ChatbotItem, chat: Chat): boolean {
  return item.sendTo === 'all' || item.sendTo === chat
}

/** The kinds of chat in which an item may answer. */
export function chatsOf(item: ChatbotItem): Chat[] {
  return CHATS.filter((chat) => answersIn(item, chat))
}

/** Sorts older items first, items of the same age by id. */
export function byAge(a: ChatbotItem, b: ChatbotItem): number {
  if (a.createdAt !== b.createdAt) return a.createdAt - b.createdAt
  if (a.id === b.id) return 0
  return a.id < b.id ? -1 : 1
}
