import type { CampaignMessages } from '@kirim/contract/campaign-ledger'
import type { MediaFile } from '@kirim/contract/media'
import type { OutgoingState, Refusal } from '@kirim/contract/outgoing'
import type { AliasableExpression, Expression, SqlBool } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import type { Work } from '../../platform/nodes/work.ts'
import type { Quota } from '../../platform/quota.ts'
import type { CampaignDevices } from './campaign-devices.ports.ts'

/** A workspace's overall summary, or a change of it. */
export interface Totals {
  readonly total: number
  readonly sent: number
  readonly failed: number
}

/** A message of a campaign, or a test of one, before it is stored. */
export interface NewMessage<Origin extends 'campaign' | 'test'> {
  readonly deviceId: string
  readonly workspaceId: string
  readonly origin: Origin
  /** The recipient; for a test the same for all its messages. */
  readonly originId: string
  readonly part: number
  readonly messageId: string
  readonly jid: string
  readonly text: string
  readonly mediaId: string | null
  readonly presence: null
  readonly presenceSeconds: 0
}

export type PersonMessage = NewMessage<'campaign'>

/** A state change of a message, as its campaign receives it. */
export interface PersonMove {
  readonly message: { readonly originId: string; readonly messageId: string }
  readonly from: OutgoingState
  readonly to: OutgoingState
  readonly reason: string | null
}

/**
 * The outgoing feature, as a campaign's ledger needs it: everything in the ledger's transactions.
 */
export interface LedgerOutgoing {
  /** The states of all messages to these recipients. */
  statesOf(
    tx: Db,
    origin: 'campaign',
    recipientIds: readonly string[],
  ): Promise<{ originId: string; messageId: string; state: OutgoingState }[]>
  /**
   * The recipients among these that certainly were not sent anything, and cannot be before the
   * transaction ends.
   */
  unsentOf(tx: Db, origin: 'campaign', recipientIds: readonly string[]): Promise<string[]>
  /** Deletes the messages to these recipients, when they are deleted or queued again. */
  forget(tx: Db, origin: 'campaign', recipientIds: readonly string[]): Promise<void>
  /** SQL condition: the network has accepted a message to the recipient in this column. */
  isAccepted(origin: 'campaign', recipientId: string): Expression<SqlBool>
  /** Changes the overall summary of a workspace. */
  changeTotals(tx: Db, workspaceId: string, change: Totals): Promise<void>
}

/** Contact groups, as campaigns need them. */
export interface CampaignGroups {
  /** For joins: who is in which group. */
  readonly members: AliasableExpression<{ group_id: string; contact_id: string }>
  /** The same with name, number and the JSON of their fields. */
  readonly people: AliasableExpression<{
    group_id: string
    contact_id: string
    user_id: string
    name: string
    phone_number: string
    fields: string | null
  }>
  find(
    workspaceId: string,
    groupId: string,
  ): Promise<{ id: string; name: string; size: number } | null>
  sizeOf(groupId: string): Promise<number>
  /**
   * Brings a group up to date that fills itself, if it did so longer ago (ms); call before its
   * people are counted or frozen.
   */
  refresh(groupId: string, maxAgeMs?: number): Promise<void>
  /**
   * Locks a group against deletion until the transaction ends. Call before campaigns are changed,
   * as the deletion of a group does. Returns its number of members. Throws `group_not_found`.
   */
  lock(tx: Db, groupId: string): Promise<number>
}

/** What other features provide for the ledgers of campaigns. */
export interface LedgerRooms {
  readonly outgoing: LedgerOutgoing
  readonly groups: CampaignGroups
  readonly devices: CampaignDevices
}

/** The dependencies of the ledgers. */
export interface LedgerDeps extends LedgerRooms {
  readonly db: Db
  /** Locks for long work, which one node does at a time. */
  readonly work: Pick<Work, 'hold' | 'inTurn' | 'onLeft'>
}

/** A message to one person once it is stored; `outgoing` knows the rest of it. */
export interface StoredPersonMessage {
  readonly deviceId: string
  readonly messageId: string
}

/** When prepared messages leave. */
export interface Departure {
  /** Resolves when a message may leave. Called for each one after it is encrypted. */
  moment(): Promise<void>
  /** Called when the network has answered a message. */
  answered(): void
}

/** The outgoing feature, as sending needs it. */
export interface CampaignOutgoing extends LedgerOutgoing {
  allOf: MessagesToPerson
  /**
   * The network's identity of a number; null when the number is not on the network. Throws when not
   * connected.
   */
  resolve(deviceId: string, phoneNumber: string): Promise<string | null>
  /** Why a message must not be sent now; null when it may be sent. */
  mayLeave(message: PersonMessage, tx: Db): Promise<Refusal | null>
  storeMessages(
    tx: Db,
    messages: readonly PersonMessage[],
    how: { readonly leaveAtOnce: boolean },
  ): Promise<readonly StoredPersonMessage[]>
  /**
   * Sends the pending messages of a recipient; `written` are the same, when they were stored just
   * now. With a `departure` the first leaves at its moment. Throws when nothing could be sent at
   * all.
   */
  handOverAll(
    origin: 'campaign',
    recipientId: string,
    written?: readonly StoredPersonMessage[],
    departure?: Departure,
  ): Promise<
    | { readonly kind: 'taken' | 'failed' | 'unanswered' }
    | { readonly kind: 'limited'; readonly messageId: string }
    | { readonly kind: 'withheld'; readonly refusal: Refusal }
  >
  /** The end of a device's rate limit; null without one. */
  restsUntil(deviceId: string): number | null
  /** Messages without an answer of the network, in order. */
  pendingOf(
    origin: 'campaign',
    recipientId: string,
  ): Promise<readonly (StoredPersonMessage & { readonly mayHaveLeft: boolean })[]>
  record(
    deviceId: string,
    reports: readonly { messageId: string; status: 'failed'; reason: string }[],
  ): Promise<void>
  /** The highest number of unanswered attempts among a recipient's messages. */
  attemptsOf(origin: 'campaign', recipientId: string): Promise<number>
}

/** The quotas of a workspace's campaigns. */
export interface CampaignQuotas {
  readonly campaigns: Quota
  readonly peopleWaiting: Quota
  readonly recipients: Quota
}

/** The media library, as campaigns need it. */
export interface CampaignMediaLibrary {
  /** The workspace's files among these ids, in the given order. */
  find(workspaceId: string, ids: readonly string[]): Promise<readonly MediaFile[]>
  /** Adds files to the library that were stored outside of it. */
  keepInLibrary(workspaceId: string, mediaIds: readonly string[]): Promise<void>
  /** Stores an uploaded file outside the library. Throws the media refusals. */
  keepUpload(workspaceId: string, file: UploadedFile): Promise<MediaFile>
  /** Deletes files that are in neither the library nor a campaign any more. */
  releaseUnused(mediaIds: readonly string[]): Promise<void>
}

/** The keys of contact fields that a workspace's texts can use in brackets. */
export type FieldKeysOf = (workspaceId: string) => Promise<readonly string[]>

/** When a person opted out, epoch ms; null when they have not. */
export type LeftAloneSince = (
  person: {
    readonly workspaceId: string
    readonly phoneNumber: string
    readonly lid: string | null
  },
  db: Db,
) => Promise<number | null>

/** The messages to one person of a campaign, in order. */
export type MessagesToPerson = (
  origin: 'campaign',
  recipientId: string,
) => Promise<
  readonly {
    readonly text: string
    readonly mediaId: string | null
    readonly state: OutgoingState
    readonly attempts: number
    readonly mayHaveLeft: boolean
    readonly createdAt: number
  }[]
>

/** A campaign's messages by when they left, on the clock of a time zone, and the expected ones. */
export type MessagesOfCampaign = (
  workspaceId: string,
  campaignId: string,
  timeZone: string,
  ahead: readonly { readonly from: number; readonly to: number; readonly people: number }[],
) => Promise<CampaignMessages>

/** Stores what the network resolved a number to. Never throws. */
export type LearnResolved = (told: {
  readonly workspaceId: string
  readonly phoneNumber: string
  readonly jid: string
}) => Promise<void>

/** The names that people use on the network, as a workspace's devices have seen them. */
export interface NetworkNames {
  /** Null when it is unknown. */
  find(workspaceId: string, phoneNumber: string): Promise<string | null>
  /** The known names of these numbers. */
  among(workspaceId: string, phoneNumbers: readonly string[]): Promise<ReadonlyMap<string, string>>
}
