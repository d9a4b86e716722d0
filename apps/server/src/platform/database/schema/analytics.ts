import type { Generated } from 'kysely'

export interface AnalyticsTables {
  message_counts: MessageCountTable
}

/** The messages that left in one quarter of an hour, by state. */
export interface MessageCountTable {
  user_id: string
  /** The start of the quarter of an hour. */
  at: number
  /** The campaign's id, kept after the campaign is deleted; '' for messages of no campaign. */
  holder: string
  sent: Generated<number>
  delivered: Generated<number>
  read: Generated<number>
  failed: Generated<number>
}
