export interface RetentionTables {
  retention_totals: RetentionTotalTable
}

/** Totals of what retention has done to rows of one kind, updated in the same transactions. */
export interface RetentionTotalTable {
  name: string
  removed: number
  /** The number of rows that were kept without their content. */
  emptied: number
  /** When retention last changed a row of this kind. */
  at: number
}
