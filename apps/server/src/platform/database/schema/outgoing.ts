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
  /** Null until an older node's message is given its chat. */
  chat_id: Generated<string | null>
  /** When the network said so first. */
  sent_at: Generated<number | null>
  delivered_at: Generated<number | null>
  read_at: Generated<number | null>
}

/** Updated in the transaction that moves a message; never counted over the whole ledger. */
export interface UserTotalsTable {
  user_id: string
  total: number
  sent: number
  failed: number
}
