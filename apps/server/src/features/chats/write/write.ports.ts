import type { MessageKind } from '@kirim/contract/message-kinds'
import type { Db } from '../../../platform/database/database.ts'
import type { UploadedFile } from '../../../platform/http/multipart.ts'
import type { Part } from '../../../platform/lifecycle.ts'
import type { OutgoingContent } from '../../../platform/message-content.ts'

/** A message of the team before it is stored. */
export interface NewMemberMessage {
  readonly deviceId: string
  readonly workspaceId: string
  readonly origin: 'member'
  readonly originId: string
  readonly messageId: string
  readonly part: number
  readonly jid: string
  readonly text: string
  readonly mediaId: string | null
  readonly presence: null
  readonly presenceSeconds: 0
  readonly chatKey: string
  readonly personId: string
  readonly kind: MessageKind
  readonly content?: OutgoingContent
}

/** A message of the team that delivery has stored. */
export interface StoredMemberMessage {
  readonly deviceId: string
  readonly messageId: string
  readonly originId: string
  readonly text: string
  readonly createdAt: number
  readonly content?: OutgoingContent
}

/** A sent message as it was before a change. */
interface SentBefore {
  readonly text: string
  readonly createdAt: number
  readonly chatId: string | null
}

interface MessageKey {
  readonly deviceId: string
  readonly messageId: string
}

/** The delivery feature, as messages of the team need it. */
export interface MemberOutgoing {
  storeMessages(
    tx: Db,
    messages: readonly NewMemberMessage[],
    how: { readonly leaveAtOnce: boolean },
  ): Promise<unknown>
  sendInChats(rules: {
    origin: 'member'
    name: string
    mayBegin(message: StoredMemberMessage): Promise<boolean>
    onLimited(message: StoredMemberMessage): Promise<void>
    onTaken(message: StoredMemberMessage): Promise<void>
  }): MemberSending
  /** Drops a message that has certainly not left; false when it may have. */
  withdraw(deviceId: string, messageId: string): Promise<boolean>
  reword(tx: Db, key: MessageKey, text: string, at: number): Promise<SentBefore | null>
  markDeleted(tx: Db, key: MessageKey, at: number): Promise<SentBefore | null>
}

interface MemberSending {
  readonly part: Part
  connected(deviceId: string): void
  disconnected(deviceId: string): void
  wake(deviceId: string): void
  wakeAll(): void
  deviceRemoved(deviceId: string): Promise<void>
}

/** The newest message of the person of a chat, as an answer to it sees it. */
export interface Asked {
  /** When it was stored, in epoch milliseconds. */
  readonly at: number
  readonly text: string
  /** Whether something was written in the chat since, before the answer. */
  readonly isAnswered: boolean
}

/** The person of a chat. */
export interface ChatPerson {
  readonly workspaceId: string
  /** As the workspace writes it. */
  readonly phoneNumber: string | null
  readonly networkNumber: string | null
  readonly lid: string | null
}

/** `asked` has opted out and may be answered; `forbidden` could be if the workspace allowed it. */
export interface AnswerStanding {
  readonly kind: 'free' | 'asked' | 'forbidden' | 'opted_out'
  /** The opt-out, where there is one. */
  readonly out: OptOutRow | null
}

interface OptOutRow {
  readonly id: string
  readonly user_id: string
}

/** Opt-outs, as messages of the team need them. */
export interface MemberAnswers {
  standing(
    person: ChatPerson,
    answering: () => Promise<{ readonly asked: Asked | null; readonly at: number } | null>,
    tx: Db,
  ): Promise<AnswerStanding>
  /** Notes an answer in the trail of an opt-out. */
  note(
    tx: Db,
    out: OptOutRow,
    answer: { readonly at: number; readonly deviceName: string; readonly changedBy: string },
  ): Promise<void>
}

/** Linked numbers, as messages of the team need them. */
export interface ChatNumbers {
  /** The workspace that has it linked; null for one that was removed. */
  ownerOf(deviceId: string): Promise<string | null>
  /** Null for one that was removed. */
  nameOf(deviceId: string): Promise<string | null>
  isAway(deviceId: string): boolean
  /** Until when it may begin no chat, by the network's limit or its own cap; null while it may. */
  newChatsFrom(tx: Db, deviceId: string, now: number): Promise<number | null>
  /** The same, and counts one more chat when it may begin it. */
  beginChat(tx: Db, deviceId: string, now: number): Promise<number | null>
  /** The network refused a new chat. */
  limited(deviceId: string, now: number): Promise<void>
  /** The network accepted a new chat. */
  begun(deviceId: string, now: number): Promise<void>
}

/** Stored files, as messages of the team need them. */
export interface ChatFiles {
  /** The types of files of the workspace, by their ids. */
  typesOf(workspaceId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Stores an uploaded file outside the library. */
  keepUpload(workspaceId: string, file: UploadedFile): Promise<{ readonly _id: string }>
  /** Loudness over time of a stored voice note, in base64; empty when it is unknown. */
  waveformOf(workspaceId: string, id: string): Promise<string>
  releaseUnused(ids: readonly string[]): Promise<unknown>
}
