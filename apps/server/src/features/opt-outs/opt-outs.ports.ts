import type { ImportMapping, RowError } from '@kirim/contract/contact-import'
import type { Db } from '../../platform/database/database.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import type { Part } from '../../platform/lifecycle.ts'

/** A person as the network knows them; at least one of the two is known. */
export interface Person {
  readonly workspaceId: string
  /** International digits. */
  readonly phoneNumber: string | null
  /** The network's own id. */
  readonly lid: string | null
}

/** The receiver of a message. */
export interface PersonWrittenTo extends Person {
  /** The network's spelling of their number, where it differs. */
  readonly networkNumber?: string | null
  /** Right before sending: the network's current names for them, as far as it reports them. */
  readonly receiver?: Omit<Person, 'workspaceId'>
}

/**
 * Which numbers and LIDs belong together, as far as the owner's numbers know. Numbers are in the
 * owner's spelling.
 */
export interface Identities {
  /** The LIDs of a number, or the numbers of a LID; outdated ones may be among them. */
  otherHalves(person: Person): Promise<readonly string[]>
  /** The owner's spelling of a number that the network reports. */
  asWritten(workspaceId: string, networkNumber: string): Promise<string>
}

/** A message that a linked number received. */
export interface ReceivedMessage {
  readonly deviceId: string
  readonly messageId: string
  readonly chatJid: string
  readonly chatLid: string | null
  readonly chat: 'individual' | 'group'
  readonly senderNumber: string | null
  readonly senderName: string
  /** Without its @; null when the network reports none. */
  readonly username: string | null
  readonly text: string
  readonly fromMe: boolean
}

/** The confirmation of an opt-out, as `outgoing` stores it. */
export interface PlannedAnswer {
  readonly deviceId: string
  readonly workspaceId: string
  readonly origin: 'opt_out'
  /** The inbound message. */
  readonly originId: string
  readonly part: 0
  readonly messageId: string
  readonly jid: string
  readonly text: string
  readonly mediaId: null
  readonly presence: null
  readonly presenceSeconds: 0
}

/** The part of delivery that confirmations use. */
export interface AnswerOutgoing {
  storeMessages(
    tx: Db,
    answers: readonly PlannedAnswer[],
    how: { readonly leaveAtOnce: boolean },
  ): Promise<unknown>
  /** Resolves once the workspace's messages that can no longer be stopped have been sent. */
  leavingOver(workspaceId: string): Promise<void>
  /** Sends the pending messages of an origin from each connected device. */
  sendPending(kind: {
    readonly origin: 'opt_out'
    readonly name: string
    readonly tooLateMs: number
  }): AnswerSending
}

interface AnswerSending {
  readonly part: Part
  connected(deviceId: string): void
  disconnected(deviceId: string): void
  /** Called when there is one more message to send. */
  wake(deviceId: string): void
  /** Resolves once nothing more is sent from it. */
  deviceRemoved(deviceId: string): Promise<void>
}

/** The sender of the message that is confirmed; null when it is not stored. */
export type SenderOf = (
  answer: { readonly workspaceId: string; readonly deviceId: string; readonly originId: string },
  tx: Db,
) => Promise<Person | null>

/** Names that the list shows. */
export interface OptOutNames {
  /** The owner's contacts among these numbers, by number; a name may be the number itself. */
  contactsOf(
    workspaceId: string,
    phoneNumbers: readonly string[],
  ): Promise<ReadonlyMap<string, string>>
  /** The name of one of the owner's numbers. */
  deviceName(deviceId: string): Promise<string | null>
  /** The campaign that messaged a person last; null when none has. */
  lastCampaign(workspaceId: string, phoneNumber: string): Promise<string | null>
}

/**
 * The people in a spreadsheet, without rows that have this cell below one of these headings. Throws
 * the refusal of a file that cannot be read.
 */
export type ReadPeople = (
  workspaceId: string,
  file: UploadedFile | null,
  how: {
    /** Null finds the columns of numbers and names. */
    readonly mapping: ImportMapping | null
    readonly passOver: { readonly headings: readonly string[]; readonly cell: string }
  },
) => Promise<{
  readonly people: readonly { readonly name: string; readonly phoneNumber: string }[]
  /** The first of the refused rows. */
  readonly errors: readonly RowError[]
  readonly refused: number
  readonly passedOver: number
}>

/** The newest message of a person in a chat, as an answer to it sees it. */
export interface Asked {
  /** When it was stored, in epoch milliseconds. */
  readonly at: number
  readonly text: string
  /** Whether something was written in the chat since, before the answer. */
  readonly isAnswered: boolean
}

/** What an answer answers, and when it is written. */
export interface Answering {
  readonly asked: Asked | null
  readonly at: number
}

/** What a message of the team answers; null when it is not there any more. */
export type AnswerOf = (
  message: { readonly workspaceId: string; readonly originId: string },
  tx: Db,
) => Promise<Answering | null>
