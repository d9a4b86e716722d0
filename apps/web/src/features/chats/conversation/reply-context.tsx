import type { ChatEntry } from '@kirim/contract/chat-entries'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'

/** What the composer answers or changes. */
export interface Reply {
  /** The message that the next one quotes. */
  quoted: ChatEntry | null
  /** The message of ours whose text is being changed. */
  edited: ChatEntry | null
  /** Ends an edit, as one does one thing at a time; null quotes nothing. */
  quote: (entry: ChatEntry | null) => void
  /** Ends a quote; null edits nothing. */
  edit: (entry: ChatEntry | null) => void
}

const ReplyContext = createContext<Reply | null>(null)

/** One for each chat: give it the chat's id as its key. */
export function ReplyProvider({ children }: { children: ReactNode }) {
  const [quoted, setQuoted] = useState<ChatEntry | null>(null)
  const [edited, setEdited] = useState<ChatEntry | null>(null)
  const reply = useMemo<Reply>(
    () => ({
      quoted,
      edited,
      quote(entry) {
        setQuoted(entry)
        setEdited(null)
      },
      edit(entry) {
        setEdited(entry)
        setQuoted(null)
      },
    }),
    [quoted, edited],
  )
  return <ReplyContext value={reply}>{children}</ReplyContext>
}

/** @throws outside a ReplyProvider. */
export function useReply(): Reply {
  const reply = useContext(ReplyContext)
  if (!reply) throw new Error('useReply needs a ReplyProvider around it.')
  return reply
}
