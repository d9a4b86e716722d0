import type { Db } from './database.ts'

/** A position in the order in which rows are walked through. */
export type AgingPlace = readonly [string, string]

/** What one step did. */
export interface AgingStep {
  /** The last row that was looked at; null at the end. */
  readonly last: AgingPlace | null
  readonly removed: number
  /** Rows that stay, without what was written. */
  readonly emptied: number
  /** Files that these rows named, and perhaps nothing needs any more. */
  readonly mediaIds: readonly string[]
}

/** Which rows are old enough, and where a step begins. */
export interface AgingQuery {
  /** Older than this. */
  readonly before: number
  readonly now: number
  readonly after: AgingPlace | null
  /** How many rows to look at. */
  readonly rows: number
}

/** Rows that are removed, or emptied, once they are old and settled. */
export interface AgingRows {
  readonly name: 'inbox' | 'inbox ids' | 'chats' | 'reactions' | 'messages'
  /** Repeating it is harmless. */
  step(tx: Db, asked: AgingQuery): Promise<AgingStep>
}
