import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { InboxTable } from '../../platform/database/schema/inbox.ts'
import { placeOf } from './namesakes.ts'

export type Key = Pick<InboxTable, 'device_id' | 'message_id'>
/** What distinguishes a message from others with the same id. */
type WrittenAt = Pick<InboxTable, 'chat' | 'chat_jid' | 'sender_jid' | 'state'> & {
  readonly network_id: string | null
}

export interface ForgottenMessage extends Key, WrittenAt {}

export const isAmong = (keys: readonly Key[]) =>
  sql<SqlBool>`(device_id, message_id) in ${valuesOf(keys)}`

const valuesOf = (keys: readonly Key[]) =>
  sql`(values ${sql.join(keys.map((key) => sql`(${key.device_id}, ${key.message_id})`))})`

export async function forgetMessages(
  tx: Db,
  messages: readonly ForgottenMessage[],
  now: number,
): Promise<void> {
  if (messages.length === 0) return
  const ids = messages.map((row) => ({
    device_id: row.device_id,
    message_id: row.message_id,
    network_id: row.network_id,
    place: placeOf({
      chat: row.chat,
      chatJid: row.chat_jid,
      senderJid: row.sender_jid,
      fromMe: row.state === 'own',
    }),
    pruned_at: now,
  }))
  await tx
    .insertInto('pruned_inbox')
    .values(ids)
    .onConflict((conflict) => conflict.columns(['device_id', 'message_id']).doNothing())
    .execute()
  await tx.deleteFrom('inbox').where(isAmong(messages)).execute()
}

/** Forgets wordings of received or sent messages, and reactions to them. */
export async function forgetWordings(
  tx: Db,
  messages: readonly (Key & Pick<ForgottenMessage, 'network_id'>)[],
): Promise<void> {
  if (messages.length === 0) return
  await tx.deleteFrom('message_wordings').where(isAmong(messages)).execute()
  const reacted = messages.map((row) => ({
    device_id: row.device_id,
    message_id: row.network_id ?? row.message_id,
  }))
  await tx.deleteFrom('message_reactions').where(isAmong(reacted)).execute()
}

/** Returns the files that these messages had. */
export async function forgetFiles(
  tx: Db,
  messages: readonly ForgottenMessage[],
): Promise<string[]> {
  if (messages.length === 0) return []
  const gone = await tx
    .deleteFrom('inbox_files')
    .where(isAmong(messages))
    .returning(['media_id', 'preview_id'])
    .execute()
  return gone.flatMap((row) => [row.media_id, row.preview_id]).filter((id) => id !== null)
}

export async function emptyMessages(tx: Db, messages: readonly ForgottenMessage[]): Promise<void> {
  if (messages.length === 0) return
  await tx
    .updateTable('inbox')
    .set({ text: '', sender_name: '', username: null, kind: 'text', content: null })
    .where(isAmong(messages))
    .execute()
}
