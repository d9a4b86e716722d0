import type { CampaignUse } from '@kirim/contract/campaign-use'
import type { RecipientState } from '@kirim/contract/campaigns'
import type { PersonCampaign } from '@kirim/contract/contact-sheet'
import type { OptOutChange } from '@kirim/contract/opt-outs'
import type { Expression, SqlBool } from 'kysely'
import type { Sight } from '../../platform/caller.ts'
import type { Db } from '../../platform/database/database.ts'
import type { CountedQuota, Quota, QuotaReservation } from '../../platform/quota.ts'

/** The country (ISO 3166 alpha-2) of a workspace's numbers without a country code. */
export type CountryOf = (workspaceId: string) => Promise<string>

/**
 * Reserves quota for this many contacts. Throws `quota_contacts`, with `limit` and `used`, when it
 * is exceeded.
 */
export type ReserveQuota = (workspaceId: string, amount: number) => Promise<QuotaReservation>

/** Throws `quota_group_places` when groups have no room for this many more contacts. */
export type AdmitPlaces = (workspaceId: string, places: number) => Promise<void>

/** A workspace's number of contacts, from the stored count. */
export type ContactsOf = (workspaceId: string) => Promise<number>

/** Features that read a group's members in several steps. */
export interface GroupDependents {
  /** Keeps their people and drops the reference, in the transaction that deletes the group. */
  leave(tx: Db, groupId: string): Promise<void>
  /** Resolves once the members are no longer needed, or when the signal aborts. */
  settled(groupId: string, signal?: AbortSignal): Promise<void>
}

/** Removes a person from all campaigns that have not messaged them. */
export type LeaveCampaigns = (workspaceId: string, phoneNumber: string) => Promise<void>

/** Campaigns that use a group or a contact that is about to be deleted. */
export interface ContactUses {
  ofGroup(sight: Sight, groupId: string): Promise<CampaignUse>
  /** Campaigns that have not messaged this number yet. */
  ofPerson(sight: Sight, phoneNumber: string): Promise<CampaignUse>
}

/** Campaign history of a person as query conditions, by owner and phone number column. */
export interface CampaignConditions {
  /** A campaign messaged them since then (epoch ms), or ever. */
  isWrittenTo(person: PersonColumns, since: number | null): Expression<SqlBool>
  /** They answered a campaign since then (epoch ms), or ever. */
  hasAnswered(person: PersonColumns, since: number | null): Expression<SqlBool>
  /**
   * They are a recipient of this campaign, in one of these states or in any. `answered` filters by
   * whether they answered.
   */
  isInCampaign(
    person: PersonColumns,
    campaignId: string,
    states: readonly RecipientState[] | null,
    answered?: boolean,
  ): Expression<SqlBool>
}

/** The ids among these that are campaigns that are seen. */
export type CampaignsAmong = (sight: Sight, ids: readonly string[]) => Promise<ReadonlySet<string>>

/** The quotas of a workspace's contacts. */
export interface ContactQuotas {
  readonly contacts: CountedQuota
  readonly groupPlaces: Quota
}

export interface PersonColumns {
  readonly workspaceId: string
  readonly phoneNumber: string
  /** The numbers whose campaigns count; null for all. */
  readonly deviceIds: Sight['deviceIds']
}

/**
 * Copies an opt-out from a person's earlier number to their current one, in the transaction that
 * merges their contacts or changes their number.
 */
export type CarryOptOut = (
  tx: Db,
  now: { readonly workspaceId: string; readonly phoneNumber: string; readonly lid: string | null },
  before: string,
) => Promise<void>

/** What other features know about a person. */
export interface PersonHistory {
  /** The newest campaigns that are seen and that a person is in, and how many there are. */
  campaignsOf(
    sight: Sight,
    phoneNumber: string,
    limit: number,
  ): Promise<{ newest: PersonCampaign[]; count: number }>
  /** When and how they opted out and back in, newest first. */
  optOutChanges(sight: Sight, phoneNumber: string): Promise<OptOutChange[]>
}

/** The numbers among these that have opted out of a workspace's messages. */
export type OutAmong = (
  workspaceId: string,
  phoneNumbers: readonly string[],
) => Promise<ReadonlySet<string>>

/** When a campaign last messaged a person, and when they last answered one, in epoch ms. */
export interface LastMoments {
  readonly writtenAt: number | null
  readonly answeredAt: number | null
}

/** For the numbers among these that are in campaigns that are seen; at most 500. */
export type LastMomentsOf = (
  sight: Sight,
  phoneNumbers: readonly string[],
) => Promise<ReadonlyMap<string, LastMoments>>

/** Opts people out or back in by hand. Returns the numbers it changed. */
export type ChangeOptOuts = (
  workspaceId: string,
  people: readonly { readonly phoneNumber: string; readonly name: string }[],
  change: {
    readonly change: 'out' | 'back'
    readonly reason: string
    /** The person who does it. */
    readonly changedBy: string
  },
) => Promise<ReadonlySet<string>>
