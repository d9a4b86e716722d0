import type { CampaignUse } from '@kirim/contract/campaign-use'
import type { Db } from '../../platform/database/database.ts'
import type { QuotaReservation } from '../../platform/quota.ts'

/** The country (ISO 3166 alpha-2) of the numbers that a user writes without a country code. */
export type CountryOf = (userId: string) => Promise<string>

/**
 * Reserves room for this many contacts. Throws `quota_contacts`, with `limit` and `used`, when
 * there is less.
 */
export type ReserveQuota = (userId: string, amount: number) => Promise<QuotaReservation>

/** How many contacts a user has, as it is kept with every change. */
export type ContactsOf = (userId: string) => Promise<number>

/** Those who read a group's members in several steps. */
export interface GroupDependents {
  /** They keep the people they have and forget the group, in the transaction that takes it away. */
  leave(tx: Db, groupId: string): Promise<void>
  /** Resolves once none of them needs the members to be where they are, or at the signal. */
  settled(groupId: string, signal?: AbortSignal): Promise<void>
}

/** Takes a person out of every campaign that has not written to them. */
export type LeaveCampaigns = (userId: string, phoneNumber: string) => Promise<void>

/** Campaigns that hang on what may be deleted. */
export interface ContactUses {
  ofGroup(userId: string, groupId: string): Promise<CampaignUse>
  /** Those that have not written to this number yet. */
  ofPerson(userId: string, phoneNumber: string): Promise<CampaignUse>
}
