import type { Generated } from 'kysely'

export interface AnalyticsTables {
  message_counts: MessageCountTable
}

/** Messages that left in one quarter of an hour, by how they stand. */
export interface MessageCountTable {
  user_id: string
  /** The begin of the quarter. */
  at: number
  /** The campaign, also after it was deleted; '' for a message of none. */
  holder: string
  sent: Generated<number>
  delivered: Generated<number>
  read: Generated<number>
  failed: Generated<number>
}
