import type { FollowUpOutcome } from '@kirim/contract/campaign-actions'
import type { RecipientState } from '@kirim/contract/campaigns'
import type { Language } from '@kirim/contract/languages'
import type { OptOutLine } from '@kirim/contract/opt-out-line'
import type { ScheduleType } from '@kirim/contract/schedule'
import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

export interface CampaignsTables {
  campaigns: CampaignTable
  campaign_devices: CampaignDeviceTable
  campaign_keys: CampaignKeyTable
  campaign_media: CampaignMediaTable
  recipients: RecipientTable
  freezes: FreezeTable
  network_names: NetworkNameTable
  number_checks: NumberCheckTable
}

export interface CampaignTable {
  id: string
  user_id: string
  device_id: string
  name: string
  enabled: Flag
  enable_link: Flag
  url_link: string
  caption: string
  /** JSON list of the further devices that send the campaign. */
  further_devices: Generated<string>
  /** JSON list of the further wordings, including removed ones. */
  variants: Generated<string>
  group_id: string | null
  group_name: string
  scheduled_at: number | null
  min_interval_s: number
  max_interval_s: number
  schedule_type: ScheduleType
  time_zone: string
  created_at: number
  updated_at: number
  /** When the campaign was switched off; null while it is on or if it was never on. */
  paused_at: number | null
  /** What switched it off; null when `paused_at` is null. */
  paused_by: 'owner' | 'number_removed' | 'failures' | null
  /** When its owner cancelled it; people who still wait are skipped. */
  cancelled_at: Generated<number | null>
  /** The current number of failures in a row. */
  failures_in_row: Generated<number>
  /** When the last recipient was settled; outdated while the campaign has open recipients again. */
  ended_at: number | null
  /** When the campaign first wrote to somebody; null before that, or when that was not recorded. */
  started_at: Generated<number | null>
  /** Name and group, normalised for search. */
  search_key: Generated<string>
  /** The sort key of the name. */
  sort_key: Generated<string>
  /** The number of recipients in each state, updated in the transaction that moves one. */
  queued: number
  /** People who wait until the network lets their number write to new people. */
  held: Generated<number>
  sending: number
  sent: number
  delivered: number
  read: number
  failed: number
  skipped: number
  /** The number of its people who answered. */
  answered: Generated<number>
  /** The person who created it; null when that was not recorded. */
  created_by: string | null
  /** The person who paused or cancelled it; null while it is on, or when no person did. */
  stopped_by: string | null
  /** The language of greetings and names of days in its texts. */
  language: Generated<Language>
  /** The language of the opt-out line; empty for no such line. */
  opt_out_line: Generated<OptOutLine>
  /** 1: deleted; its rows are being erased. */
  erasing: Flag
}

/** A further device of a campaign, besides the campaign's own. */
export interface CampaignDeviceTable {
  campaign_id: string
  device_id: string
  /** 0: the device claims no new recipients, and finishes those that it has claimed. */
  active: Flag
}

/** The Idempotency-Key of a request that created a campaign, which may have been deleted since. */
export interface CampaignKeyTable {
  user_id: string
  /** SHA-256 of the key. */
  key_hash: string
  /** SHA-256 of the request. */
  fingerprint: string
  campaign_id: string
  created_at: number
}

export interface CampaignMediaTable {
  campaign_id: string
  position: number
  media_id: string
  /** 1: uploaded with the form. */
  uploaded: Flag
}

/** One person in a campaign's ledger, frozen when the campaign is saved. */
export interface RecipientTable {
  id: string
  campaign_id: string
  user_id: string
  position: number
  name: string
  phone_number: string
  /** JSON object of the contact's field values when the recipient was frozen; null without any. */
  fields: Generated<string | null>
  /** The identity the network resolved the number to. */
  jid: string | null
  state: RecipientState
  /**
   * The reason for failing, being skipped or held, as a stable code; for a recipient who waits for
   * a retry, the reason of the last failure.
   */
  reason: string | null
  /** JSON object of the values in the reason's sentence; empty without any. */
  reason_params: Generated<string>
  /**
   * The device that writes to the recipient; null for the campaign's own, or before it is assigned.
   */
  device_id: Generated<string | null>
  /** The number of the recipient's wording, 0 for the caption; null where there is only one. */
  variant: Generated<number | null>
  /** When the recipient was settled; null before that, or when that was not recorded. */
  settled_at: Generated<number | null>
  sent_at: number | null
  delivered_at: number | null
  read_at: number | null
  /** When the recipient first answered, and with which message of the inbox; null before that. */
  answered_at: Generated<number | null>
  answer_id: Generated<string | null>
}

/** A freezing of a campaign's recipients in progress; the campaign sends nothing meanwhile. */
export interface FreezeTable {
  campaign_id: string
  /** 1: recipients not written to are being removed; new ones are added after that. */
  dropping: Flag
  /** The source of the recipients: a group, or another campaign's ledger. */
  group_id: string | null
  source_id: string | null
  /** The outcome of the people who are copied from a campaign; empty for all people. */
  outcome: Generated<FollowUpOutcome | ''>
  /** The last contact (of a group) or number (of a ledger) already copied. */
  after: string
  /** The last one that existed when the freezing was requested. */
  until: string
  /** The last position used in the ledger. */
  position: number
  /** The maximum number of recipients still to be added. */
  expected: number
  /**
   * The recipients who rejoin the queue afterwards. With a group: the removed ones, or also the
   * failed ones. Without a group: those who failed after `position`.
   */
  rejoining: Generated<'nobody' | 'taken_out' | 'failed_too' | 'failed'>
  /** The letters of added wordings that are being assigned to their share of the people. */
  fresh_variants: Generated<string>
  /** The position of the last recipient who was considered for a wording. */
  dealt_to: Generated<number>
  /** The numbers of recipients considered, and of those among them without a wording. */
  dealt_seen: Generated<number>
  dealt: Generated<number>
}

/** The names of people on the network. */
export interface NetworkNameTable {
  user_id: string
  phone_number: string
  name: string
}

/** The network's answer whether a number is on WhatsApp, and a requested check of the number. */
export interface NumberCheckTable {
  user_id: string
  phone_number: string
  /** Meaningless while `checked_at` is null. */
  on_whatsapp: Flag
  /** The identity of the number; null when it is not on WhatsApp. */
  jid: string | null
  /** The device through which the number was checked. */
  device_name: string
  /** Null before the first answer. */
  checked_at: number | null
  /** The device through which the number is to be checked; null when no check is requested. */
  wanted_on: string | null
}
