import type { Db } from '../../platform/database/database.ts'
import type { MessageKey } from './outgoing-rows.ts'

/** A sent message as it was before a change. */
export interface SentBefore {
  readonly text: string
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly chatId: string | null
}

/** Gives a sent message another text; null when it is not there, or deleted. */
export async function rewordSent(
  tx: Db,
  key: MessageKey,
  text: string,
  at: number,
): Promise<SentBefore | null> {
  const before = await findUndeleted(tx, key)
  if (before) await ofMessage(tx, key).set({ text, edited_at: at }).execute()
  return before
}

/** Marks a sent message as deleted for everybody; null when it is not there, or was before. */
export async function markSentDeleted(
  tx: Db,
  key: MessageKey,
  at: number,
): Promise<SentBefore | null> {
  const before = await findUndeleted(tx, key)
  if (before) await ofMessage(tx, key).set({ deleted_at: at }).execute()
  return before
}

function ofMessage(tx: Db, { deviceId, messageId }: MessageKey) {
  return tx
    .updateTable('outgoing')
    .where('device_id', '=', deviceId)
    .where('message_id', '=', messageId)
}

async function findUndeleted(tx: Db, { deviceId, messageId }: MessageKey) {
  const row = await tx
    .selectFrom('outgoing')
    .select(['text', 'created_at as createdAt', 'chat_id as chatId'])
    .where('device_id', '=', deviceId)
    .where('message_id', '=', messageId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}
