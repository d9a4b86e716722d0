import type { MessageKind } from '@kirim/contract/message-kinds'
import type { OutgoingState } from '@kirim/contract/outgoing'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { ChatEntryTable } from '../../platform/database/schema/chats.ts'
import type { ChatTable } from '../../platform/database/schema/inbox.ts'
import type { StoredMessage } from '../../platform/inbound-message.ts'
import { chatAt, toSentChatMessage } from './chat-keys.ts'
import { previewOf } from './chats.repository.ts'
import type {
  EntriesOf,
  SentMessage,
  SentMessages,
  TimelinePlace,
  TimelineQuery,
} from './messages.ports.ts'

/** A received or sent message of a chat. */
export interface TimelineEntry extends TimelinePlace {
  readonly by: ChatTable['last_by']
  /** The latest text; empty when the message was deleted or pruned. */
  readonly text: string
  /** Null for sent messages, whose file determines it. */
  readonly kind: MessageKind | null
  readonly mediaId: string | null
  /** The author's name in a group. */
  readonly senderName: string
  readonly deleted: boolean
  readonly editedAt: number | null
  /** The network's id of the message it quotes. */
  readonly quotedId: string | null
  /** For a reply the inbound message, for a campaign the recipient. */
  readonly originId: string | null
  /** Its position among the messages of the same origin. */
  readonly part: number
  /** The state of a sent message; null for a received one. */
  readonly state: OutgoingState | null
  readonly sentAt: number | null
  readonly deliveredAt: number | null
  readonly readAt: number | null
  /** Why a sent message failed, as a stable code. */
  readonly reason: string | null
  /** The author's address in a group; null for sent messages. */
  readonly senderJid: string | null
  /** The id by which the network knows the message. */
  readonly networkId: string
  /** JSON: a `StoredContent`, an `OutgoingContent`, or the values of an event. */
  readonly content: string | null
  /** Who of the team wrote a note or caused an event. */
  readonly personId: string | null
  /** Of a note or an event; null for messages. */
  readonly event: ChatEntryTable['kind'] | null
}

type Row = Omit<TimelineEntry, 'hasLeft' | 'deleted'> &
  Readonly<Record<'hasLeft' | 'deleted', number>>

/**
 * A page of a chat, newest first, or oldest first after a position. Each kind of entry is read by
 * its index, at most one page of each. The next page begins at the last entry.
 */
export async function timelineOf(
  db: Db,
  others: readonly EntriesOf[],
  query: TimelineQuery,
): Promise<TimelineEntry[]> {
  const parts = [receivedEntries, ...others].map((entriesOf) => {
    return sql`select * from (${entriesOf(query)}) as part`
  })
  const order = query.after ? sql`at, "hasLeft", id` : sql`at desc, "hasLeft" desc, id desc`
  // As a part of a query: SQLite's dialect takes a whole one of raw SQL for a write.
  const entries = sql<Row>`(
    select * from (${sql.join(parts, sql` union all `)}) as page
    order by ${order} limit ${query.limit}
  )`
  const rows = await db.selectFrom(entries.as('entry')).selectAll().orderBy(order).execute()
  return rows.map((row) => ({ ...row, hasLeft: row.hasLeft === 1, deleted: row.deleted === 1 }))
}

/**
 * At most `limit` last entries of a chat before one of its messages, oldest first. Replies follow
 * the message they answer, even if they were sent after the next one arrived; replies to this
 * message and to later ones are left out.
 */
export async function timelineBefore(
  db: Db,
  { entriesOf }: Pick<SentMessages, 'entriesOf'>,
  message: Pick<StoredMessage, 'deviceId' | 'chatKey' | 'messageId' | 'receivedAt'>,
  limit: number,
): Promise<TimelineEntry[]> {
  const { deviceId, chatKey, messageId: id, receivedAt: at } = message
  const [chat] = await chatAt(db, { deviceId, chatKey })
  if (!chat) return []
  const page = { chatId: chat.id, limit }
  const earlier = await timelineOf(db, [entriesOf], { ...page, before: { at, hasLeft: false, id } })
  // Late replies to earlier messages are among the newest entries.
  const newest = await timelineOf(db, [entriesOf], { ...page, before: null })
  const entries = new Map([...newest, ...earlier].map((entry) => [entry.id, entry]))
  const cameBefore = new Set(earlier.filter(({ hasLeft }) => !hasLeft).map((entry) => entry.id))
  return [...entries.values()]
    .flatMap((entry) => {
      const answered = (entry.hasLeft && entries.get(entry.originId ?? '')) || entry
      const isBefore = answered.hasLeft ? answered.at < at : cameBefore.has(answered.id)
      return isBefore && entry.originId !== id ? [{ entry, place: placeOf(answered, entry) }] : []
    })
    .sort((a, b) => comparePlaces(a.place, b.place))
    .slice(-limit)
    .map(({ entry }) => entry)
}

/**
 * Resets the chats of dropped messages to their previous entry; if a person wrote that entry, they
 * wait for an answer again. Call it in the transaction that drops them.
 */
export async function takeBackFromChats(
  tx: Db,
  { entriesOf }: Pick<SentMessages, 'entriesOf'>,
  dropped: readonly SentMessage[],
): Promise<void> {
  for (const message of dropped) {
    const { deviceId, chatKey } = await toSentChatMessage(tx, message, 0)
    const [chat] = await chatAt(tx, { deviceId, chatKey })
    if (!chat) continue
    const [last] = await timelineOf(tx, [entriesOf], { chatId: chat.id, before: null, limit: 1 })
    if (!last) continue
    const waits = last.by === 'person' && { waiting_since: chat.waiting_since ?? last.at }
    await tx
      .updateTable('chats')
      .set({
        ...waits,
        preview: previewOf(last.text),
        preview_kind: kindOf(last),
        last_by: last.by,
        last_at: last.at,
      })
      .where('id', '=', chat.id)
      .execute()
  }
}

const kindOf = ({ kind, mediaId }: TimelineEntry): MessageKind =>
  kind ?? (mediaId === null ? 'text' : 'document')

/** Sorts replies behind the message that they answer, and parts of one message by number. */
function placeOf(answered: TimelineEntry, entry: TimelineEntry): readonly (number | string)[] {
  const message = answered.hasLeft ? (answered.originId ?? '') : answered.id
  return [answered.at, Number(answered.hasLeft), message, Number(entry.hasLeft), entry.part]
}

function comparePlaces(a: readonly (number | string)[], b: readonly (number | string)[]): number {
  const differing = a.findIndex((value, n) => value !== b[n])
  if (differing < 0) return 0
  return (a[differing] ?? 0) < (b[differing] ?? 0) ? -1 : 1
}

const receivedEntries: EntriesOf = ({ chatId, before, after, ids, limit }) => {
  // At the same moment, sent entries follow received ones.
  const range = after
    ? after.hasLeft
      ? sql`and received_at > ${after.at}`
      : sql`and (received_at, message_id) > (${after.at}, ${after.id})`
    : !before
      ? sql``
      : before.hasLeft
        ? sql`and received_at <= ${before.at}`
        : sql`and (received_at, message_id) < (${before.at}, ${before.id})`
  const order = after ? sql`received_at, message_id` : sql`received_at desc, message_id desc`
  return sql`
    select received_at as at, 0 as "hasLeft", message_id as id,
      case when state = 'own' then 'phone' else 'person' end as by,
      case when deleted = 1 then '' when edited_at is null then text else coalesce((
        select worded.text from message_wordings as worded
        where worded.device_id = inbox.device_id and worded.message_id = inbox.message_id
        order by worded.at desc limit 1
      ), text) end as text, kind,
      cast(null as text) as "mediaId", sender_name as "senderName", deleted,
      edited_at as "editedAt", quoted_id as "quotedId",
      cast(null as text) as "originId", 0 as part, cast(null as text) as state,
      cast(null as bigint) as "sentAt", cast(null as bigint) as "deliveredAt",
      cast(null as bigint) as "readAt", cast(null as text) as reason, sender_jid as "senderJid",
      coalesce(network_id, message_id) as "networkId", content, cast(null as text) as "personId",
      cast(null as text) as event
    from inbox
    where chat_id = ${chatId} ${range} ${ids ? sql`and message_id in (${sql.join(ids)})` : sql``}
    order by ${order}
    limit ${limit}
  `
}
