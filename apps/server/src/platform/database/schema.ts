import type { FollowUpOutcome } from '@kirim/contract/campaign-actions'
import type { RecipientState } from '@kirim/contract/campaigns'
import type { NumberSettings } from '@kirim/contract/chatbot-tools'
import type { ChatbotItemForm } from '@kirim/contract/chatbots'
import type { ProxyScheme } from '@kirim/contract/device-proxy'
import type { MessageKind } from '@kirim/contract/message-kinds'
import type { OptOutHow, OptOutStanding } from '@kirim/contract/opt-outs'
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
  contact_fields: ContactFieldTable
  contact_tags: ContactTagTable
  tag_members: TagMemberTable
  media: MediaTable
  campaigns: CampaignTable
  campaign_devices: CampaignDeviceTable
  campaign_media: CampaignMediaTable
  recipients: RecipientTable
  freezes: FreezeTable
  outgoing: OutgoingTable
  message_counts: MessageCountTable
  opt_outs: OptOutTable
  opt_out_changes: OptOutChangeTable
  opt_out_settings: OptOutSettingsTable
  network_names: NetworkNameTable
  number_checks: NumberCheckTable
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
  saved_texts: SavedTextTable
  response_totals: ResponseTotalTable
  search_gaps: SearchGapTable
  search_owners: SearchOwnerTable
  search_texts: SearchTextTable
  server_checks: ServerCheckTable
  locks: LockTable
  server_settings: ServerSettingTable
  client_version: ClientVersionTable
  device_health: DeviceHealthTable
  device_manners: DeviceMannersTable
  rejected_calls: RejectedCallTable
  inbox_changes: InboxChangeTable
  device_proxies: DeviceProxyTable
  invitations: InvitationTable
  password_resets: PasswordResetTable
  known_addresses: KnownAddressTable
  nodes: NodeTable
  cluster_events: ClusterEventTable
  pruned_inbox: PrunedInboxTable
  doomed_media: DoomedMediaTable
  limit_counts: LimitCountTable
  quota_reservations: QuotaReservationTable
  retention_totals: RetentionTotalTable
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

/** Updated in the transaction that moves a message; never counted over the whole ledger. */
export interface UserTotalsTable {
  user_id: string
  total: number
  sent: number
  failed: number
}

/**
 * Counts limited by quotas, updated in the transactions that change them. A transaction that may
 * exceed a quota locks the user's row, so that two concurrent requests cannot both pass.
 */
export interface QuotaUseTable {
  user_id: string
  contacts: number
  media_bytes: number
  /** API and AI calls of `calls_day`, which is `YYYY-MM-DD` in UTC. */
  calls: number
  calls_day: string
}

/** A limit set by an admin for one user in place of the plan's. */
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
  /** The owner's choice: 1 keeps the session open. */
  wanted: Flag
  /** 1 once the network has unlinked it: its credentials are deleted and a new scan is needed. */
  logged_out: Flag
  /** 1: removed from its owner's list; the row is kept for the ledgers that reference it. */
  removed: Flag
  /** 1: its removal has begun; a start finishes it. */
  removing: Generated<Flag>
  /** The node that has it; null while none does. */
  leased_to: Generated<string | null>
  /** How often a node has taken it: of two, only the last may act for it. */
  lease: Generated<number>
  /** The last node that had it and fell silent. */
  freed_from: Generated<string | null>
  linked_at: number
  connected_at: number | null
  /**
   * When this device last sent a campaign message; determines the next send time, also after a
   * restart.
   */
  last_sent_at: number | null
  /** Since when it is not connected; null while it is, and where nobody remembers. */
  offline_since: Generated<number | null>
  /** Until then the network lets it write to nobody it has not written to; null without a limit. */
  limited_until: Generated<number | null>
  /** 1: the network said until when; otherwise it only refused somebody. */
  limit_named: Generated<Flag>
  /** 1: it refuses as new, too, who was written to and has never answered. */
  limits_unanswered: Generated<Flag>
  /** Until then the network has locked it out of new chats; null where it has not. */
  locked_until: Generated<number | null>
  /** How many chats it may still begin, and of how many; null where they are not counted. */
  chats_left: Generated<number | null>
  chats_of: Generated<number | null>
  /** The time that these are for. */
  chats_from: Generated<number | null>
  chats_until: Generated<number | null>
  /** How many people a day its campaigns may write to; null for any number. */
  daily_cap: Generated<number | null>
  /** The first day of its warm-up, as `YYYY-MM-DD`; empty without one. */
  warm_up_from: Generated<string>
  /** The cap of that first day, and what each further day adds to it. */
  warm_up_start: Generated<number>
  warm_up_step: Generated<number>
  /** The time zone whose days count; empty for UTC. */
  day_zone: Generated<string>
  /** The day that `used_count` counts, as `YYYY-MM-DD` in that zone. */
  used_day: Generated<string>
  /** The people its campaigns have written to that day. */
  used_count: Generated<number>
}

/** How well a device works. */
export interface DeviceHealthTable {
  device_id: string
  last_in_at: number | null
  last_out_at: number | null
  unreadable: number
  unreadable_since: number | null
  pre_keys_left: number | null
  latency_ms: number | null
}

/** What a number does while it answers, and with calls; without a row none of it. */
export interface DeviceMannersTable {
  device_id: string
  mark_read: Flag
  shows_online: Flag
  rejects_calls: Flag
  /** What a caller is told; empty for nothing. */
  call_text: string
}

/** A call that was rejected with a text to its caller; kept for a day. */
export interface RejectedCallTable {
  device_id: string
  call_id: string
  caller_jid: string
  /** International digits; null when only the LID is known. */
  caller_number: string | null
  caller_lid: string | null
  at: number
}

/** What a number connects through. */
export interface DeviceProxyTable {
  device_id: string
  scheme: ProxyScheme
  host: string
  port: number
  username: string
  sealed_password: string | null
  tested_at: number
  latency_ms: number
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

export interface MediaTable {
  id: string
  user_id: string
  original_name: string
  file_name: string
  file_type: string
  file_size: number
  /** 0: only attached to a campaign, or deleted from the library while a campaign still uses it. */
  in_library: Flag
  created_at: number
  /**
   * 0: stored before metadata was removed on upload; may still contain location, time and camera.
   */
  cleaned: Flag
  /** In pixels, as it is shown; null for what is no video, and for one of an older version. */
  width: number | null
  height: number | null
  /** How long it plays. */
  seconds: number | null
  /** A small JPEG, in base64. */
  thumbnail: string | null
  /** 1: a video that is played over and over. */
  is_looping: Generated<Flag>
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
  /** The language of the line that says how to opt out; empty for no such line. */
  opt_out_line: Generated<'' | 'en' | 'ms'>
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

/** One row per outgoing message, written before it is sent; its id is the same on every attempt. */
export interface OutgoingTable {
  device_id: string
  message_id: string
  user_id: string
  /** The kind of its origin. */
  origin: 'campaign' | 'chatbot' | 'opt_out' | 'test' | 'call'
  /**
   * For a campaign the recipient, for a test its own id, for a call the call, for the others the
   * inbound message.
   */
  origin_id: string
  /** Its position among the messages of the same origin. */
  part: number
  jid: string
  text: string
  media_id: string | null
  /** The presence shown to the receiver before it is sent. */
  presence: 'composing' | 'recording' | null
  presence_seconds: number
  /** `dropped` messages were never sent and are not counted. */
  state: OutgoingState
  /** The reason for failing or being dropped, as a stable code. */
  reason: string | null
  /**
   * Set to 1 before it is handed to the network: from then on only sending the same id again can
   * settle whether it was sent.
   */
  may_have_left: Flag
  /** The number of attempts without an answer. */
  attempts: number
  created_at: number
}

/** Messages that left in one quarter of an hour, by how they stand. */
export interface MessageCountTable {
  user_id: string
  /** The begin of the quarter. */
  at: number
  /** The campaign, also after it was deleted; '' for a message of none. */
  holder: string
  sent: Generated<number>
  delivered: Generated<number>
  read: Generated<number>
  failed: Generated<number>
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
  /** Name and number, folded, for search. */
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

/** A text that its owner starts messages from. */
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
}

/** How people opt out of one user's messages, once the user has changed any of it. */
export interface OptOutSettingsTable {
  user_id: string
  /** JSON list of the user's own words. */
  words: string
  answer: string
  line_by_default: Flag
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

/** A number's chatbot; without a row it is switched off and has no sent replies. */
export interface ChatbotNumberTable {
  device_id: string
  chatbot_enabled: Flag
  /** The number of replies sent. */
  sent: number
}

export interface ChatbotItemTable {
  id: string
  user_id: string
  device_id: string
  enabled: Flag
  /** 1: answers only when no keyword matches. */
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
  /** An uploaded file that is not in the library. */
  media_id: string | null
  created_at: number
  updated_at: number
  /** When its API call last failed; null after a successful call. */
  api_failed_at: number | null
  /** The reason; null when `api_failed_at` is null. */
  api_failure: string | null
}

export interface AiSettingsTable {
  user_id: string
  provider: AiProvider
  model: string
  base_url: string
  /** Null when the provider needs no key. */
  sealed_key: string | null
  monthly_limit: number | null
  /** The month that `used_count` counts, as `YYYY-MM` in UTC. */
  used_month: string
  used_count: number
}

/** An inbound message, stored before it is acknowledged. Unique per device and message id. */
export interface InboxTable {
  device_id: string
  message_id: string
  user_id: string
  chat_jid: string
  /**
   * Identifies a chat however it is addressed: the group, else the person's number, else their LID.
   */
  chat_key: string
  /** The LID of the person, once known; null for groups. */
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
   * `new` waits for an answer; `own` was written by the owner on the phone; `old` arrived too late.
   */
  state: 'new' | 'answered' | 'silent' | 'own' | 'old'
  /** The reason for not answering, as a stable code. */
  reason: string | null
  /** 1: whoever wrote it, or an administrator of the group, has deleted it for everybody. */
  deleted: Generated<Flag>
  /** How often its text was replaced by another wording. */
  wording: Generated<number>
  /** When it was edited last, according to the network. */
  edited_at: Generated<number | null>
}

/** What was done to a message that is not there yet; kept for a week. */
export interface InboxChangeTable {
  device_id: string
  message_id: string
  /** Who did it. */
  sender_jid: string
  what: 'deleted' | 'edited'
  chat_jid: string
  chat_lid: string | null
  sender_number: string | null
  /** 1: by an administrator of the group. */
  by_admin: Flag
  /** The new wording; empty for a deletion. */
  text: string
  /** According to the network. */
  at: number
  received_at: number
}

/** The state of a chatbot's reply and its chain; the message itself is in `outgoing`. */
export interface ChatbotReplyTable {
  device_id: string
  message_id: string
  inbox_message_id: string
  chat_key: string
  item_id: string
  /** On the first reply to a message, the item that fired; null on later ones. */
  fired_item_id: string | null
  /** 0 for the item that fired, 1 and up for its next actions. */
  hop: number
  /** `open` until the network has accepted or refused it, or it was dropped. */
  state: 'open' | 'said' | 'failed' | 'dropped'
  /** The reason for dropping it or for ending the chain, as a stable code. */
  reason: string | null
  /**
   * The item that continues the chain once this reply is settled; null at the end of the chain or
   * when the next reply is written.
   */
  next_item_id: string | null
  /**
   * The person whose next message the item saves: null for none, '' for the other person of an
   * individual chat.
   */
  awaits_from: string | null
  created_at: number
  /** The wording of the message that it answers. */
  wording: Generated<number>
}

/** A pause of a chat by the loop guard, until the given time; the row is kept afterwards. */
export interface ChatPauseTable {
  device_id: string
  chat_key: string
  until: number
  id: string
  chat: 'individual' | 'group'
  /** The name of the person whose message triggered the pause. */
  name: string
  phone_number: string
  /** The limit that was reached. */
  reason: 'minute' | 'hour'
  /** Earlier replies are not counted, because the owner has ended a pause. */
  counted_from: number
}

/**
 * Set when an item that saves responses has answered: the person's next message in the chat, later
 * than `since`, is saved.
 */
export interface AwaitedResponseTable {
  device_id: string
  chat_key: string
  contact_key: string
  item_id: string
  since: number
}

/** A number's chatbot settings, stored after the first change. */
export interface ChatbotSettingsTable {
  device_id: string
  time_zone: string
  language: NumberSettings['language']
  cooldown_s: number
  quiet_minutes: number
  knowledge: string
}

/** An item's API call; encrypted, because its headers may contain keys. */
export interface ApiRestConfigTable {
  item_id: string
  sealed: string
}

/** A saved response to an item. Unique per device, message and item. */
export interface SavedResponseTable {
  id: string
  user_id: string
  device_id: string
  message_id: string
  /** Null once the item is deleted; its name is kept. */
  item_id: string | null
  item_name: string
  name: string
  phone_number: string
  kind: MessageKind
  text: string
  /** All its texts, normalised for search. */
  search_key: string
  at: number
  /** Its row in `search_texts`, on SQLite only; maintained by triggers. */
  text_no: Generated<number | null>
}

/** The number of a device's saved responses, updated in the transaction that saves one. */
export interface ResponseTotalTable {
  device_id: string
  total: number
}

/**
 * The owner of texts that are searched together: a user's contacts or a device's saved responses.
 * On SQLite only.
 */
export interface SearchOwnerTable {
  no: Generated<number>
  owner: string
  /** The last number given to one of its texts. */
  last: number
}

/** Numbers of texts that are not in the substring index yet. On SQLite only. */
export interface SearchGapTable {
  first: number
  last: number
}

/** The substring index of texts on SQLite. */
export interface SearchTextTable {
  rowid: number
}

/** A value encrypted with the secret key, which every start must be able to decrypt. */
export interface ServerCheckTable {
  name: string
  sealed: string
}

/** A row that transactions lock to exclude each other. */
export interface LockTable {
  name: string
  taken_at: number
}

/** What the network last named as its newest client, as `2.3000.1`. */
export interface ClientVersionTable {
  name: string
  version: string
  asked_at: number
}

/** Server-wide settings by admins. */
export interface ServerSettingTable {
  name: string
  value: string
}

/** An open invitation; deleted when its account is created. */
export interface InvitationTable {
  id: string
  token_hash: string
  note: string
  created_at: number
  expires_at: number
}

/** The only valid reset link of a member; deleted when used. */
export interface PasswordResetTable {
  user_id: string
  token_hash: string
  expires_at: number
}

/**
 * The addresses an account has signed in from, as hashes keyed with the secret key, from which no
 * address can be read.
 */
export interface KnownAddressTable {
  user_id: string
  hash: string
  seen_at: number
}

/** A server that shares this database, and those of the last days. */
export interface NodeTable {
  /** Of one run of a server. */
  id: string
  /** The same for all runs on one data directory, of which there is one at a time. */
  home: string
  name: string
  address: string
  version: string
  started_at: number
  /** By the database's clock. */
  beat_at: number
  /** Null while it takes part; once set it stays, and nothing is written for this node any more. */
  left_at: number | null
  left_how: 'stopped' | 'silent' | null
  /** 1: its devices go to the others. */
  draining: Generated<Flag>
  /** `NodeFigures` as JSON, as of its last beat. */
  figures: Generated<string>
  /** How many devices it had when it was buried; null until others may have them. */
  freed_devices: Generated<number | null>
  /** When other nodes had all of these. */
  taken_over_at: Generated<number | null>
  /** The ids of these nodes, as JSON. */
  taken_over_by: Generated<string>
}

/** What happened among the nodes. */
export interface ClusterEventTable {
  id: string
  at: number
  code: string
  /** JSON. */
  params: Generated<string>
}

/** The id of an inbound message whose row was removed: the same message is not taken in again. */
export interface PrunedInboxTable {
  device_id: string
  message_id: string
  pruned_at: number
}

/** What retention has done to rows of one kind, added up in the transactions that do it. */
export interface RetentionTotalTable {
  name: string
  removed: number
  /** Rows that stay, without what was written. */
  emptied: number
  /** When it last changed any. */
  at: number
}

/** How much was counted of a limit, by all nodes together. */
export interface LimitCountTable {
  /** A hash of the limit's name and of whom it is about. */
  id: string
  count: number
  ends_at: number
}

/** Room that a node keeps for contacts of an import; none once that node has left. */
export interface QuotaReservationTable {
  id: string
  user_id: string
  node_id: string
  contacts: number
}

/** A file whose row is deleted, until its storage has erased it. */
export interface DoomedMediaTable {
  file_name: string
}
