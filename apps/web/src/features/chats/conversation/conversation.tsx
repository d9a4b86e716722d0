import { useChat } from '../chat-queries.ts'

/** The open chat: its head, its entries and the composer. */
export function Conversation({ chatId }: { chatId: string }) {
  const { data } = useChat(chatId)
  return <h2 className="border-b bg-card px-4 py-4">{data?.chat.name}</h2>
}
