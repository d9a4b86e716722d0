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
  /** The network's own identity of the person, once it told; unique per owner. */
  lid: Generated<string | null>
  /** The number of their account, where the network writes it in another way. */
  network_number: Generated<string | null>
  /** JSON object of values by the key of their field; null without any. */
  fields: Generated<string | null>
  /** The same folded, for filters. */
  folded_fields: Generated<string | null>
  /** Its row in `search_texts`, on SQLite only; by triggers, or by who leaves a gap. */
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
  /** JSON of the conditions by which it fills itself; null for a group that is filled by hand. */
  filter: Generated<string | null>
  /** When it last filled itself; null before. */
  filled_at: Generated<number | null>
}

export interface GroupMemberTable {
  group_id: string
  contact_id: string
}

/** A field that a user has given to contacts. */
export interface ContactFieldTable {
  id: string
  user_id: string
  /** What stands in brackets; unique per owner. */
  key: string
  label: string
  /**
   * `gone`: deleted, but texts that name it still say nothing there; before that, its values are
   * being erased.
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
