import type { NumberSettings } from '@kirim/contract/chatbot-tools'
import type { ChatbotItemForm } from '@kirim/contract/chatbots'
import type { MessageKind } from '@kirim/contract/message-kinds'
import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

export interface ChatbotsTables {
  chatbot_numbers: ChatbotNumberTable
  chatbot_settings: ChatbotSettingsTable
  chatbot_items: ChatbotItemTable
  api_rest_configs: ApiRestConfigTable
  chatbot_replies: ChatbotReplyTable
  chat_pauses: ChatPauseTable
  awaited_responses: AwaitedResponseTable
  saved_responses: SavedResponseTable
  response_totals: ResponseTotalTable
}

/** A number's chatbot; without a row it is switched off and has no sent replies. */
export interface ChatbotNumberTable {
  device_id: string
  chatbot_enabled: Flag
  /** The number of replies sent. */
  sent: number
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
  /** The person who created or last changed it; null when that was not recorded. */
  changed_by: string | null
  /** When its API call last failed; null after a successful call. */
  api_failed_at: number | null
  /** The reason; null when `api_failed_at` is null. */
  api_failure: string | null
  /** JSON: a `HandOver`; null when its answer hands the chat over to nobody. */
  hand_over: Generated<string | null>
}

/** An item's API call; encrypted, because its headers may contain keys. */
export interface ApiRestConfigTable {
  item_id: string
  sealed: string
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
  /** The number of the wording that the reply answers. */
  wording: Generated<number>
  /** JSON: the `HandOver` of its item when it was written; null for none. */
  hand_over: Generated<string | null>
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
  /** The person's username, without its @; empty when unknown. */
  username: Generated<string>
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
  /** The person's username, without its @; empty when unknown. */
  username: Generated<string>
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
