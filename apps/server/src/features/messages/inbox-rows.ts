import type { Selectable } from 'kysely'
import { type Db, flag } from '../../platform/database/database.ts'
import { columnsOf, prepared, preparedForSome } from '../../platform/database/prepared.ts'
import type { InboxTable } from '../../platform/database/schema/inbox.ts'
import type { InboundMessage, StoredMessage } from '../../platform/inbound-message.ts'
import { type ChatMessage, updateChats } from './chats.repository.ts'
import { askForFiles } from './files/inbox-files.repository.ts'
import { type ChangedMessage, MESSAGE_DELETED, SHOWN_ONLY } from './inbound-changes.ts'

export interface NewMessage {
  readonly key: string
  readonly workspaceId: string
  readonly chatKey: string
  readonly message: InboundMessage
  readonly changed: ChangedMessage
  readonly now: number
}

export type InboxRow = Selectable<InboxTable>

export function toRow({ key, workspaceId, chatKey, message, changed, now }: NewMessage): InboxRow {
  return {
    device_id: message.deviceId,
    message_id: key,
    network_id: key === message.messageId ? null : message.messageId,
    user_id: workspaceId,
    chat_jid: message.chatJid,
    chat_key: chatKey,
    chat_lid: message.chatLid,
    chat: message.chat,
    sender_jid: message.senderJid,
    sender_number: message.senderNumber,
    username: message.username,
    sender_name: message.senderName,
    kind: message.kind,
    text: changed.text,
    sent_at: message.sentAt,
    received_at: now,
    ...firstState(message, changed),
    deleted: flag(changed.deleted),
    wording: changed.wording,
    edited_at: changed.editedAt,
    chat_id: null,
    quoted_id: message.quotedId ?? null,
    content: message.content ? JSON.stringify(message.content) : null,
  }
}

/**
 * Inserts rows whose key is new; of several with one key the first. Returns for each the stored row
 * with its chat id, or null.
 */
export async function insertOnce(tx: Db, rows: readonly InboxRow[]): Promise<(InboxRow | null)[]> {
  const stored = new Map((await insertRows(tx, rows)).map((row) => [row.message_id, row.chat_id]))
  await askForFiles(
    tx,
    rows.filter((row) => stored.has(row.message_id)),
  )
  return rows.map((row) => {
    const chat_id = stored.get(row.message_id)
    return stored.delete(row.message_id) ? { ...row, chat_id: chat_id ?? null } : null
  })
}

/** What a chat shows of an inbound message. */
export function toChatMessage(row: InboxRow): ChatMessage {
  const isGroup = row.chat === 'group'
  return {
    workspaceId: row.user_id,
    deviceId: row.device_id,
    chatKey: row.chat_key,
    kind: row.chat,
    jid: row.chat_jid,
    number: isGroup ? null : row.sender_number,
    lid: row.chat_lid,
    username: isGroup ? null : row.username,
    name: isGroup ? '' : row.sender_name,
    text: row.deleted === 1 ? '' : row.text,
    messageKind: row.deleted === 1 ? 'text' : row.kind,
    by: row.state === 'own' ? 'phone' : 'person',
    at: row.received_at,
    writtenAt: row.sent_at,
  }
}

/** Updates the chats of messages that this transaction has stored. */
export async function placeInChats(
  tx: Db,
  rows: readonly InboxRow[],
  isUsed = false,
): Promise<void> {
  const messages = rows.map((row) => ({ ...toChatMessage(row), isUsed }))
  const ids = await updateChats(tx, messages)
  for (const [n, row] of rows.entries()) {
    const chatId = ids[n]
    if (row.chat_id === chatId || chatId === undefined) continue
    await setChat(tx, { deviceId: row.device_id, messageId: row.message_id, chatId })
  }
}

interface Placed {
  readonly deviceId: string
  readonly messageId: string
  readonly chatId: string
}

const setChat = prepared((tx, { deviceId, messageId, chatId }: Placed) =>
  tx
    .updateTable('inbox')
    .set({ chat_id: chatId })
    .where('device_id', '=', deviceId)
    .where('message_id', '=', messageId),
)

export const STORED_COLUMNS = [
  'device_id',
  'message_id',
  'network_id',
  'user_id',
  'chat_jid',
  'chat_key',
  'chat_lid',
  'chat',
  'sender_jid',
  'sender_number',
  'username',
  'sender_name',
  'kind',
  'text',
  'sent_at',
  'received_at',
  'state',
  'reason',
  'deleted',
  'wording',
  'edited_at',
  'quoted_id',
  'content',
] as const satisfies (keyof InboxTable)[]

export const COLUMNS = [...STORED_COLUMNS, 'chat_id'] as const

const insertRows = preparedForSome((tx, rows: readonly InboxRow[]) =>
  tx
    .insertInto('inbox')
    .values(({ selectFrom }) =>
      rows.map((row) => ({
        ...columnsOf(row, STORED_COLUMNS),
        // A message in the same transaction may begin the chat.
        chat_id: selectFrom('chats')
          .select('id')
          .where('device_id', '=', row.device_id)
          .where('chat_key', '=', row.chat_key),
      })),
    )
    .onConflict((conflict) => conflict.columns(['device_id', 'message_id']).doNothing())
    .returning(['message_id', 'chat_id']),
)

function firstState({ fromMe, isQuiet }: InboundMessage, { deleted }: ChangedMessage) {
  if (fromMe) return { state: 'own', reason: null } as const
  if (isQuiet) return { state: 'silent', reason: SHOWN_ONLY } as const
  if (deleted) return { state: 'silent', reason: MESSAGE_DELETED } as const
  return { state: 'new', reason: null } as const
}

/** The inbound message of a row, with the row's key as its id. */
export function toInboundMessage(row: InboxRow): InboundMessage {
  const { networkId, workspaceId, chatKey, receivedAt, wording, ...message } = toStoredMessage(row)
  return { ...message, fromMe: row.state === 'own' }
}

export function toStoredMessage(row: InboxRow): StoredMessage {
  return {
    deviceId: row.device_id,
    messageId: row.message_id,
    networkId: row.network_id ?? row.message_id,
    workspaceId: row.user_id,
    chatJid: row.chat_jid,
    chatKey: row.chat_key,
    chatLid: row.chat_lid,
    chat: row.chat,
    senderJid: row.sender_jid,
    senderNumber: row.sender_number,
    username: row.username,
    senderName: row.sender_name,
    kind: row.kind,
    text: row.text,
    sentAt: row.sent_at,
    receivedAt: row.received_at,
    wording: row.wording,
  }
}
