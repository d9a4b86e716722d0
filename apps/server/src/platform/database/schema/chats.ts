import type { ChatEventKind } from '@kirim/contract/chat-entries'
import type { ChatQueue } from '@kirim/contract/chats'

export interface ChatsTables {
  chat_counts: ChatCountTable
  chat_entries: ChatEntryTable
  member_messages: MemberMessageTable
  person_notes: PersonNoteTable
}

/** Changes of the number of chats, written by triggers; their sum is the number. */
export interface ChatCountTable {
  user_id: string
  device_id: string
  /** Empty for chats of nobody. */
  assigned_to: string
  queue: ChatQueue
  chats: number
}

/** A note, or what happened to a chat. */
export interface ChatEntryTable {
  id: string
  chat_id: string
  user_id: string
  at: number
  kind: ChatEventKind | 'note'
  /** Who wrote or did it; null when it was nobody of the team. */
  person_id: string | null
  /** Of a note. */
  text: string
  /** JSON: an object of texts. */
  params: string
}

/** What somebody of the team wrote in a chat, stored before it leaves; the origin of messages. */
export interface MemberMessageTable {
  id: string
  user_id: string
  device_id: string
  chat_id: string
  person_id: string
  /** The browser's id, after that of the person. */
  client_id: string
  kind: 'message' | 'reaction' | 'edit' | 'deletion'
  text: string
  media_id: string | null
  /** JSON: an `OutgoingContent`. */
  content: string | null
  /** When it leaves; null for at once. */
  send_at: number | null
  /**
   * `scheduled` waits for its time, `held` for somebody's word, since the person wrote in the
   * meantime; `given` has its messages in `outgoing`.
   */
  state: 'scheduled' | 'held' | 'given' | 'withdrawn'
  created_at: number
}

/** A note about somebody, shown beside each of their chats. */
export interface PersonNoteTable {
  id: string
  user_id: string
  /** As in the chat it was written in: one of the two is known. */
  number: string | null
  lid: string | null
  /** Who wrote it. */
  person_id: string | null
  text: string
  at: number
}
