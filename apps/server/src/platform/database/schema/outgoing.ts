import type { OutgoingState } from '@kirim/contract/outgoing'
import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

export interface OutgoingTables {
  outgoing: OutgoingTable
  user_totals: UserTotalsTable
}

/** One row per outgoing message, written before it is sent; its id is the same on every attempt. */
export interface OutgoingTable {
  device_id: string
  message_id: string
  user_id: string
  /** The kind of its origin. */
  origin: 'campaign' | 'chatbot' | 'opt_out' | 'test' | 'call' | 'member'
  /**
   * The recipient of a campaign, the call, the inbound message or that of a member; for a test, its
   * own id.
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
   * Set to 1 before it is handed to the network. Afterwards only a retry with the same id can
   * settle whether it was sent.
   */
  may_have_left: Flag
  /** The number of attempts without an answer. */
  attempts: number
  created_at: number
  /** Null until a message that an older node has stored is assigned its chat. */
  chat_id: Generated<string | null>
  /** When the network first confirmed that it was sent. */
  sent_at: Generated<number | null>
  delivered_at: Generated<number | null>
  read_at: Generated<number | null>
  /** JSON: what it is beside text and file, an `OutgoingContent`; null for nothing. */
  content: Generated<string | null>
  /** When its text was changed; the earlier wordings are beside it. */
  edited_at: Generated<number | null>
  /** When it was deleted for everybody. */
  deleted_at: Generated<number | null>
}

/** Updated in the transaction that moves a message; never counted over the whole ledger. */
export interface UserTotalsTable {
  user_id: string
  total: number
  sent: number
  failed: number
}
