import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { OutgoingContent } from '../../platform/message-content.ts'
import type { MessageKey } from './outgoing-rows.ts'

interface TimelineQuery {
  readonly chatId: string
  readonly before: TimelinePlace | null
  readonly after?: TimelinePlace
  readonly ids?: readonly string[]
  readonly limit: number
}

interface TimelinePlace {
  readonly at: number
  readonly hasLeft: boolean
  readonly id: string
}

/** Sent messages in the timeline of their chat. */
export const sentInChats = {
  /** One chat has become part of another. */
  async joinSent(tx: Db, { gone, into }: { gone: string; into: string }): Promise<void> {
    await tx.updateTable('outgoing').set({ chat_id: into }).where('chat_id', '=', gone).execute()
  },

  /** SQL: the messages of a chat before or after a position, without dropped ones. */
  entriesOf({ chatId, before, after, ids, limit }: TimelineQuery): RawBuilder<unknown> {
    const range = after
      ? after.hasLeft
        ? sql`and (created_at, message_id) > (${after.at}, ${after.id})`
        : sql`and created_at >= ${after.at}`
      : !before
        ? sql``
        : before.hasLeft
          ? sql`and (created_at, message_id) < (${before.at}, ${before.id})`
          : sql`and created_at < ${before.at}`
    const order = after ? sql`created_at, message_id` : sql`created_at desc, message_id desc`
    return sql`
      select created_at as at, 1 as has_left, message_id as id, origin as by,
        case when deleted_at is null then text else '' end as text, cast(null as text) as kind,
        media_id, '' as sender_name, case when deleted_at is null then 0 else 1 end as deleted,
        coalesce(deleted_at, edited_at) as edited_at,
        cast(null as text) as quoted_id, origin_id, part, state, sent_at, delivered_at, read_at,
        reason, cast(null as text) as sender_jid, message_id as network_id, content,
        cast(null as text) as person_id, cast(null as text) as event
      from outgoing
      where chat_id = ${chatId} and state <> 'dropped' ${range}
        ${ids ? sql`and message_id in (${sql.join(ids)})` : sql``}
      order by ${order}
      limit ${limit}
    `
  },

  /** Whether anything was sent in a chat, or waits to be, between two moments. */
  async isWrittenIn(
    db: Db,
    chatId: string,
    between: { readonly after: number; readonly before: number; readonly except?: string },
  ): Promise<boolean> {
    const row = await db
      .selectFrom('outgoing')
      .select('message_id')
      .where('chat_id', '=', chatId)
      .where('created_at', '>', between.after)
      .where('created_at', '<=', between.before)
      .where('state', 'not in', ['failed', 'dropped'])
      .where('origin', '<>', 'opt_out')
      .where('origin_id', '<>', between.except ?? '')
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  },

  /** The chats of sent messages, by their ids. */
  async chatsOf(db: Db, deviceId: string, messageIds: readonly string[]) {
    if (messageIds.length === 0) return []
    const rows = await db
      .selectFrom('outgoing')
      .select(['message_id as messageId', 'chat_id as chatId'])
      .where('device_id', '=', deviceId)
      .where('message_id', 'in', messageIds)
      .execute()
    return rows.flatMap(({ messageId, chatId }) => (chatId === null ? [] : [{ messageId, chatId }]))
  },

  /** Messages of versions without chats, which had no content, and where the next page starts. */
  async chatless(db: Db, after: MessageKey | null, most: number) {
    const isAfter = sql<SqlBool>`(device_id, message_id) >
      (${after?.deviceId ?? ''}, ${after?.messageId ?? ''})`
    const end = await db
      .selectFrom('outgoing')
      .select(['device_id as deviceId', 'message_id as messageId'])
      .where(isAfter)
      .orderBy('device_id')
      .orderBy('message_id')
      .offset(most - 1)
      .limit(1)
      .executeTakeFirst()
    // With the bound in the condition SQLite may use another index and read a whole device.
    const rows = await db
      .selectFrom((eb) =>
        eb
          .selectFrom('outgoing')
          .select(['device_id as deviceId', 'message_id as messageId', 'user_id as workspaceId'])
          .select(['origin', 'jid', 'text', 'media_id as mediaId', 'created_at as createdAt'])
          .select(['chat_id', 'content'])
          .where(isAfter)
          .orderBy('device_id')
          .orderBy('message_id')
          .limit(most)
          .as('page'),
      )
      .select([
        'deviceId',
        'messageId',
        'workspaceId',
        'origin',
        'jid',
        'text',
        'mediaId',
        'createdAt',
      ])
      .where('chat_id', 'is', null)
      .where('content', 'is', null)
      .execute()
    return { last: end ?? null, rows }
  },

  /** What a sent poll asks; null when the message is none. */
  async pollOf(db: Db, { deviceId, messageId }: MessageKey) {
    const row = await db
      .selectFrom('outgoing')
      .select('content')
      .where('device_id', '=', deviceId)
      .where('message_id', '=', messageId)
      .executeTakeFirst()
    const content = row?.content ? (JSON.parse(row.content) as OutgoingContent) : null
    return content?.type === 'poll' ? content : null
  },

  async place(
    tx: Db,
    messages: readonly (MessageKey & { readonly chatId: string })[],
  ): Promise<void> {
    const rows = messages.map(
      ({ deviceId, messageId, chatId }) => sql`(${deviceId}, ${messageId}, ${chatId})`,
    )
    await sql`
      with placed (device_id, message_id, chat_id) as (values ${sql.join(rows)})
      update outgoing set chat_id = (
        select placed.chat_id from placed
        where placed.device_id = outgoing.device_id and placed.message_id = outgoing.message_id
      )
      where (device_id, message_id) in (select device_id, message_id from placed)
    `.execute(tx)
  },
}
