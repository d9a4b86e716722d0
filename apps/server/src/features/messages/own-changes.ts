import type { MessageKind } from '@kirim/contract/message-kinds'
import type { Db } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { chatAt, keyOfAddress } from './chat-keys.ts'
import { previewOf } from './chats.repository.ts'
import { keepReaction } from './reactions.repository.ts'

interface MessageKey {
  readonly deviceId: string
  readonly messageId: string
}

/** Stores the number's own reaction to a message; an older one changes nothing. */
export async function reactOurselves(
  tx: Db,
  reaction: MessageKey & { readonly emoji: string; readonly at: number },
): Promise<void> {
  await keepReaction(tx, { ...reaction, senderJid: '' })
}

/** Stores the wordings of one of our own messages beside each other. */
export async function keepWordings(
  tx: Db,
  { deviceId: device_id, messageId: message_id }: MessageKey,
  wordings: readonly { readonly at: number; readonly text: string }[],
): Promise<void> {
  await tx
    .insertInto('message_wordings')
    .values(wordings.map((wording) => ({ device_id, message_id, ...wording })))
    .onConflict((conflict) => conflict.columns(['device_id', 'message_id', 'at']).doNothing())
    .execute()
}

/** The chat whose last message is one of ours shows its new text; null once it is deleted. */
export async function rewordSentPreview(
  tx: Db,
  { chatId, createdAt }: { readonly chatId: string | null; readonly createdAt: number },
  text: string | null,
): Promise<void> {
  if (chatId === null) return
  const kind: MessageKind = 'text'
  await tx
    .updateTable('chats')
    .set({ preview: previewOf(text ?? ''), ...(text === null && { preview_kind: kind }) })
    .where('id', '=', chatId)
    .where('last_at', '=', createdAt)
    .where('last_by', '<>', 'person')
    .execute()
}

/** The newest message of the people of a chat; null without any. */
export async function lastHeardIn(tx: Db, chatId: string) {
  const row = await tx
    .selectFrom('inbox')
    .select(['received_at as at', 'text'])
    .where('chat_id', '=', chatId)
    .where('state', '<>', 'own')
    .orderBy('received_at', 'desc')
    .orderBy('message_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Whether the owner wrote in a chat from the phone between two moments. */
export async function wroteFromPhone(
  tx: Db,
  chatId: string,
  { after, before }: { readonly after: number; readonly before: number },
): Promise<boolean> {
  const row = await tx
    .selectFrom('inbox')
    .select('message_id')
    .where('chat_id', '=', chatId)
    .where('state', '=', 'own')
    .where('received_at', '>', after)
    .where('received_at', '<', before)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The addresses of those who wrote in a chat, by the digits of their number or LID. */
export async function writersIn(
  db: Db,
  chatId: string,
  users: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const lids = users.map((user) => `${user}@lid`)
  const rows = await db
    .selectFrom('inbox')
    .select(['sender_jid', 'sender_number'])
    .distinct()
    .where('chat_id', '=', chatId)
    .where((eb) => eb.or([eb('sender_number', 'in', users), eb('sender_jid', 'in', lids)]))
    .execute()
  const known = new Map<string, string>()
  for (const { sender_jid: jid, sender_number: number } of rows) {
    known.set(jid.split(/[:@]/)[0] ?? jid, jid)
    if (number !== null) known.set(number, jid)
  }
  return known
}

/** Whether anything was ever received in a chat, or written from the phone. */
export async function wasReceivedIn(tx: Db, chatId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('inbox')
    .select('message_id')
    .where('chat_id', '=', chatId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** A chat that somebody of the team opens before anything is written; returns its id. */
export async function beginChat(
  tx: Db,
  begun: {
    readonly workspaceId: string
    readonly deviceId: string
    readonly jid: string
    readonly personId: string
    readonly at: number
  },
): Promise<string> {
  const { deviceId, jid, at } = begun
  const chatKey = await keyOfAddress(tx, deviceId, jid)
  const row = await tx
    .insertInto('chats')
    .values({
      id: newId(),
      user_id: begun.workspaceId,
      device_id: deviceId,
      chat_key: chatKey,
      kind: 'individual',
      jid,
      number: chatKey.includes('@') ? null : chatKey,
      lid: jid.endsWith('@lid') ? jid : null,
      username: null,
      name: '',
      preview: '',
      preview_kind: 'text',
      last_by: 'member',
      last_person_id: begun.personId,
      last_at: at,
      unread: 0,
      waiting_since: null,
      opened_at: at,
    })
    .onConflict((conflict) => conflict.columns(['device_id', 'chat_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row) return row.id
  const [chat] = await chatAt(tx, { deviceId, chatKey })
  if (!chat) throw new Error('A chat was not stored.')
  return chat.id
}
