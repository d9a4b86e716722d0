import type { Db } from './database/database.ts'

/**
 * A limit on how many things of one kind a workspace may have, as the feature of those things sees
 * it.
 */
export interface Quota {
  /**
   * Throws the quota's refusal when `amount` more would exceed it; with 0, when what the
   * transaction has added does. Locks out other additions for this workspace until it ends.
   */
  admit(tx: Db, workspaceId: string, amount: number): Promise<void>
}

/** The same for things too numerous to count each time: every change is reported. */
export interface CountedQuota {
  /**
   * Counts a change in the transaction that makes it, and locks this workspace's counts; 0 only
   * locks. Throws the quota's refusal when the change would exceed it.
   */
  change(tx: Db, workspaceId: string, by: number): Promise<void>
}

/** Limits a workspace's daily calls to APIs and to AI. */
export interface CallQuota {
  /** Counts one call. Throws `quota_calls_today`, counting nothing, when none is left. */
  take(workspaceId: string): Promise<void>
  /** Returns false instead of throwing, for background work. */
  tryTake(workspaceId: string): Promise<boolean>
}

/** A quota reserved for one task; its additions are deducted from it. */
export interface QuotaReservation extends CountedQuota {
  /** Returns the unused rest. */
  release(): Promise<void>
}
