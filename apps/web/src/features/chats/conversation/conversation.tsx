import type { ReactNode } from 'react'
import { useChat } from '../chat-queries.ts'
import { ReplyProvider } from './reply-context.tsx'

interface ConversationProps {
  chatId: string
  /** Stands at its foot; what it quotes and changes comes from `useReply`. */
  composer: ReactNode
}

/** The open chat: its head, its entries and the composer. */
export function Conversation({ chatId, composer }: ConversationProps) {
  const { data } = useChat(chatId)
  return (
    <ReplyProvider>
      <h2 className="border-b bg-card px-4 py-4">{data?.chat.name}</h2>
      <div className="flex-1" />
      {composer}
    </ReplyProvider>
  )
}
