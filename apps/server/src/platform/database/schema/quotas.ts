import type { QuotaName } from '@kirim/contract/quotas'

export interface QuotasTables {
  quota_use: QuotaUseTable
  quota_overrides: QuotaOverrideTable
  quota_reservations: QuotaReservationTable
}

/**
 * Counts limited by quotas, updated in the transactions that change them. A transaction that may
 * exceed a quota locks the workspace's row, so that two concurrent requests cannot both pass.
 */
export interface QuotaUseTable {
  user_id: string
  contacts: number
  media_bytes: number
  /** API and AI calls of `calls_day`, which is `YYYY-MM-DD` in UTC. */
  calls: number
  calls_day: string
}

/** A limit set by an admin for one workspace in place of the plan's. */
export interface QuotaOverrideTable {
  user_id: string
  quota: QuotaName
  most: number
}

/** Room that a node reserves for the contacts of an import; void once the node has left. */
export interface QuotaReservationTable {
  id: string
  user_id: string
  node_id: string
  contacts: number
}
