import type { MediaFile } from '@kirim/contract/media'
import type { OutgoingState, Refusal } from '@kirim/contract/outgoing'
import type { AliasableExpression, Expression, SqlBool } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import type { Quota } from '../../platform/quota.ts'

/** A user's overall summary, or by how much it changes. */
export interface Totals {
  readonly total: number
  readonly sent: number
  readonly failed: number
}

/** A message to one person of a campaign, as it is written down before it leaves. */
export interface PersonMessage {
  readonly deviceId: string
  readonly userId: string
  readonly origin: 'campaign'
  /** The recipient. */
  readonly originId: string
  readonly part: number
  readonly messageId: string
  readonly jid: string
  readonly text: string
  readonly mediaId: string | null
  readonly presence: null
  readonly presenceSeconds: 0
}

/** A step of a message, as its campaign is told. */
export interface PersonMove {
  readonly message: { readonly originId: string; readonly messageId: string }
  readonly from: OutgoingState
  readonly to: OutgoingState
  readonly reason: string | null
}

/**
 * The room for what leaves, as a campaign's ledger needs it: all in the ledger's own transactions.
 */
export interface LedgerOutgoing {
  /** The states of all messages of these recipients. */
  statesOf(
    tx: Db,
    origin: 'campaign',
    recipientIds: readonly string[],
  ): Promise<{ originId: string; messageId: string; state: OutgoingState }[]>
  /**
   * What these recipients were sent is forgotten,
   * as are they themselves or that they were written to.
   */
  forget(tx: Db, origin: 'campaign', recipientIds: readonly string[]): Promise<void>
  /** In a query: whether the network has taken a message to the recipient in this column. */
  isAccepted(origin: 'campaign', recipientId: string): Expression<SqlBool>
  /** By how much the overall summary of a user changes. */
  changeTotals(tx: Db, userId: string, change: Totals): Promise<void>
}

/** Contact groups, as campaigns write to them. */
export interface CampaignGroups {
  /** To be joined in a query: who is in which group. */
  readonly members: AliasableExpression<{ group_id: string; contact_id: string }>
  /** The same with name and number. */
  readonly people: AliasableExpression<{
    group_id: string
    contact_id: string
    user_id: string
    name: string
    phone_number: string
  }>
  find(userId: string, groupId: string): Promise<{ id: string; name: string; size: number } | null>
  sizeOf(groupId: string): Promise<number>
  /**
   * Keeps a group from being deleted until the transaction ends. It comes before campaigns are
   * changed, as the deletion of a group does. Answers how many it has. Throws `group_not_found`.
   */
  lock(tx: Db, groupId: string): Promise<number>
}

/** Linked numbers, as campaigns are sent over them. */
export interface CampaignDevices {
  /** To be joined in a query: every device, also one that was removed. */
  readonly rows: AliasableExpression<{
    id: string
    user_id: string
    name: string
    number: string
    logged_out: 0 | 1
    removed: 0 | 1
  }>
  isListed(userId: string, deviceId: string): Promise<boolean>
  lastSentAt(deviceId: string): Promise<number | null>
  markSentAt(tx: Db, deviceId: string, now: number): Promise<void>
}

/** What other rooms do for the ledgers of campaigns. */
export interface LedgerRooms {
  readonly outgoing: LedgerOutgoing
  readonly groups: CampaignGroups
  readonly devices: CampaignDevices
}

/** What the people of campaigns are kept with. */
export interface LedgerDeps extends LedgerRooms {
  readonly db: Db
}

/** The same, as sending needs it. */
export interface CampaignOutgoing extends LedgerOutgoing {
  /**
   * The network's identity for a number; null when the number is not on the network. Throws when
   * not connected.
   */
  resolve(deviceId: string, phoneNumber: string): Promise<string | null>
  /** Why a message may not leave now; null when it may. */
  mayLeave(message: PersonMessage, tx: Db): Promise<Refusal | null>
  writeDown(
    tx: Db,
    messages: readonly PersonMessage[],
    how: { readonly leaveAtOnce: boolean },
  ): Promise<unknown>
  /** Hands over what is pending of a recipient. Throws when nothing could be sent at all. */
  handOverAll(
    origin: 'campaign',
    recipientId: string,
  ): Promise<{ readonly kind: 'taken' | 'failed' | 'unanswered' | 'withheld' }>
  /** How often the network did not answer messages to a recipient. */
  attemptsOf(origin: 'campaign', recipientId: string): Promise<number>
  /** The texts that the network took of these over a device until a moment, newest first. */
  taken(
    origin: 'campaign',
    to: { readonly deviceId: string; readonly originIds: readonly string[] },
    until: number,
    limit: number,
  ): Promise<{ text: string; at: number }[]>
}

/** What bounds the campaigns of a user. */
export interface CampaignQuotas {
  readonly campaigns: Quota
  readonly peopleWaiting: Quota
}

/** The media library, as campaigns need it. */
export interface CampaignMediaLibrary {
  /** The owner's files among these ids, in the order asked for. */
  find(userId: string, ids: readonly string[]): Promise<readonly MediaFile[]>
  /** Puts files into the library that were kept outside. */
  keepInLibrary(userId: string, mediaIds: readonly string[]): Promise<void>
  /** Keeps one uploaded file outside the library. Throws the media refusals. */
  keepUpload(userId: string, file: UploadedFile): Promise<MediaFile>
  /** Removes files that are in no library and in no campaign any more. */
  releaseUnused(mediaIds: readonly string[]): Promise<void>
}
