import type { OptOutHow, OptOutStanding } from '@kirim/contract/opt-outs'
import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

export interface OptOutsTables {
  opt_outs: OptOutTable
  opt_out_changes: OptOutChangeTable
  opt_out_settings: OptOutSettingsTable
  opt_out_totals: OptOutTotalTable
}

/** A person who has opted out, or has come back. At least one of number and LID is known. */
export interface OptOutTable {
  id: string
  user_id: string
  phone_number: string | null
  /** The LID of the person. */
  lid: string | null
  /** The person's own name on the network; empty when unknown. */
  name: string
  /** The person's username, without its @; empty when unknown. */
  username: Generated<string>
  /** Name, username and number, folded, for search. */
  search_key: string
  standing: OptOutStanding
  /** When the person last opted out. */
  since: number
  /** Orders the list: ids grow with time. */
  last_change_id: string
}

/** An opt-out or return of one person; never changed or deleted while the person's row is there. */
export interface OptOutChangeTable {
  id: string
  opt_out_id: string
  /** `answered`: somebody of the team answered the person's own question. */
  change: 'out' | 'back' | 'answered'
  how: OptOutHow
  at: number
  /** The name of the number that received the message; empty when it was not by message. */
  device_name: string
  /** The inbound message; null when it was not by message. */
  message_id: string | null
  /** The text of that message. */
  word: string
  /** The campaign that last wrote to the person. */
  campaign_name: string
  /** The reason, in the owner's words. */
  reason: string
  file_name: string
  /** The person of the workspace who changed it; null when it was by message or not recorded. */
  changed_by: string | null
}

/** The opt-out settings of one workspace, stored after the first change. */
export interface OptOutSettingsTable {
  user_id: string
  /** JSON list of the workspace's own words. */
  words: string
  answer: string
  line_by_default: Flag
}

/**
 * How many rows of `opt_out_changes` a workspace has, updated in the transaction that writes one.
 */
export interface OptOutTotalTable {
  user_id: string
  changes: number
}
