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

/** The chat of a number with one person or one group; the row is never deleted for its age. */
export interface ChatTable {
  id: string
  user_id: string
  device_id: string
  /** The chat key of its messages: the group, else the person's number, else their LID. */
  chat_key: string
  kind: 'individual' | 'group'
  /** The address that was used last. */
  jid: string
  /** The person's number in international digits; null while it is hidden, and for groups. */
  number: string | null
  lid: string | null
  /** The person's username, without its @. */
  username: string | null
  /** The person's own name on the network; empty when unknown, and for groups. */
  name: string
  /** The beginning of the last message; empty once the text is removed. */
  preview: string
  preview_kind: MessageKind
  /** The author of the last message: the person, the owner on the phone, or its origin. */
  last_by: 'person' | 'phone' | 'member' | 'campaign' | 'chatbot' | 'opt_out' | 'test' | 'call'
  /** Who of the team wrote last; null unless `last_by` is `member`. */
  last_person_id: Generated<string | null>
  last_at: number
  /** Messages that nobody has read in Kirim, since somebody last wrote from the phone. */
  unread: number
  /** When the oldest unanswered message arrived; null when none waits. */
  waiting_since: number | null
  /** The person who answers it; null while nobody does. */
  assigned_to: Generated<string | null>
  /** When its present case was opened; null for chats of earlier versions. */
  opened_at: Generated<number | null>
  /** When the case was closed; null while it is open. */
  closed_at: Generated<number | null>
  /** When it was put aside; null while it is not. */
  snoozed_at: Generated<number | null>
  /** When it comes back; null when only a message of the person brings it back. */
  snoozed_until: Generated<number | null>
  /**
   * When somebody of ours last wrote, here or on the phone; null when they never did, or since
   * chatbots were told to go on.
   */
  word_at: Generated<number | null>
  /** When a chatbot handed it over to people; null when it never did, or since it may go on. */
  handed_over_at: Generated<number | null>
  /** 1: a group of a number that shows none; in no list and no count. */
  hidden: Generated<Flag>
  /** When the newest message arrived that was marked as read on the network; null for none. */
  marked_to: Generated<number | null>
}

/** An inbound message, stored before it is acknowledged. */
export interface InboxTable {
  device_id: string
  /** The network's id, or a key of ours if another message of the device has the same id. */
  message_id: string
  /** The network's id, if it is not `message_id`. */
  network_id: Generated<string | null>
  user_id: string
  chat_jid: string
  /**
   * Identifies a chat however it is addressed: the group, else the person's number, else their LID.
   */
  chat_key: string
  /** The LID of the person, once it is known; null for groups. */
  chat_lid: string | null
  chat: 'individual' | 'group'
  sender_jid: string
  sender_number: string | null
  /** The sender's username, without its @; null if the network does not send one. */
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
  /** 1: its author or an administrator of the group has deleted it for everybody. */
  deleted: Generated<Flag>
  /** How often its text was edited. */
  wording: Generated<number>
  /** When it was edited last, according to the network. */
  edited_at: Generated<number | null>
  /** Null until a message that an older node has stored is assigned its chat. */
  chat_id: Generated<string | null>
  /** The network's id of the quoted message. */
  quoted_id: Generated<string | null>
  /** JSON: what it has beside its text, a `StoredContent`; null for nothing. */
  content: Generated<string | null>
}

/** A wording of a message that was edited, including the first one. */
export interface MessageWordingTable {
  device_id: string
  message_id: string
  /** When it was written, according to the network. */
  at: number
  text: string
}

/** Somebody's reaction to an inbound or outgoing message. */
export interface MessageReactionTable {
  device_id: string
  /** The network's id of the message. */
  message_id: string
  /** Empty for a reaction of the owner. */
  sender_jid: string
  /** Empty once the reaction is taken back. */
  emoji: string
  at: number
}

/** An edit or deletion of a message that has not arrived yet; kept for a week. */
export interface InboxChangeTable {
  device_id: string
  /** The network's id of the message. */
  message_id: string
  /** The author of the change. */
  sender_jid: string
  what: 'deleted' | 'edited'
  chat_jid: string
  chat_lid: string | null
  sender_number: string | null
  /** 1: made by an administrator of the group. */
  by_admin: Flag
  /** The new wording; empty for a deletion. */
  text: string
  /** When the change was made, according to the network. */
  at: number
  received_at: number
}

/** The id of an inbound message whose row was removed: the same message is not stored again. */
export interface PrunedInboxTable {
  device_id: string
  message_id: string
  /** The network's id, as in the removed row. */
  network_id: Generated<string | null>
  /** Distinguishes the chat and the sender without naming them; null in rows of older versions. */
  place: Generated<string | null>
  pruned_at: number
}
