import * as z from 'zod/mini'
import { OverallSummary } from './analytics.ts'
import { CampaignProgress } from './campaigns.ts'
import { ChatEntry } from './chat-entries.ts'
import { ChatHistory } from './chat-history.ts'
import { Chat, ChatCount } from './chats.ts'
import { ConnectionStatus } from './devices.ts'
import { Id } from './fields.ts'
import { issue } from './issues.ts'
import { NumberCheckChanged } from './number-check.ts'
import { PasskeyAnswer, PasskeyStep } from './passkey.ts'
import { CodedRefusal, CodedText } from './refusals.ts'
import type { Capability } from './roles.ts'

/**
 * The token is sent in the handshake's `auth`, and the workspace of the page unless it is the
 * person's usual one; the `userId` of the query is never trusted.
 */
export const HandshakeAuth = z.object({
  token: z.string().check(z.minLength(1), z.maxLength(200)),
  // PostgreSQL cannot look for NUL.
  workspace: z.optional(
    z.string().check(
      z.maxLength(100),
      z.refine((id) => !id.includes('\0')),
    ),
  ),
})

/** How long the QR code stays valid, and the number of its attempt. */
export const QrLife = z.object({ expiresInMs: z.int(), attempt: z.int() })
export type QrLife = z.infer<typeof QrLife>

/** The number of the phone that is to type the code, as people write it, with its country code. */
export const PairingNumber = z.string(issue('phone_number_required')).check(
  z.maxLength(40, issue('pairing_number_invalid')),
  z.overwrite((written) => written.replace(/[\s().-]/g, '').replace(/^(\+|00)/, '')),
  z.minLength(1, issue('phone_number_required')),
  z.regex(/^[1-9]\d{6,14}$/, issue('pairing_number_invalid')),
)

/** The letters and digits of a code, without those that are easily confused. */
const PAIRING_CODE = /^[1-9A-HJ-NP-Z]{8}$/

/** A code to be typed on the phone with this number, instead of a scan of the QR code. */
export const PairingCode = z.object({
  code: z.string().check(z.regex(PAIRING_CODE)),
  phoneNumber: z.string(),
  expiresInMs: z.int(),
  /** The number of this code: codes are renewed. */
  attempt: z.int(),
})
export type PairingCode = z.infer<typeof PairingCode>

export const ImportProgress = z.object({ done: z.int(), total: z.int() })
export type ImportProgress = z.infer<typeof ImportProgress>

/** The new progress of a campaign; null when it was deleted. */
export const CampaignChanged = z.object({
  id: z.string(),
  progress: z.nullable(CampaignProgress),
})
export type CampaignChanged = z.infer<typeof CampaignChanged>

/** A campaign that was paused by failures; `code` of the sentence is a key of `campaignTexts`. */
export const CampaignHalted = z.object({ id: z.string(), name: z.string(), sentence: CodedText })
export type CampaignHalted = z.infer<typeof CampaignHalted>

/**
 * A change in the chats of a sandbox phone; `contactNumber` is null when the list of chats changed.
 */
export const SandboxChanged = z.object({
  phoneNumber: z.string(),
  contactNumber: z.nullable(z.string()),
})
export type SandboxChanged = z.infer<typeof SandboxChanged>

export const SandboxPresence = z.object({
  phoneNumber: z.string(),
  contactNumber: z.string(),
  presence: z.enum(['composing', 'recording', 'paused', 'available', 'unavailable']),
})
export type SandboxPresence = z.infer<typeof SandboxPresence>

/** New or changed entries of a chat; a browser replaces those it has, by their ids. */
export const ChatEntriesChanged = z.object({ chatId: z.string(), entries: z.array(ChatEntry) })
export type ChatEntriesChanged = z.infer<typeof ChatEntriesChanged>

/** Entries that are gone: withdrawn before they left, or erased. */
export const ChatEntriesGone = z.object({ chatId: z.string(), entryIds: z.array(z.string()) })
export type ChatEntriesGone = z.infer<typeof ChatEntriesGone>

/** Who of the team has a chat open, and who of them is writing. */
export const ChatPresence = z.object({
  chatId: z.string(),
  people: z.array(z.object({ id: z.string(), name: z.string(), isWriting: z.boolean() })),
})
export type ChatPresence = z.infer<typeof ChatPresence>

/** A note names the person who receives this. */
export const ChatMentioned = z.object({
  chatId: z.string(),
  entryId: z.string(),
  /** Who wrote it. */
  by: z.string(),
})
export type ChatMentioned = z.infer<typeof ChatMentioned>

/** What the person on the other side does. */
export const ChatTyping = z.object({
  chatId: z.string(),
  typing: z.enum(['composing', 'recording', 'paused']),
})
export type ChatTyping = z.infer<typeof ChatTyping>

/** The server run, and the number of events sent to this user in it. */
export const EventPosition = z.string().check(z.regex(/^[\w-]{1,40}\.\d{1,15}$/))

/** Events from server to browser, with the schemas of their arguments [7.realtime]. */
export const serverEvents = {
  whatsapp_status: [ConnectionStatus],
  whatsapp_qr: [z.string(), QrLife],
  /** Sent beside the QR code of the same attempt, and withdrawn together with it. */
  whatsapp_pairing_code: [PairingCode],
  /** Replaces the codes of the same attempt. */
  whatsapp_passkey: [PasskeyStep],
  error_message: [z.string(), z.optional(CodedRefusal)],
  devices_changed: [],
  /** The items or the switch of a number's chatbot changed. */
  chatbots_changed: [],
  campaign_changed: [CampaignChanged],
  /** A campaign was paused by failures in a row; its owner is notified at once. */
  campaign_halted: [CampaignHalted],
  number_check_changed: [NumberCheckChanged],
  /** Without the totals to those who see some numbers only: theirs are others. */
  summary_changed: [z.optional(OverallSummary)],
  contacts_changed: [],
  opt_outs_changed: [],
  import_progress: [ImportProgress],
  sandbox_changed: [SandboxChanged],
  sandbox_presence: [SandboxPresence],
  /** A chat as it is now; new chats as well. */
  chat_changed: [Chat],
  /** A chat that was erased, became part of another, or is not seen any more. */
  chat_gone: [z.object({ id: z.string() })],
  chat_count_changed: [ChatCount],
  chat_entries_changed: [ChatEntriesChanged],
  chat_entries_gone: [ChatEntriesGone],
  /** Sent to those who have the chat open. */
  chat_presence_changed: [ChatPresence],
  /** Sent to those who have the chat open. */
  chat_typing: [ChatTyping],
  chat_history_changed: [ChatHistory],
  /** Sent to the person alone. */
  chat_mentioned: [ChatMentioned],
  /** Labels, or settings of chats that are everybody's. */
  chat_settings_changed: [],
  /** The person's role, plan, workspaces or what they may do have changed. */
  account_changed: [],
  /** The people of the workspace, who of them is there, or the invitations. */
  team_changed: [],
  /**
   * Sent first on each connection: the position after which it receives every event. An answer
   * whose header has this position is up to date.
   */
  event_position: [EventPosition],
  signed_out: [],
} as const satisfies Record<string, readonly z.ZodMiniType[]>
/**
 * What people need to receive an event of their workspace: a capability, nothing (null), or that
 * nothing at all is withheld from them.
 */
export const eventNeeds = {
  whatsapp_status: 'numbers:read',
  whatsapp_qr: 'numbers:write',
  whatsapp_pairing_code: 'numbers:write',
  whatsapp_passkey: 'numbers:write',
  error_message: 'numbers:write',
  devices_changed: 'numbers:read',
  chatbots_changed: 'chatbots:read',
  campaign_changed: 'campaigns:read',
  campaign_halted: 'campaigns:read',
  number_check_changed: 'campaigns:read',
  summary_changed: 'campaigns:read',
  contacts_changed: 'contacts:read',
  opt_outs_changed: 'opt-outs:read',
  import_progress: 'contacts:write',
  sandbox_changed: 'everything',
  sandbox_presence: 'everything',
  chat_changed: 'chats:read',
  chat_gone: 'chats:read',
  chat_count_changed: 'chats:read',
  chat_entries_changed: 'chats:read',
  chat_entries_gone: 'chats:read',
  chat_presence_changed: 'chats:read',
  chat_typing: 'chats:read',
  chat_history_changed: 'chats:read',
  chat_mentioned: 'chats:read',
  chat_settings_changed: 'chats:read',
  account_changed: null,
  team_changed: 'team:read',
  event_position: null,
  signed_out: null,
} as const satisfies Record<keyof typeof serverEvents, Capability | 'everything' | null>

export type ServerEvents = typeof serverEvents
export type ServerEventName = keyof ServerEvents
export type EventArgs<E extends ServerEventName> = Outputs<ServerEvents[E]>

/** The parsed arguments of a list of schemas. */
export type Outputs<T extends readonly z.ZodMiniType[]> = {
  -readonly [I in keyof T]: z.output<T[I]>
}

const OptionalText = z.nullish(z.string().check(z.maxLength(200)))

/** Events from browser to server. The user id in `whatsapp_connect_request` is ignored. */
export const clientEvents = {
  get_whatsapp_status: [],
  whatsapp_connect_request: [OptionalText],
  /** Asks for a QR code for the phone of this device, over the device's own proxy. */
  whatsapp_relink_request: [z.string().check(z.maxLength(200))],
  /** Asks for a pairing code, which replaces a pending one. */
  whatsapp_pairing_request: [PairingNumber],
  /** Answers the pending passkey step. */
  whatsapp_passkey_answer: [PasskeyAnswer],
  /** Confirms that the phone shows the same code. */
  whatsapp_passkey_confirm: [],
  /** Withdraws the pending codes; has no other effect. */
  whatsapp_cancel_request: [],
  whatsapp_disconnect_request: [OptionalText],
  whatsapp_reconnect_request: [z.string().check(z.maxLength(200))],
  /** The chat that is open in this browser, or none. Sent again every 20 s, and when it changes. */
  chat_opened: [z.nullable(z.object({ chatId: Id, isWriting: z.boolean() }))],
} as const satisfies Record<string, readonly z.ZodMiniType[]>
/** What people need to send an event. */
export const clientEventNeeds = {
  get_whatsapp_status: 'numbers:read',
  whatsapp_connect_request: 'numbers:write',
  whatsapp_relink_request: 'numbers:write',
  whatsapp_pairing_request: 'numbers:write',
  whatsapp_passkey_answer: 'numbers:write',
  whatsapp_passkey_confirm: 'numbers:write',
  whatsapp_cancel_request: 'numbers:write',
  whatsapp_disconnect_request: 'numbers:write',
  whatsapp_reconnect_request: 'numbers:write',
  chat_opened: 'chats:read',
} as const satisfies Record<keyof typeof clientEvents, Capability>

export type ClientEventName = keyof typeof clientEvents
export type ClientArgs<E extends ClientEventName> = Outputs<(typeof clientEvents)[E]>
