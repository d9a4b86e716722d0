import type { Selectable } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { ReplyTable } from '../../../platform/database/schema.ts'
import { changeTotals } from '../../../platform/database/user-totals.ts'
import type { KeptMessage } from './inbox.repository.ts'
import type { PendingReply, PlannedReply } from './reply.ts'

/** An update of one reply. */
export function ofReply(db: Db, { deviceId, messageId }: { deviceId: string; messageId: string }) {
  return db
    .updateTable('replies')
    .where('device_id', '=', deviceId)
    .where('message_id', '=', messageId)
}

/** Written down, and counted, as one that may have left, when it leaves at once: a mark of its own would be a second write. */
export async function insertReply(
  tx: Db,
  message: KeptMessage,
  reply: PlannedReply,
  now: number,
): Promise<PendingReply> {
  const row: Selectable<ReplyTable> = {
    device_id: message.deviceId,
    message_id: reply.messageId,
    user_id: message.userId,
    inbox_message_id: message.messageId,
    chat_jid: message.chatJid,
    chat_key: message.chatKey,
    item_id: reply.itemId,
    fired_item_id: reply.firedItemId,
    hop: reply.hop,
    text: reply.text,
    media_id: reply.mediaId,
    presence: reply.presence,
    presence_seconds: reply.presenceSeconds,
    state: 'pending',
    reason: null,
    may_have_left: reply.presence ? 0 : 1,
    next_item_id: reply.nextItemId,
    awaits_from: reply.awaitsFrom,
    attempts: 0,
    created_at: now,
  }
  await tx.insertInto('replies').values(row).execute()
  await changeTotals(tx, message.userId, { total: 1, sent: 0, failed: 0 })
  return { ...toPending(row), mayHaveLeft: false }
}

export function toPending(row: Selectable<ReplyTable>): PendingReply {
  return {
    deviceId: row.device_id,
    userId: row.user_id,
    messageId: row.message_id,
    inboxMessageId: row.inbox_message_id,
    itemId: row.item_id,
    firedItemId: row.fired_item_id,
    hop: row.hop,
    text: row.text,
    mediaId: row.media_id,
    presence: row.presence,
    presenceSeconds: row.presence_seconds,
    nextItemId: row.next_item_id,
    awaitsFrom: row.awaits_from,
    chatJid: row.chat_jid,
    chatKey: row.chat_key,
    state: row.state,
    marked: row.may_have_left === 1,
    mayHaveLeft: row.may_have_left === 1 || row.attempts > 0,
    attempts: row.attempts,
    createdAt: row.created_at,
  }
}
