import type { ImportMapping, RowError } from '@kirim/contract/contact-import'
import type { Db } from '../../platform/database/database.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import type { Part } from '../../platform/lifecycle.ts'

/** Somebody as the network knows them; at least one of the two is known. */
export interface Person {
  readonly userId: string
  /** International digits. */
  readonly phoneNumber: string | null
  /** The network's own identity. */
  readonly lid: string | null
}

/** Whom a message is for. */
export interface PersonWrittenTo extends Person {
  /** The number of their account, which the network may write in another way. */
  readonly networkNumber?: string | null
  /** Right before it leaves: as the network names them now, as far as it tells. */
  readonly receiver?: Omit<Person, 'userId'>
}

/** What the owner's numbers have heard of who is who. Numbers are as the owner writes them. */
export interface Identities {
  /** The other half of somebody of whom one is known: none, or of old ones several. */
  otherHalves(person: Person): Promise<readonly string[]>
  /** How the owner writes a number that the network names. */
  asWritten(userId: string, networkNumber: string): Promise<string>
}

/** A message that came to a linked number. */
export interface HeardMessage {
  readonly deviceId: string
  readonly messageId: string
  readonly chatJid: string
  readonly chatLid: string | null
  readonly chat: 'individual' | 'group'
  readonly senderNumber: string | null
  readonly senderName: string
  /** Without its @; null where the network tells none. */
  readonly username: string | null
  readonly text: string
  readonly fromMe: boolean
}

/** The one answer to somebody who opts out, as `outgoing` stores it. */
export interface PlannedAnswer {
  readonly deviceId: string
  readonly userId: string
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

/** `outgoing`, as answers pass through it. */
export interface AnswerOutgoing {
  storeMessages(
    tx: Db,
    answers: readonly PlannedAnswer[],
    how: { readonly leaveAtOnce: boolean },
  ): Promise<unknown>
  /** Resolves once the user's messages that nothing can stop any more have left. */
  leavingOver(userId: string): Promise<void>
  /** Sends what is pending of an origin, of each connected device. */
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
  /** There is one more to send. */
  wake(deviceId: string): void
  /** Nothing more is sent from it. */
  deviceRemoved(deviceId: string): Promise<void>
}

/** Who sent the inbound message that an answer answers; null when it is not kept. */
export type SenderOf = (
  answer: { readonly userId: string; readonly deviceId: string; readonly originId: string },
  tx: Db,
) => Promise<Person | null>

/** What the list says of people beyond what they did. */
export interface OptOutNames {
  /** The owner's contacts among these numbers, by number; a name may be the number itself. */
  contactsOf(userId: string, phoneNumbers: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** The name of a number of the owner. */
  deviceName(deviceId: string): Promise<string | null>
  /** The campaign that wrote to somebody last; null when none has. */
  lastCampaign(userId: string, phoneNumber: string): Promise<string | null>
}

/**
 * Who stands in a spreadsheet, without the rows that have this cell below one of these headings.
 * Throws the refusals of a file that cannot be read.
 */
export type ReadPeople = (
  userId: string,
  file: UploadedFile | null,
  how: {
    /** Null finds the columns of numbers and names. */
    readonly mapping: ImportMapping | null
    readonly passOver: { readonly headings: readonly string[]; readonly cell: string }
  },
) => Promise<{
  readonly people: readonly { readonly name: string; readonly phoneNumber: string }[]
  /** Of the refused rows, the first. */
  readonly errors: readonly RowError[]
  readonly refused: number
  readonly passedOver: number
}>
