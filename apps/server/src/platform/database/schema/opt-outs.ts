import type { OptOutHow, OptOutStanding } from '@kirim/contract/opt-outs'
import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

export interface OptOutsTables {
  opt_outs: OptOutTable
  opt_out_changes: OptOutChangeTable
  opt_out_settings: OptOutSettingsTable
  opt_out_totals: OptOutTotalTable
}

/** Somebody who is left alone, or who came back. At least one of number and LID is known. */
export interface OptOutTable {
  id: string
  user_id: string
  phone_number: string | null
  /** The network's own identity of the person. */
  lid: string | null
  /** What they call themselves on the network; empty when unknown. */
  name: string
  /** Without its @; empty when unknown. */
  username: Generated<string>
  /** Name, username and number, folded, for search. */
  search_key: string
  standing: OptOutStanding
  /** When they went out last. */
  since: number
  /** Orders the list: ids grow with time. */
  last_change_id: string
}

/** One change of one person; never changed or deleted while the person's row is there. */
export interface OptOutChangeTable {
  id: string
  opt_out_id: string
  change: 'out' | 'back'
  how: OptOutHow
  at: number
  /** The number that they wrote to; empty when it was no message. */
  device_name: string
  /** The inbound message; null when it was none. */
  message_id: string | null
  /** What they wrote. */
  word: string
  /** The campaign that wrote to them last. */
  campaign_name: string
  /** Why, in the owner's words. */
  reason: string
  file_name: string
}

/** How people opt out of one user's messages, once the user has changed any of it. */
export interface OptOutSettingsTable {
  user_id: string
  /** JSON list of the user's own words. */
  words: string
  answer: string
  line_by_default: Flag
}

/** How many rows of `opt_out_changes` a user has, updated in the transaction that writes one. */
export interface OptOutTotalTable {
  user_id: string
  changes: number
}
