import { useChat } from '../chat-queries.ts'

/** The person of a chat, beside it. */
export function ContactSheet({ chatId }: { chatId: string }) {
  const { data } = useChat(chatId)
  return <h2 className="px-4 py-4">{data?.chat.name}</h2>
}
