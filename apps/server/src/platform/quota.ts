import type { Db } from './database/database.ts'

/**
 * What bounds how much of one thing a user may have, as the room that keeps those things sees it.
 */
export interface Quota {
  /**
   * Throws the quota's refusal when `amount` more would cross it. Nobody else adds anything of this
   * user until the transaction ends.
   */
  admit(tx: Db, userId: string, amount: number): Promise<void>
}

/** The same for things too many to be counted each time: every change is told. */
export interface CountedQuota {
  /**
   * Counts a change in the transaction that makes it, which holds this user's counts from here on;
   * by 0 it only holds them. Throws the quota's refusal when the change would cross it.
   */
  change(tx: Db, userId: string, by: number): Promise<void>
}

/** What bounds the calls that are made for a user each day, to APIs and to AI. */
export interface CallQuota {
  /** Counts one call. Throws `quota_calls_today`, counting nothing, when there is none left. */
  take(userId: string): Promise<void>
  /** The same, for where nobody is there to be told: false when there is none left. */
  tryTake(userId: string): Promise<boolean>
}

/** Room that is kept for one piece of work; what it adds is taken out of that. */
export interface QuotaReservation extends CountedQuota {
  /** Gives back what was not used. */
  release(): void
}
