import type { ChatEntry } from '@kirim/contract/chat-entries'
import type { Chat } from '@kirim/contract/chats'
import { createContext, useContext } from 'react'

/** What every entry of the open chat needs to know of it. */
export interface ConversationPlace {
  readonly chatId: string
  readonly deviceId: string
  readonly kind: Chat['kind']
  /** How the person or group is called on screen; never empty. */
  readonly personName: string
  /** Whether the reader may write in it. */
  readonly mayWrite: boolean
  /** The name of somebody of the team; empty when it is not known. */
  readonly nameOf: (personId: string) => string
  /** The name of a label; empty when it was deleted. */
  readonly labelOf: (labelId: string) => string
  /** Shows another entry, and loads what is around it. */
  readonly jumpTo: (entryId: string) => Promise<void>
  /** Opens the entry's picture. */
  readonly openPicture: (entry: ChatEntry) => void
}

export const ConversationContext = createContext<ConversationPlace | null>(null)

/** @throws outside a conversation. */
export function useConversation(): ConversationPlace {
  const place = useContext(ConversationContext)
  if (!place) throw new Error('useConversation needs a ConversationContext around it.')
  return place
}
