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
  /** JSON list of the devices that send it beside its own. */
  further_devices: Generated<string>
  /** JSON list of the further wordings, removed ones included. */
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
  /** When it was switched off; null while it is on, and when it was never on. */
  paused_at: number | null
  /** Who switched it off; null when `paused_at` is null. */
  paused_by: 'owner' | 'number_removed' | 'failures' | null
  /** When its owner ended it for good; people who still wait are being passed over. */
  cancelled_at: Generated<number | null>
  /** How many people failed one after the other, up to the last one. */
  failures_in_row: Generated<number>
  /** When the last recipient was settled; outdated while the campaign has open recipients again. */
  ended_at: number | null
  /** When it first wrote to somebody; null before, and where nobody remembers. */
  started_at: Generated<number | null>
  /** Name and group, normalised for search. */
  search_key: Generated<string>
  /** The sort key of the name. */
  sort_key: Generated<string>
  /** Recipients by state, updated in the transaction that moves one. */
  queued: number
  /** Waiting until the network lets their number write to new people. */
  held: Generated<number>
  sending: number
  sent: number
  delivered: number
  read: number
  failed: number
  skipped: number
  /** How many of its people answered. */
  answered: Generated<number>
  /** The language of greetings and names of days in its texts. */
  language: Generated<Language>
  /** The language of the line that says how to opt out; empty for no such line. */
  opt_out_line: Generated<OptOutLine>
  /** 1: deleted; its rows are being erased. */
  erasing: Flag
}

/** A device that sends a campaign beside its own. */
export interface CampaignDeviceTable {
  campaign_id: string
  device_id: string
  /** 0: it takes nobody new, and finishes whom it has begun. */
  active: Flag
}

/** The Idempotency-Key of a request that created a campaign, which may have been deleted since. */
export interface CampaignKeyTable {
  user_id: string
  /** SHA-256 of the key. */
  key_hash: string
  /** SHA-256 of what was asked. */
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
  /** JSON object of what the contact's fields said when the person was frozen; null without any. */
  fields: Generated<string | null>
  /** The identity the network resolved the number to. */
  jid: string | null
  state: RecipientState
  /**
   * The reason for failing, being skipped or held, as a stable code; of who waits to be tried again
   * the one they failed with.
   */
  reason: string | null
  /** JSON object of the values in the reason's sentence; empty without any. */
  reason_params: Generated<string>
  /** The device they are written from; null for the campaign's own, and before that. */
  device_id: Generated<string | null>
  /** Their wording, 0 for the caption; null where there is only one. */
  variant: Generated<number | null>
  /** When that happened; null before, and where nobody remembers. */
  settled_at: Generated<number | null>
  sent_at: number | null
  delivered_at: number | null
  read_at: number | null
  /** When they first answered, and with which message of the number's inbox; null before. */
  answered_at: Generated<number | null>
  answer_id: Generated<string | null>
}

/** The freezing of a campaign's recipients in progress; the campaign sends nothing meanwhile. */
export interface FreezeTable {
  campaign_id: string
  /** 1: recipients not written to are being removed; new ones are added after that. */
  dropping: Flag
  /** The source of the recipients: a group, or another campaign's ledger. */
  group_id: string | null
  source_id: string | null
  /** Which people of a campaign are copied; empty for all. */
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
   * Who rejoins the queue afterwards: the removed recipients, or also those who failed, of a group;
   * or, of no group, those who failed after `position`.
   */
  rejoining: Generated<'nobody' | 'taken_out' | 'failed_too' | 'failed'>
  /** The letters of wordings that were added and take their share of the people. */
  fresh_variants: Generated<string>
  /** The position of the last person who was looked at to be dealt a wording. */
  dealt_to: Generated<number>
  /** The numbers of people who were looked at, and of those without a wording. */
  dealt_seen: Generated<number>
  dealt: Generated<number>
}

/** The names of people on the network. */
export interface NetworkNameTable {
  user_id: string
  phone_number: string
  name: string
}

/** Whether a number is on WhatsApp, as the network was asked, and whether it is to be asked. */
export interface NumberCheckTable {
  user_id: string
  phone_number: string
  /** Means nothing while `checked_at` is null. */
  on_whatsapp: Flag
  /** The identity of the number; null when it is not on WhatsApp. */
  jid: string | null
  /** The device through which it was asked. */
  device_name: string
  /** Null before the first answer. */
  checked_at: number | null
  /** The device through which it is to be asked; null when it is not. */
  wanted_on: string | null
}
