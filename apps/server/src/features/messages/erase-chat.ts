import type { Db } from '../../platform/database/database.ts'
import { forgetFiles, forgetMessages, forgetWordings } from './forget-messages.ts'
import type { Answers } from './messages.ports.ts'

/**
 * Erases some received messages of a chat, with their wordings, reactions and replies to come.
 * Their ids stay, so that the network does not bring them back. Safe to repeat.
 */
export async function eraseReceived(
  tx: Db,
  answers: Pick<Answers, 'forget'>,
  { chatId, most, now }: { readonly chatId: string; readonly most: number; readonly now: number },
) {
  const rows = await tx
    .selectFrom('inbox')
    .select(['device_id', 'message_id', 'network_id', 'chat', 'chat_jid', 'sender_jid', 'state'])
    .where('chat_id', '=', chatId)
    .limit(most)
    .execute()
  const keys = rows.map((row) => ({ deviceId: row.device_id, messageId: row.message_id }))
  await answers.forget(tx, keys)
  const mediaIds = await forgetFiles(tx, rows)
  await forgetWordings(tx, rows)
  await forgetMessages(tx, rows, now)
  return { erased: rows.length, mediaIds }
}

/** Clears what a chat shows of the person and of the last message. */
export async function clearChat(tx: Db, chatId: string): Promise<void> {
  await tx
    .updateTable('chats')
    .set({ preview: '', preview_kind: 'text', name: '', username: null, unread: 0 })
    .where('id', '=', chatId)
    .execute()
}
