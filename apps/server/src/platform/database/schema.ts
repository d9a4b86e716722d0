import type { RecipientState } from '@kirim/contract/campaigns'
import type { NumberSettings } from '@kirim/contract/chatbot-tools'
import type { ChatbotItemForm } from '@kirim/contract/chatbots'
import type { MessageKind } from '@kirim/contract/message-kinds'
import type { OutgoingState } from '@kirim/contract/outgoing'
import type { QuotaName } from '@kirim/contract/quotas'
import type { ScheduleType } from '@kirim/contract/schedule'
import type { AiProvider } from '@kirim/contract/settings'
import type { Generated } from 'kysely'

/** Booleans are stored as 0 and 1 on both engines. */
export type Flag = 0 | 1

/** Ids are text (UUIDv7); times are epoch milliseconds; booleans 0 or 1; JSON is text. */
export interface Schema {
  users: UserTable
  tokens: TokenTable
  user_totals: UserTotalsTable
  quota_use: QuotaUseTable
  quota_overrides: QuotaOverrideTable
  devices: DeviceTable
  device_credentials: DeviceCredentialTable
  contacts: ContactTable
  contact_groups: ContactGroupTable
  group_members: GroupMemberTable
  media: MediaTable
  campaigns: CampaignTable
  campaign_media: CampaignMediaTable
  recipients: RecipientTable
  freezes: FreezeTable
  outgoing: OutgoingTable
  network_names: NetworkNameTable
  inbox: InboxTable
  chatbot_replies: ChatbotReplyTable
  chat_pauses: ChatPauseTable
  awaited_responses: AwaitedResponseTable
  chatbot_numbers: ChatbotNumberTable
  chatbot_items: ChatbotItemTable
  ai_settings: AiSettingsTable
  chatbot_settings: ChatbotSettingsTable
  api_rest_configs: ApiRestConfigTable
  saved_responses: SavedResponseTable
  response_totals: ResponseTotalTable
  search_owners: SearchOwnerTable
  search_texts: SearchTextTable
  server_checks: ServerCheckTable
  locks: LockTable
  server_settings: ServerSettingTable
  invitations: InvitationTable
  password_resets: PasswordResetTable
  known_addresses: KnownAddressTable
}

export interface UserTable {
  id: string
  name: string
  email: string
  /** Lower-cased; unique. */
  email_key: string
  password_hash: string
  role: 'user' | 'admin'
  membership_plan: 'Free' | 'Basic' | 'Pro'
  default_country: string
  created_at: number
}

export interface TokenTable {
  /** SHA-256 of the token; the token itself is never stored. */
  hash: string
  user_id: string
  created_at: number
  expires_at: number
}

/** Kept in the transaction that moves a message, never counted over the whole ledger. */
export interface UserTotalsTable {
  user_id: string
  total: number
  sent: number
  failed: number
}

/**
 * Counts that quotas bound, kept in the transactions that change what they count. Whoever may cross
 * a quota of a user takes their row, so that two requests side by side cannot both do so.
 */
export interface QuotaUseTable {
  user_id: string
  contacts: number
  media_bytes: number
  /** API and AI calls of `calls_day`, which is `YYYY-MM-DD` in UTC. */
  calls: number
  calls_day: string
}

/** What an admin has set for one user in place of what their plan gives. */
export interface QuotaOverrideTable {
  user_id: string
  quota: QuotaName
  most: number
}

export interface DeviceTable {
  id: string
  user_id: string
  number: string
  lid: string | null
  name: string
  /** What the owner wants: 1 keeps the session open. */
  wanted: Flag
  /** 1 once the network has unlinked it: its credentials are gone and only a new scan helps. */
  logged_out: Flag
  /** 1: off its owner's list; the row stays for the ledgers that name it. */
  removed: Flag
  linked_at: number
  connected_at: number | null
  /** When this device last sent a campaign message; spaces the next one, also across restarts. */
  last_sent_at: number | null
}

/** One encrypted piece of a device's credentials. */
export interface DeviceCredentialTable {
  device_id: string
  kind: string
  name: string
  sealed: string
}

export interface ContactTable {
  id: string
  user_id: string
  name: string
  phone_number: string
  /** Lower-cased name and number, for search. */
  search_key: string
  /** Of the name. */
  sort_key: string
  created_at: number
  /** Its number in `search_texts`, on SQLite only; triggers keep both. */
  text_no: Generated<number | null>
}

export interface ContactGroupTable {
  id: string
  user_id: string
  name: string
  /** Lower-cased; unique for its owner. */
  name_key: string
  contact_count: number
  created_at: number
  /** 1: deleted; its rows are being erased. */
  erasing: Flag
}

export interface GroupMemberTable {
  group_id: string
  contact_id: string
}

export interface MediaTable {
  id: string
  user_id: string
  original_name: string
  file_name: string
  file_type: string
  file_size: number
  /** 0: attached to a campaign only, or deleted from the library while a campaign still uses it. */
  in_library: Flag
  created_at: number
  /** 0: from before metadata was taken out; it may still tell of place, time and camera. */
  cleaned: Flag
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
  group_id: string | null
  group_name: string
  scheduled_at: number | null
  min_interval_s: number
  max_interval_s: number
  schedule_type: ScheduleType
  time_zone: string
  created_at: number
  updated_at: number
  /** When it was switched off after it had been on; null while it is on, and before it ever was. */
  paused_at: number | null
  /** Who switched it off; null beside a `paused_at` of null. */
  paused_by: 'owner' | 'number_removed' | null
  /**
   * When the last of its people was settled; of a campaign that has open people again, out of date.
   */
  ended_at: number | null
  /** Name and group, folded, for search. */
  search_key: Generated<string>
  /** Of the name. */
  sort_key: Generated<string>
  /** Recipients by state, kept in the transaction that moves one. */
  queued: number
  sending: number
  sent: number
  delivered: number
  read: number
  failed: number
  skipped: number
  /** 1: deleted; its rows are being erased. */
  erasing: Flag
}

export interface CampaignMediaTable {
  campaign_id: string
  position: number
  media_id: string
  /** 1: came as the form's uploaded file. */
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
  /** The identity the network resolved the number to. */
  jid: string | null
  state: RecipientState
  /** Why it failed or was skipped: a stable code. */
  reason: string | null
  sent_at: number | null
  delivered_at: number | null
  read_at: number | null
}

/**
 * The freezing of a campaign's people that is under way; while there is one, nothing of it is sent.
 */
export interface FreezeTable {
  campaign_id: string
  /** 1: those not written to are being taken out; the others come in after that. */
  dropping: Flag
  /** Where they come from: a group, or another campaign's ledger. */
  group_id: string | null
  source_id: string | null
  /** The last contact (of a group) or number (of a ledger) that was taken over. */
  after: string
  /** The last one there was when this was asked for. */
  until: string
  /** The last place given in the ledger. */
  position: number
  /** How many are yet to come in, at most. */
  expected: number
  /**
   * Who rejoins the queue once the others are in: of those taken out, or also of those who failed.
   */
  rejoining: Generated<'nobody' | 'taken_out' | 'failed_too'>
}

/**
 * Everything that leaves, a row a message, written before it leaves; its id stays the same on every
 * attempt.
 */
export interface OutgoingTable {
  device_id: string
  message_id: string
  user_id: string
  /** What made it leave. */
  origin: 'campaign' | 'chatbot'
  /** Of a campaign the recipient, of a chatbot the inbound message that it answers. */
  origin_id: string
  /** Its place among those of the same origin. */
  part: number
  jid: string
  text: string
  media_id: string | null
  /** What its receiver is shown before it. */
  presence: 'composing' | 'recording' | null
  presence_seconds: number
  /** `dropped` never left and counts nowhere. */
  state: OutgoingState
  /** Why it failed or was dropped: a stable code. */
  reason: string | null
  /** 1 from before it is handed to the network: only the same id again settles whether it left. */
  may_have_left: Flag
  /** How often the network did not answer. */
  attempts: number
  created_at: number
}

/** What people call themselves on the network. */
export interface NetworkNameTable {
  user_id: string
  phone_number: string
  name: string
}

/** A number's chatbot; without a row it is switched off and has sent nothing. */
export interface ChatbotNumberTable {
  device_id: string
  chatbot_enabled: Flag
  /** Answers that left this number. */
  sent: number
}

export interface ChatbotItemTable {
  id: string
  user_id: string
  device_id: string
  enabled: Flag
  /** 1: it answers when no keyword matches, and only then. */
  is_default: Flag
  send_to: ChatbotItemForm['sendTo']
  match_type: ChatbotItemForm['type']
  name: string
  description: string
  /** JSON list of texts. */
  keywords: string
  /** Another item of the same number. */
  next_item_id: string | null
  presence_delay_s: number
  presence_status: ChatbotItemForm['presenceDelayStatus']
  save_data: ChatbotItemForm['saveData']
  api_rest_data_status: ChatbotItemForm['apiRestDataStatus']
  caption: string
  use_ai: Flag
  ai_spintax: string
  /** An uploaded file, outside the library. */
  media_id: string | null
  created_at: number
  updated_at: number
  /** When its API call failed last; null once one went well. */
  api_failed_at: number | null
  /** Why, as a sentence for its owner; null beside an `api_failed_at` of null. */
  api_failure: string | null
}

export interface AiSettingsTable {
  user_id: string
  provider: AiProvider
  model: string
  base_url: string
  /** Null: the provider needs none. */
  sealed_key: string | null
  monthly_limit: number | null
  /** The month that `used_count` counts, as `YYYY-MM` in UTC. */
  used_month: string
  used_count: number
}

/**
 * An inbound message, kept before the network is told that it arrived.
 * Unique per device and message id.
 */
export interface InboxTable {
  device_id: string
  message_id: string
  user_id: string
  chat_jid: string
  /**
   * One for a chat however it is addressed: the group,
   * else the person's number, else their identity.
   */
  chat_key: string
  /** The identity of a chat's person, once the network tells it; of a group null. */
  chat_lid: string | null
  chat: 'individual' | 'group'
  sender_jid: string
  sender_number: string | null
  sender_name: string
  kind: MessageKind
  text: string
  sent_at: number
  received_at: number
  /**
   * `new` waits for an answer; `own` was written by the owner on the phone; `old` came too late.
   */
  state: 'new' | 'answered' | 'silent' | 'own' | 'old'
  /** Why it was not answered: a stable code. */
  reason: string | null
}

/**
 * What a chatbot needs to know of a reply of its own to go on; the message itself is in `outgoing`.
 */
export interface ChatbotReplyTable {
  device_id: string
  message_id: string
  inbox_message_id: string
  chat_key: string
  item_id: string
  /** With the first reply to a message the item that fired; null with later ones. */
  fired_item_id: string | null
  /** 0 for the item that fired, then its next actions. */
  hop: number
  /** `open` until the network has taken or refused it, or it was given up. */
  state: 'open' | 'said' | 'failed' | 'dropped'
  /** Why it was given up, or why its chain ended with it: a stable code. */
  reason: string | null
  /**
   * The chain goes on with this item once this reply is settled;
   * null when it ends here or its next is written.
   */
  next_item_id: string | null
  /**
   * Whose next message is kept under the item; null when none is,
   * empty for whoever writes in a chat of two.
   */
  awaits_from: string | null
  created_at: number
}

/** The loop guard holds a chat until then; its row stays behind. */
export interface ChatPauseTable {
  device_id: string
  chat_key: string
  until: number
  id: string
  chat: 'individual' | 'group'
  /** Who wrote the message at which it began. */
  name: string
  phone_number: string
  /** Which bound was reached. */
  reason: 'minute' | 'hour'
  /** Earlier replies count no more: its owner has ended a pause. */
  counted_from: number
}

/**
 * An item has answered; the next message of this person in the chat,
 * later than `since`, is kept under it.
 */
export interface AwaitedResponseTable {
  device_id: string
  chat_key: string
  contact_key: string
  item_id: string
  since: number
}

/** A number's chatbot settings, once its owner has changed any. */
export interface ChatbotSettingsTable {
  device_id: string
  time_zone: string
  language: NumberSettings['language']
  cooldown_s: number
  quiet_minutes: number
  knowledge: string
}

/** An item's API call; sealed, for its headers carry keys. */
export interface ApiRestConfigTable {
  item_id: string
  sealed: string
}

/** What somebody wrote under an item. Unique per device, message and item. */
export interface SavedResponseTable {
  id: string
  user_id: string
  device_id: string
  message_id: string
  /** Null once the item is deleted; its name stays. */
  item_id: string | null
  item_name: string
  name: string
  phone_number: string
  kind: MessageKind
  text: string
  /** All of it as it is searched. */
  search_key: string
  at: number
  /** Its number in `search_texts`, on SQLite only; triggers keep both. */
  text_no: Generated<number | null>
}

/** How many responses a number has saved; counted in the transaction that saves one. */
export interface ResponseTotalTable {
  device_id: string
  total: number
}

/**
 * Whose texts are searched together: a user's contacts, a device's saved responses. On SQLite only.
 */
export interface SearchOwnerTable {
  no: Generated<number>
  owner: string
  /** The last number given to a text of theirs. */
  last: number
}

/** The index of parts of texts on SQLite. */
export interface SearchTextTable {
  rowid: number
}

/** A value sealed with the secret key, which every start must be able to open. */
export interface ServerCheckTable {
  name: string
  sealed: string
}

/** A row that a transaction takes, so that what it does is done by one at a time. */
export interface LockTable {
  name: string
  taken_at: number
}

/** What admins have set for the whole server. */
export interface ServerSettingTable {
  name: string
  value: string
}

/** The row goes when its account is made. */
export interface InvitationTable {
  id: string
  token_hash: string
  note: string
  created_at: number
  expires_at: number
}

/** The one link of a member that still works; the row goes when it is used. */
export interface PasswordResetTable {
  user_id: string
  token_hash: string
  expires_at: number
}

/**
 * Where an account has signed in from. The hash is keyed with the secret key:
 * no address can be read from it.
 */
export interface KnownAddressTable {
  user_id: string
  hash: string
  seen_at: number
}
