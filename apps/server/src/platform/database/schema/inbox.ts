import type { MessageKind } from '@kirim/contract/message-kinds'
import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

export interface InboxTables {
  inbox: InboxTable
  inbox_changes: InboxChangeTable
  chats: ChatTable
  message_wordings: MessageWordingTable
  message_reactions: MessageReactionTable
  pruned_inbox: PrunedInboxTable
}

/** One person, or one group, and a number; for ever. */
export interface ChatTable {
  id: string
  user_id: string
  device_id: string
  /** How its messages name it: the group, else the person's number, else their LID. */
  chat_key: string
  kind: 'individual' | 'group'
  /** The address that was used last. */
  jid: string
  /** International digits; null while it is hidden, and for groups. */
  number: string | null
  lid: string | null
  /** Without its @. */
  username: string | null
  /** What the person is called on the network; empty when unknown, and for groups. */
  name: string
  /** The beginning of the last message; empty once its words are removed. */
  preview: string
  preview_kind: MessageKind
  /** Who wrote last: the person, the owner from the phone, or what made a message leave. */
  last_by: 'person' | 'phone' | 'campaign' | 'chatbot' | 'opt_out' | 'test' | 'call'
  last_at: number
  /** Messages since the owner last wrote from the phone. */
  unread: number
  /** The first message that nobody has answered; null when none waits. */
  waiting_since: number | null
}

/** An inbound message, stored before it is acknowledged. */
export interface InboxTable {
  device_id: string
  /** The network's id, or a key of its own where the device has another message with that id. */
  message_id: string
  /** The network's id, where it is not the key. */
  network_id: Generated<string | null>
  user_id: string
  chat_jid: string
  /**
   * Identifies a chat however it is addressed: the group, else the person's number, else their LID.
   */
  chat_key: string
  /** The LID of the person, once known; null for groups. */
  chat_lid: string | null
  chat: 'individual' | 'group'
  sender_jid: string
  sender_number: string | null
  /** The sender's, without its @; null where the network tells none. */
  username: Generated<string | null>
  sender_name: string
  kind: MessageKind
  text: string
  sent_at: number
  received_at: number
  /**
   * `new` waits for an answer; `own` was written by the owner on the phone; `old` arrived too late.
   */
  state: 'new' | 'answered' | 'silent' | 'own' | 'old'
  /** The reason for not answering, as a stable code. */
  reason: string | null
  /** 1: whoever wrote it, or an administrator of the group, has deleted it for everybody. */
  deleted: Generated<Flag>
  /** How often its text was replaced by another wording. */
  wording: Generated<number>
  /** When it was edited last, according to the network. */
  edited_at: Generated<number | null>
  /** Null until an older node's message is given its chat. */
  chat_id: Generated<string | null>
  /** The network's id of the message that it answers. */
  quoted_id: Generated<string | null>
}

/** Each wording of a message that was edited, the first one, too. */
export interface MessageWordingTable {
  device_id: string
  message_id: string
  /** When it was written, according to the network. */
  at: number
  text: string
}

/** What somebody has reacted to a message with that came in or left. */
export interface MessageReactionTable {
  device_id: string
  /** The network's. */
  message_id: string
  /** Empty for the owner's own. */
  sender_jid: string
  /** Empty once it is taken back. */
  emoji: string
  at: number
}

/** What was done to a message that is not there yet; kept for a week. */
export interface InboxChangeTable {
  device_id: string
  /** The network's. */
  message_id: string
  /** Who did it. */
  sender_jid: string
  what: 'deleted' | 'edited'
  chat_jid: string
  chat_lid: string | null
  sender_number: string | null
  /** 1: by an administrator of the group. */
  by_admin: Flag
  /** The new wording; empty for a deletion. */
  text: string
  /** According to the network. */
  at: number
  received_at: number
}

/** The id of an inbound message whose row was removed: the same message is not taken in again. */
export interface PrunedInboxTable {
  device_id: string
  message_id: string
  /** As of its row. */
  network_id: Generated<string | null>
  /** Tells its chat and its writer from others, and names neither; null of those of before. */
  place: Generated<string | null>
  pruned_at: number
}
