import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

export interface ContactsTables {
  contacts: ContactTable
  contact_groups: ContactGroupTable
  group_members: GroupMemberTable
  contact_fields: ContactFieldTable
  contact_tags: ContactTagTable
  tag_members: TagMemberTable
}

export interface ContactTable {
  id: string
  user_id: string
  name: string
  phone_number: string
  /** Lower-cased name and number, for search. */
  search_key: string
  /** The sort key of the name. */
  sort_key: string
  created_at: number
  /** The LID of the person, once it is known; unique per owner. */
  lid: Generated<string | null>
  /** The number of the person's account, if the network writes it differently. */
  network_number: Generated<string | null>
  /** JSON object of field values by key; null without any. */
  fields: Generated<string | null>
  /** The same values, folded, for filters. */
  folded_fields: Generated<string | null>
  /**
   * Its row in `search_texts`, on SQLite only; set by triggers, or by the code that records a gap.
   */
  text_no: Generated<number | null>
}

export interface ContactGroupTable {
  id: string
  user_id: string
  name: string
  /** Lower-cased; unique per owner. */
  name_key: string
  contact_count: number
  created_at: number
  /** 1: deleted; its rows are being erased. */
  erasing: Flag
  /** JSON of the conditions of a segment; null for a group that is filled by hand. */
  filter: Generated<string | null>
  /** When the segment was last filled; null before that. */
  filled_at: Generated<number | null>
}

export interface GroupMemberTable {
  group_id: string
  contact_id: string
}

/** A contact field that a workspace has created. */
export interface ContactFieldTable {
  id: string
  user_id: string
  /** The name of the placeholder in texts; unique per owner. */
  key: string
  label: string
  /**
   * `erasing`: deleted, and its values are being erased. `gone`: erased; texts that still name the
   * field are sent with nothing in its place.
   */
  state: 'used' | 'erasing' | 'gone'
}

export interface ContactTagTable {
  id: string
  user_id: string
  name: string
  /** Folded; unique per owner. */
  name_key: string
  /** 1: deleted; its rows are being erased. */
  erasing: Generated<Flag>
}

export interface TagMemberTable {
  tag_id: string
  contact_id: string
}
