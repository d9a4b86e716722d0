import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

export interface ChatHistoryTables {
  chat_numbers: ChatNumberTable
  chat_history: ChatHistoryTable
  history_parts: HistoryPartTable
}

/** What a number does with its chats; without a row, 30 days of history and nothing else. */
export interface ChatNumberTable {
  device_id: string
  /** How much of what the phone shares is kept; null for all of it. */
  history_days: number | null
  /** 1: the chats with groups are shown. */
  shows_groups: Flag
  /** 1: what is read here is marked as read on the phone, too. */
  marks_read: Flag
}

/** The history of a number as it comes in. */
export interface ChatHistoryTable {
  device_id: string
  user_id: string
  /** `asked`: the phone has not answered yet; `empty`: it shared nothing. */
  state: 'asked' | 'reading' | 'done' | 'empty'
  /** As `chat_numbers.history_days` was when it began. */
  days: number | null
  /** In percent, as the phone says. */
  progress: Generated<number>
  /** About how many messages it will be; null while that cannot be told. */
  about: Generated<number | null>
  /** What was kept so far. */
  messages: Generated<number>
  chats: Generated<number>
  begun_at: number
  updated_at: number
}

/** A part of a history that is not read whole yet, as the phone announced it. */
export interface HistoryPartTable {
  id: string
  device_id: string
  /** A `HistorySyncNotification` in base64. */
  notification: string
  /** How often reading it has failed. */
  tries: Generated<number>
  received_at: number
}
