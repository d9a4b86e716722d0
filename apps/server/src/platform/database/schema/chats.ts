import type { ChatEventKind } from '@kirim/contract/chat-entries'
import type { ChatLabel } from '@kirim/contract/chat-labels'
import type { ChatRules, NewChats } from '@kirim/contract/chat-settings'
import type { ChatQueue, ChatView } from '@kirim/contract/chats'
import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

export interface ChatsTables {
  chat_counts: ChatCountTable
  chat_entries: ChatEntryTable
  member_messages: MemberMessageTable
  person_notes: PersonNoteTable
  chat_settings: ChatSettingsTable
  chat_number_settings: ChatNumberSettingsTable
  chat_labels: ChatLabelTable
  chat_label_uses: ChatLabelUseTable
  chat_mentions: ChatMentionTable
  chat_views: ChatViewTable
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
  /** When somebody last decided that it leaves: what the person writes later holds it. */
  decided_at: Generated<number>
  /** 1: the first message of a chat, not counted among the number's new chats yet. */
  begins_chat: Generated<Flag>
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

/** The rules of a workspace's chats, stored after the first change. */
export interface ChatSettingsTable {
  user_id: string
  waits_after_minutes: number
  new_chats: NewChats
  assignee_only: Flag
  bot_pause: ChatRules['botPause']
  /** 1: nobody may write to people who have opted out, not even within a day of their question. */
  forbids_opt_out_answers: Flag
}

/** What is different for one number; without a row, nothing is. */
export interface ChatNumberSettingsTable {
  device_id: string
  new_chats: NewChats
}

export interface ChatLabelTable {
  id: string
  user_id: string
  name: string
  /** Its name as it is compared; unique in a workspace. */
  name_key: string
  colour: ChatLabel['colour']
}

/** A label that a chat has. */
export interface ChatLabelUseTable {
  chat_id: string
  label_id: string
}

/** Somebody whom a note names. */
export interface ChatMentionTable {
  entry_id: string
  person_id: string
  user_id: string
  chat_id: string
  at: number
  /** When they have read it; null until then. */
  seen_at: number | null
}

/** A view of the chats that a person has saved for themselves. */
export interface ChatViewTable {
  id: string
  user_id: string
  person_id: string
  name: string
  /** Folded; unique for a person in a workspace. */
  name_key: string
  view: ChatView
  /** JSON: a `ChatFilter`. */
  filter: string
  saved_at: number
}
