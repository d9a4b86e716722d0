import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

interface TimelineQuery {
  readonly chatId: string
  readonly before: { readonly at: number; readonly hasLeft: boolean; readonly id: string } | null
  readonly limit: number
}

/** Sent messages in the timeline of their chat. */
export const sentInChats = {
  /** One chat has become part of another. */
  async joinSent(tx: Db, { gone, into }: { gone: string; into: string }): Promise<void> {
    await tx.updateTable('outgoing').set({ chat_id: into }).where('chat_id', '=', gone).execute()
  },

  /** SQL: the newest messages of a chat before a position, without dropped ones. */
  entriesOf({ chatId, before, limit }: TimelineQuery): RawBuilder<unknown> {
    const isBefore = !before
      ? sql``
      : before.hasLeft
        ? sql`and (created_at, message_id) < (${before.at}, ${before.id})`
        : sql`and created_at < ${before.at}`
    return sql`
      select created_at as at, 1 as has_left, message_id as id, origin as by, text, cast(null as text) as kind,
        media_id, '' as sender_name, 0 as deleted, cast(null as bigint) as edited_at,
        cast(null as text) as quoted_id, origin_id, part, state, sent_at, delivered_at, read_at
      from outgoing
      where chat_id = ${chatId} and state <> 'dropped' ${isBefore}
      order by created_at desc, message_id desc
      limit ${limit}
    `
  },
}
