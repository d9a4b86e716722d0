import type { Generated } from 'kysely'

export interface PlatformTables {
  server_checks: ServerCheckTable
  locks: LockTable
  limit_counts: LimitCountTable
  search_owners: SearchOwnerTable
  search_texts: SearchTextTable
  search_gaps: SearchGapTable
}

/** A value encrypted with the secret key, which every start must be able to decrypt. */
export interface ServerCheckTable {
  name: string
  sealed: string
}

/** A row that transactions lock to exclude each other. */
export interface LockTable {
  name: string
  taken_at: number
}

/** The use of a limit, counted by all nodes together. */
export interface LimitCountTable {
  /** A hash of the limit's name and its subject. */
  id: string
  count: number
  ends_at: number
}

/**
 * The owner of texts that are searched together: a workspace's contacts or a device's saved
 * responses. On SQLite only.
 */
export interface SearchOwnerTable {
  no: Generated<number>
  owner: string
  /** The last number assigned to one of its texts. */
  last: number
}

/** The substring index of texts on SQLite. */
export interface SearchTextTable {
  rowid: number
}

/** Numbers of texts that are not in the substring index yet. On SQLite only. */
export interface SearchGapTable {
  first: number
  last: number
}
