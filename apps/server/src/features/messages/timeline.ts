import type { MessageKind } from '@kirim/contract/message-kinds'
import type { OutgoingState } from '@kirim/contract/outgoing'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { ChatTable } from '../../platform/database/schema/inbox.ts'
import type { SentMessages, TimelineAsked, TimelinePlace } from './messages.ports.ts'

/** What came in or went out of a chat. */
export interface TimelineEntry extends TimelinePlace {
  readonly by: ChatTable['last_by']
  /** The last wording; empty when it was deleted, or removed. */
  readonly text: string
  /** Null for what went out: its file says it. */
  readonly kind: MessageKind | null
  readonly mediaId: string | null
  /** The name of whoever wrote in a group. */
  readonly senderName: string
  readonly deleted: boolean
  readonly editedAt: number | null
  /** The network's id of the message that it answers. */
  readonly quotedId: string | null
  /** For a reply the inbound message, for a campaign the recipient. */
  readonly originId: string | null
  /** What became of what went out; null for what came in. */
  readonly state: OutgoingState | null
  readonly sentAt: number | null
  readonly deliveredAt: number | null
  readonly readAt: number | null
}

interface Row {
  readonly at: number
  readonly has_left: number
  readonly id: string
  readonly by: TimelineEntry['by']
  readonly text: string
  readonly kind: MessageKind | null
  readonly media_id: string | null
  readonly sender_name: string
  readonly deleted: number
  readonly edited_at: number | null
  readonly quoted_id: string | null
  readonly origin_id: string | null
  readonly state: OutgoingState | null
  readonly sent_at: number | null
  readonly delivered_at: number | null
  readonly read_at: number | null
}

/**
 * A page of a chat, newest first: each half is read by its index and no further than the page is
 * long. The page after it begins before its last entry.
 */
export async function timelineOf(
  db: Db,
  { entriesOf }: Pick<SentMessages, 'entriesOf'>,
  asked: TimelineAsked,
): Promise<TimelineEntry[]> {
  const { rows } = await sql<Row>`
    select * from (
      select * from (${received(asked)}) as received
      union all
      select * from (${entriesOf(asked)}) as sent
    ) as entry
    order by at desc, has_left desc, id desc
    limit ${asked.limit}
  `.execute(db)
  return rows.map((row) => ({
    at: row.at,
    hasLeft: row.has_left === 1,
    id: row.id,
    by: row.by,
    text: row.text,
    kind: row.kind,
    mediaId: row.media_id,
    senderName: row.sender_name,
    deleted: row.deleted === 1,
    editedAt: row.edited_at,
    quotedId: row.quoted_id,
    originId: row.origin_id,
    state: row.state,
    sentAt: row.sent_at,
    deliveredAt: row.delivered_at,
    readAt: row.read_at,
  }))
}

function received({ chatId, before, limit }: TimelineAsked) {
  const isBefore = !before
    ? sql``
    : before.hasLeft
      ? sql`and received_at <= ${before.at}`
      : sql`and (received_at, message_id) < (${before.at}, ${before.id})`
  return sql`
    select received_at as at, 0 as has_left, message_id as id,
      case when state = 'own' then 'phone' else 'person' end as by,
      case when deleted = 1 then '' when edited_at is null then text else coalesce((
        select worded.text from message_wordings as worded
        where worded.device_id = inbox.device_id and worded.message_id = inbox.message_id
        order by worded.at desc limit 1
      ), text) end as text, kind,
      cast(null as text) as media_id, sender_name, deleted, edited_at, quoted_id,
      cast(null as text) as origin_id, cast(null as text) as state,
      cast(null as bigint) as sent_at, cast(null as bigint) as delivered_at,
      cast(null as bigint) as read_at
    from inbox
    where chat_id = ${chatId} ${isBefore}
    order by received_at desc, message_id desc
    limit ${limit}
  `
}
