import type { ChatTable } from './inbox.ts'

export interface ChatWaitTables {
  chat_steps: ChatStepTable
  push_subscriptions: PushSubscriptionTable
  push_due: PushDueTable
  push_keys: PushKeyTable
}

/** Somebody came who waits, or was answered; written by triggers and kept for the numbers. */
export interface ChatStepTable {
  id: string
  user_id: string
  device_id: string
  chat_id: string
  at: number
  kind: 'come' | 'answered'
  by: ChatTable['last_by']
  /** Who of the team answered. */
  person_id: string | null
  /** Of an answer. */
  waited_ms: number | null
  /** 1: the first answer since the case was opened. */
  is_first: 0 | 1
}

/** A browser of a person that is told of a workspace's chats while no page is open. */
export interface PushSubscriptionTable {
  id: string
  user_id: string
  person_id: string
  /** A hash of the workspace and of the address at the push service. */
  browser: string
  /** Encrypted JSON: a `PushAddress`. */
  sealed: string
  /** 1: chats that are assigned to the person. */
  mine: 0 | 1
  mentions: 0 | 1
  /** After how many minutes of waiting; null for never. */
  unanswered_minutes: number | null
  /** 1: with the beginning of the message. */
  shows_text: 0 | 1
  created_at: number
}

/** What somebody is to be told, or was told some minutes ago. */
export interface PushDueTable {
  /** The same for the same event. */
  id: string
  user_id: string
  person_id: string
  chat_id: string
  kind: 'mine' | 'mention' | 'unanswered'
  at: number
  told_at: number | null
}

/** The server's keys for push services. */
export interface PushKeyTable {
  name: string
  sealed: string
}
