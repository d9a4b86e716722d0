import type { Db } from './database.ts'

/** A position in the order in which rows are walked through. */
export type AgingPlace = readonly [string, string]

/** The result of one step. */
export interface AgingStep {
  /** The last row that was looked at; null at the end. */
  readonly last: AgingPlace | null
  readonly removed: number
  /** The number of rows that were kept without their content. */
  readonly emptied: number
  /** Files that these rows named, and that may be unused now. */
  readonly mediaIds: readonly string[]
}

/** Which rows are old enough, and where a step begins. */
export interface AgingQuery {
  /** Rows older than this moment are removed or emptied. */
  readonly before: number
  readonly now: number
  readonly after: AgingPlace | null
  /** How many rows to look at. */
  readonly rows: number
}

/** Rows that are removed, or emptied, once they are old and settled. */
export interface AgingRows {
  readonly name:
    | 'inbox'
    | 'inbox ids'
    | 'chats'
    | 'reactions'
    | 'wordings'
    | 'votes'
    | 'messages'
    | 'chat entries'
    | 'member messages'
  /** Repeating it is harmless. */
  step(tx: Db, asked: AgingQuery): Promise<AgingStep>
}
