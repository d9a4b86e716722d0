import type { DeviceProblem } from '@kirim/contract/devices'
import type { MediaFile } from '@kirim/contract/media'
import type { MessageKind } from '@kirim/contract/message-kinds'
import type { OutgoingState } from '@kirim/contract/outgoing'
import type { AliasableExpression } from 'kysely'
import type { Sight } from '../../platform/caller.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Narrowing } from '../../platform/database/in-sight.ts'
import type { ChatTable } from '../../platform/database/schema/inbox.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import type { MessageKey, StoredMessage } from '../../platform/inbound-message.ts'

/** The media library, as chatbot items need it. */
export interface ChatbotMedia {
  /** The workspace's files among these ids. */
  find(workspaceId: string, ids: readonly string[]): Promise<readonly MediaFile[]>
  /** Stores an uploaded file outside the library. Throws the media refusals. */
  keepUpload(workspaceId: string, file: UploadedFile): Promise<MediaFile>
  /** Deletes those of these files that nothing uses any more. */
  releaseUnused(mediaIds: readonly string[]): Promise<void>
}

/** Linked numbers, as chatbots need them. */
export interface ChatbotDevices {
  /** For joins: all devices, including removed ones. */
  readonly rows: AliasableExpression<{
    id: string
    user_id: string
    name: string
    number: string
    logged_out: 0 | 1
    removed: 0 | 1
    linked_at: number
  }>
  ownerOf(deviceId: string): Promise<string | null>
}

/** SQL: the time zone of the newest campaign of the workspace in this column; null without one. */
export type NewestTimeZone = (workspaceId: string) => AliasableExpression<string | null>

/** Narrows a query to chats that are seen, by its columns with their numbers and keys. */
export type OnlySeenChats = (
  sight: Sight,
  columns: { readonly deviceId: string; readonly chatKey: string },
) => Narrowing

/** The linked numbers' sessions. */
export interface Connections {
  isConnected(deviceId: string): boolean
  /** Why it is not connected, when its owner should know. */
  problemOf(deviceId: string): DeviceProblem | null
}

/**
 * A number's entry in the owner's contact list; an unknown number has an empty name and empty
 * fields. Contains every field that the owner has.
 */
export type ContactOf = (
  workspaceId: string,
  phoneNumber: string | null,
) => Promise<{ contactName: string; fields: ReadonlyMap<string, string> }>

/** Inbound messages, as chatbots read and settle them. */
export interface Inbox {
  /** For joins: the version of a message, and whether it was deleted. */
  readonly rows: AliasableExpression<{
    device_id: string
    message_id: string
    received_at: number
    deleted: 0 | 1
    wording: number
  }>
  readonly onlySeenChats: OnlySeenChats
  find(deviceId: string, messageId: string): Promise<StoredMessage | null>
  /** Chats with an unanswered message. */
  chatsToAnswer(deviceId: string): Promise<string[]>
  /** The oldest unanswered message of a chat. */
  nextToAnswer(deviceId: string, chatKey: string): Promise<StoredMessage | null>
  /**
   * Settles messages with a reply; returns the ids of those that were unanswered and not edited.
   */
  markAnswered(
    tx: Db,
    messages: readonly (MessageKey & Pick<StoredMessage, 'wording'>)[],
  ): Promise<string[]>
  /** Settles a message without a reply, with what `alongside` writes, unless it was edited. */
  markSilent(
    message: StoredMessage,
    reason: string,
    alongside: (tx: Db) => Promise<void>,
  ): Promise<void>
  /** Marks a message as unanswered again. */
  reopen(tx: Db, message: MessageKey): Promise<void>
  /** Marks a message as silent, although a reply was stored for it. */
  silence(tx: Db, message: MessageKey, reason: string | null): Promise<void>
  writerOf(
    tx: Db,
    message: MessageKey,
  ): Promise<{ chat: StoredMessage['chat']; lid: string | null; phoneNumber: string | null } | null>
  /** When the owner last wrote in a chat from the phone, after a given time. */
  lastOwnAt(deviceId: string, chatKey: string, since: number): Promise<number | null>
}

/** An entry of a chat's timeline. */
export interface TimelineLine {
  readonly by: ChatTable['last_by']
  /** Empty when it was deleted. */
  readonly text: string
  /** Null for a sent message. */
  readonly kind: MessageKind | null
  readonly mediaId: string | null
  readonly deleted: boolean
  /** Null for a received message. */
  readonly state: OutgoingState | null
}

/**
 * The last entries of a chat before a message, oldest first. A reply follows the message it
 * answers, even if it was sent after the next one arrived.
 */
export type ChatTimeline = (message: StoredMessage, limit: number) => Promise<TimelineLine[]>
