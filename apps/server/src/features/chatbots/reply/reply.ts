import type { HandOver } from '@kirim/contract/hand-over'
import type { Refusal } from '@kirim/contract/outgoing'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { columnsOf, preparedForSome } from '../../../platform/database/prepared.ts'
import type { ChatbotReplyTable } from '../../../platform/database/schema/chatbots.ts'
import type { StoredMessage } from '../../../platform/inbound-message.ts'
import type { ReplyLedger, WrittenReply } from '../responder.ports.ts'

/** The message was edited: its reply is dropped, and it is answered again. */
export const MESSAGE_EDITED = 'message_edited' satisfies Refusal

/** A reply before it is stored. */
export interface PlannedReply {
  readonly messageId: string
  readonly itemId: string
  /**
   * On the first reply to a message the item that fired, even when it had no reply of its own; null
   * on later ones.
   */
  readonly firedItemId: string | null
  readonly hop: number
  readonly text: string
  readonly mediaId: string | null
  readonly presence: 'composing' | 'recording' | null
  readonly presenceSeconds: number
  /** The item that continues the chain once this reply is settled; null at its end. */
  readonly nextItemId: string | null
  /** The person whose next message the item saves; null for none. */
  readonly awaitsFrom: string | null
  /** Gives the chat to people once it is said; null for none. */
  readonly handOver: HandOver | null
  /** Whether the person waits for people after it. */
  readonly keepsWaiting: boolean
}

/** An unsettled reply, or one with an unfinished chain. */
export interface PendingReply
  extends Pick<PlannedReply, 'messageId' | 'itemId' | 'hop' | 'nextItemId'> {
  readonly deviceId: string
  readonly inboxMessageId: string
  readonly chatKey: string
  readonly createdAt: number
  /** The outgoing message. */
  readonly message: WrittenReply
}

/** An update of one reply. */
export function ofReply(db: Db, { deviceId, messageId }: { deviceId: string; messageId: string }) {
  return db
    .updateTable('chatbot_replies')
    .where('device_id', '=', deviceId)
    .where('message_id', '=', messageId)
}

/** A reply, and the message that it answers. */
export interface ReplyTo {
  readonly inbound: StoredMessage
  readonly reply: PlannedReply
}

/**
 * Stores and counts replies from one device, in their order; those without a presence are sent
 * immediately.
 */
export async function insertReplies(
  tx: Db,
  outgoing: ReplyLedger,
  replies: readonly ReplyTo[],
): Promise<PendingReply[]> {
  const [first] = replies
  if (!first) return []
  const messages = new Map<string, WrittenReply>()
  for (const leaveAtOnce of [true, false]) {
    const some = replies.filter(({ reply }) => !reply.presence === leaveAtOnce)
    if (some.length === 0) continue
    for (const message of await outgoing.storeMessages(tx, some.map(toMessage), { leaveAtOnce })) {
      messages.set(message.messageId, message)
    }
  }
  const pending = replies.map((one) => {
    const message = messages.get(one.reply.messageId)
    if (!message) throw new Error('A reply was not written down.')
    return { row: toRow(one, message), message }
  })
  await insertRows(
    tx,
    pending.map(({ row }) => row),
  )
  const { workspaceId } = first.inbound
  await outgoing.changeTotals(tx, workspaceId, { total: replies.length, sent: 0, failed: 0 })
  return pending.map(({ row, message }) => toPending(row, message))
}

function toMessage({ inbound, reply }: ReplyTo) {
  return {
    deviceId: inbound.deviceId,
    workspaceId: inbound.workspaceId,
    origin: 'chatbot' as const,
    originId: inbound.messageId,
    part: reply.hop,
    messageId: reply.messageId,
    jid: inbound.chatJid,
    text: reply.text,
    mediaId: reply.mediaId,
    presence: reply.presence,
    presenceSeconds: reply.presenceSeconds,
    chatKey: inbound.chatKey,
    keepsWaiting: reply.keepsWaiting,
  }
}

function toRow({ inbound, reply }: ReplyTo, { createdAt }: WrittenReply): ReplyRow {
  return {
    device_id: inbound.deviceId,
    message_id: reply.messageId,
    inbox_message_id: inbound.messageId,
    chat_key: inbound.chatKey,
    item_id: reply.itemId,
    fired_item_id: reply.firedItemId,
    hop: reply.hop,
    state: 'open',
    reason: null,
    next_item_id: reply.nextItemId,
    awaits_from: reply.awaitsFrom,
    created_at: createdAt,
    wording: inbound.wording,
    hand_over: reply.handOver && JSON.stringify(reply.handOver),
  }
}

export type ReplyRow = Selectable<ChatbotReplyTable>

/** A literal, so that the index of open replies is used however long a chat is. */
export const OPEN = sql.lit<ReplyRow['state']>('open')

export const REPLY_COLUMNS = [
  'device_id',
  'message_id',
  'inbox_message_id',
  'chat_key',
  'item_id',
  'fired_item_id',
  'hop',
  'state',
  'reason',
  'next_item_id',
  'awaits_from',
  'created_at',
  'wording',
  'hand_over',
] as const satisfies (keyof ChatbotReplyTable)[]

const insertRows = preparedForSome((tx, rows: readonly ReplyRow[]) =>
  tx.insertInto('chatbot_replies').values(rows.map((row) => columnsOf(row, REPLY_COLUMNS))),
)

export function toPending(row: ReplyRow, message: WrittenReply): PendingReply {
  return {
    deviceId: row.device_id,
    messageId: row.message_id,
    inboxMessageId: row.inbox_message_id,
    itemId: row.item_id,
    hop: row.hop,
    nextItemId: row.next_item_id,
    chatKey: row.chat_key,
    createdAt: row.created_at,
    message,
  }
}
