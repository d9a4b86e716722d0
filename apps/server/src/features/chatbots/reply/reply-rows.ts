import type { Selectable } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { columnsOf, prepared } from '../../../platform/database/prepared.ts'
import type { ChatbotReplyTable } from '../../../platform/database/schema.ts'
import type { ReplyLedger, WrittenReply } from '../answering/responder.ports.ts'
import type { KeptMessage } from '../inbox/inbox.repository.ts'
import type { PendingReply, PlannedReply } from './reply.ts'

/** An update of one reply. */
export function ofReply(db: Db, { deviceId, messageId }: { deviceId: string; messageId: string }) {
  return db
    .updateTable('chatbot_replies')
    .where('device_id', '=', deviceId)
    .where('message_id', '=', messageId)
}

/** Stores and counts a reply; without a presence it is sent immediately. */
export async function insertReply(
  tx: Db,
  outgoing: ReplyLedger,
  inbound: KeptMessage,
  reply: PlannedReply,
): Promise<PendingReply> {
  const { deviceId, userId } = inbound
  const planned = {
    deviceId,
    userId,
    origin: 'chatbot' as const,
    originId: inbound.messageId,
    part: reply.hop,
    messageId: reply.messageId,
    jid: inbound.chatJid,
    text: reply.text,
    mediaId: reply.mediaId,
    presence: reply.presence,
    presenceSeconds: reply.presenceSeconds,
  }
  const [message] = await outgoing.writeDown(tx, [planned], { leaveAtOnce: !reply.presence })
  if (!message) throw new Error('A reply was not written down.')
  const row: Selectable<ChatbotReplyTable> = {
    device_id: deviceId,
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
    created_at: message.createdAt,
    wording: inbound.wording,
  }
  await insertRow(tx, row)
  await outgoing.changeTotals(tx, userId, { total: 1, sent: 0, failed: 0 })
  return toPending(row, message)
}

const COLUMNS = [
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
] as const satisfies (keyof ChatbotReplyTable)[]

const insertRow = prepared((tx, row: Selectable<ChatbotReplyTable>) =>
  tx.insertInto('chatbot_replies').values(columnsOf(row, COLUMNS)),
)

export function toPending(row: Selectable<ChatbotReplyTable>, message: WrittenReply): PendingReply {
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
