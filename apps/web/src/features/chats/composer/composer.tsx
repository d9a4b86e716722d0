import { useChat } from '../chat-queries.ts'

/** Where one answers the person of a chat, or leaves a note for the team. */
export function Composer({ chatId }: { chatId: string }) {
  const { data } = useChat(chatId)
  if (!data) return null
  return <div className="shrink-0 border-t bg-card px-4 pt-2.5 pb-3 max-lg:px-3" />
}
