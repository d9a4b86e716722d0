export interface RetentionTables {
  retention_totals: RetentionTotalTable
}

/** What retention has done to rows of one kind, added up in the transactions that do it. */
export interface RetentionTotalTable {
  name: string
  removed: number
  /** Rows that stay, without what was written. */
  emptied: number
  /** When it last changed any. */
  at: number
}
