import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { ChatEntryTable } from '../../platform/database/schema/chats.ts'
import { newId } from '../../platform/ids.ts'
import type { EntryQuery } from './chats.ports.ts'

export interface NewChatEntry {
  readonly chatId: string
  readonly workspaceId: string
  readonly at: number
  readonly kind: ChatEntryTable['kind']
  readonly personId: string | null
  /** Of a note. */
  readonly text?: string
  readonly params?: Readonly<Record<string, string>>
}

/** Stores a note or an event; returns its id. */
export async function storeChatEntry(tx: Db, entry: NewChatEntry): Promise<string> {
  const id = newId()
  await tx
    .insertInto('chat_entries')
    .values({
      id,
      chat_id: entry.chatId,
      user_id: entry.workspaceId,
      at: entry.at,
      kind: entry.kind,
      person_id: entry.personId,
      text: entry.text ?? '',
      params: JSON.stringify(entry.params ?? {}),
    })
    .execute()
  return id
}

/** SQL: notes and events of a chat before or after a position, in the columns of a timeline. */
export function notedEntries({ chatId, before, after, ids, limit }: EntryQuery) {
  const range = after
    ? after.hasLeft
      ? sql`and (at, id) > (${after.at}, ${after.id})`
      : sql`and at >= ${after.at}`
    : !before
      ? sql``
      : before.hasLeft
        ? sql`and (at, id) < (${before.at}, ${before.id})`
        : sql`and at < ${before.at}`
  const order = after ? sql`at, id` : sql`at desc, id desc`
  return sql`
    select at, 1 as has_left, id, case when kind = 'note' then 'note' else 'event' end as by, text,
      'text' as kind, cast(null as text) as media_id, '' as sender_name, 0 as deleted,
      cast(null as bigint) as edited_at, cast(null as text) as quoted_id,
      cast(null as text) as origin_id, 0 as part, cast(null as text) as state,
      cast(null as bigint) as sent_at, cast(null as bigint) as delivered_at,
      cast(null as bigint) as read_at, cast(null as text) as reason,
      cast(null as text) as sender_jid, id as network_id, params as content, person_id,
      kind as event
    from chat_entries
    where chat_id = ${chatId} ${range} ${ids ? sql`and id in (${sql.join(ids)})` : sql``}
    order by ${order}
    limit ${limit}
  `
}

/** Whether something happened in a chat from this moment on. */
export async function hasEntrySince(
  tx: Db,
  chatId: string,
  kind: ChatEntryTable['kind'],
  at: number,
): Promise<boolean> {
  const row = await tx
    .selectFrom('chat_entries')
    .select('id')
    .where('chat_id', '=', chatId)
    .where('at', '>=', at)
    .where('kind', '=', kind)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
