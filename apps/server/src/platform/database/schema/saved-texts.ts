import type { Generated } from 'kysely'

export interface SavedTextsTables {
  saved_texts: SavedTextTable
}

/** A text that its owner has saved to start messages from. */
export interface SavedTextTable {
  id: string
  user_id: string
  name: string
  /** Folded; unique per owner. */
  name_key: string
  /** The sort key of the name. */
  sort_key: string
  /** Name and text, folded, for search. */
  search_key: string
  text: string
  updated_at: number
  /** A file that is sent with it. */
  media_id: Generated<string | null>
}
