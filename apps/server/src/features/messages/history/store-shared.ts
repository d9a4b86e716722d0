import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { elements, textAt } from '../../../platform/database/json-rows.ts'
import type { InboundMessage } from '../../../platform/inbound-message.ts'
import { fillChats } from '../chats.repository.ts'
import { type InboxRow, STORED_COLUMNS, toChatMessage, toRow } from '../inbox-rows.ts'
import type { SharedReaction } from './history.ports.ts'

/** A message of a history with the key of its chat. */
export interface SharedMessage {
  readonly key: string
  readonly workspaceId: string
  readonly chatKey: string
  /** What the phone calls its chat. */
  readonly chatName: string
  readonly message: InboundMessage
}

const NUMBERS: ReadonlySet<string> = new Set([
  'sent_at',
  'received_at',
  'deleted',
  'wording',
  'edited_at',
])

/**
 * Stores messages of a history in one transaction, each at the time it was written: nobody answers,
 * counts or is told of them. Returns the keys of those that are new, and how many chats are.
 */
export async function storeShared(
  tx: Db,
  messages: readonly SharedMessage[],
): Promise<ReadonlySet<string>> {
  if (messages.length === 0) return new Set()
  const rows = messages.map(toOldRow)
  const chats = messages.map((one, n) => {
    const chat = toChatMessage(rows[n] as InboxRow)
    return { ...chat, name: chat.name || one.chatName }
  })
  const ids = await fillChats(tx, chats)
  const placed = rows.map((row, n) => ({ ...row, chat_id: ids[n] ?? null }))
  return insertOld(tx, placed)
}

function toOldRow({ key, workspaceId, chatKey, message }: SharedMessage): InboxRow {
  const changed = { text: message.text, deleted: false, wording: 0, editedAt: null }
  const row = toRow({ key, workspaceId, chatKey, message, changed, now: message.sentAt })
  return message.fromMe ? row : { ...row, state: 'old' }
}

const COLUMNS = [...STORED_COLUMNS, 'chat_id'] as const

async function insertOld(tx: Db, rows: readonly InboxRow[]): Promise<ReadonlySet<string>> {
  const json = JSON.stringify(rows.map((row) => COLUMNS.map((column) => row[column])))
  const values = COLUMNS.map((column, n) => valueAt(column, n))
  const { rows: stored } = await sql<{ message_id: string }>`
    insert into inbox (${sql.join(COLUMNS.map((column) => sql.ref(column)))})
    select ${sql.join(values)} from ${elements(tx, json)} where true
    on conflict (device_id, message_id) do nothing
    returning message_id
  `.execute(tx)
  return new Set(stored.map(({ message_id }) => message_id))
}

function valueAt(column: string, n: number): RawBuilder<unknown> {
  return NUMBERS.has(column) ? sql`cast(${textAt(n)} as bigint)` : textAt(n)
}

/** Reactions that are known already stay, since they may be newer. */
export async function storeSharedReactions(
  tx: Db,
  deviceId: string,
  reactions: readonly SharedReaction[],
): Promise<void> {
  if (reactions.length === 0) return
  const json = JSON.stringify(
    reactions.map(({ messageId, senderJid, emoji, at }) => [messageId, senderJid, emoji, at]),
  )
  await sql`
    insert into message_reactions (device_id, message_id, sender_jid, emoji, at)
    select ${deviceId}, ${textAt(0)}, ${textAt(1)}, ${textAt(2)}, cast(${textAt(3)} as bigint)
    from ${elements(tx, json)} where true
    on conflict (device_id, message_id, sender_jid) do nothing
  `.execute(tx)
}
