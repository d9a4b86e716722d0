import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { MemberMessageTable } from '../../../platform/database/schema/chats.ts'
import type { Flag } from '../../../platform/database/schema/flag.ts'

export type MemberMessage = Omit<MemberMessageTable, 'decided_at' | 'begins_chat'> & {
  readonly decided_at: number
  readonly begins_chat: Flag
}

/** Messages that have not left yet. */
const WAITING = ['scheduled', 'held'] as const

/** SQL condition: a message of the team has the file in this column. */
export function memberMessageUsesMedia(mediaId: string) {
  return sql<SqlBool>`exists (
    select 1 from member_messages
    where member_messages.media_id = ${sql.ref(mediaId)} and member_messages.state <> 'withdrawn'
  )`
}

/** What people of the team wrote, before it leaves. */
export function createMemberMessages(db: Db) {
  return {
    /** The message that a person has written with this id of their browser. */
    async byClientId(clientId: string): Promise<MemberMessage | null> {
      const row = await db
        .selectFrom('member_messages')
        .selectAll()
        .where('client_id', '=', clientId)
        .executeTakeFirst()
      return row ?? null
    },

    /** False when the person has written one with the same id of their browser. */
    async insert(tx: Db, row: MemberMessage): Promise<boolean> {
      const stored = await tx
        .insertInto('member_messages')
        .values(row)
        .onConflict((conflict) => conflict.column('client_id').doNothing())
        .returning('id')
        .executeTakeFirst()
      return stored !== undefined
    },

    async find(id: string, tx: Db = db): Promise<MemberMessage | null> {
      const row = await tx
        .selectFrom('member_messages')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row ?? null
    },

    /** Changes a message that has not left; null when it has, or is not there. */
    async change(
      tx: Db,
      id: string,
      change: Partial<Pick<MemberMessage, 'text' | 'send_at' | 'state' | 'decided_at'>>,
      from: readonly MemberMessage['state'][] = WAITING,
    ): Promise<MemberMessage | null> {
      const row = await tx
        .updateTable('member_messages')
        .set(change)
        .where('id', '=', id)
        .where('state', 'in', from)
        .returningAll()
        .executeTakeFirst()
      return row ?? null
    },

    async setBeginsChat(tx: Db, id: string, begins_chat: Flag): Promise<void> {
      await tx.updateTable('member_messages').set({ begins_chat }).where('id', '=', id).execute()
    },

    /** The messages of a chat that have not left, by when they leave; of these ids, if given. */
    async waitingIn(chatId: string, ids?: readonly string[]): Promise<MemberMessage[]> {
      return db
        .selectFrom('member_messages')
        .selectAll()
        .where('chat_id', '=', chatId)
        .where('state', 'in', WAITING)
        .$if(ids !== undefined, (query) => query.where('id', 'in', [...(ids ?? [])]))
        .orderBy('send_at')
        .orderBy('id')
        .execute()
    },

    /** Those of a device whose time has come, the earliest first. */
    async due(deviceId: string, now: number, limit: number): Promise<MemberMessage[]> {
      return scheduledOn(deviceId)
        .selectAll()
        .where('send_at', '<=', now)
        .orderBy('send_at')
        .limit(limit)
        .execute()
    },

    /** When the next message of a device leaves; null without any. */
    async nextDue(deviceId: string): Promise<number | null> {
      const row = await scheduledOn(deviceId)
        .select('send_at')
        .orderBy('send_at')
        .limit(1)
        .executeTakeFirst()
      return row?.send_at ?? null
    },

    /** Holds what was scheduled in a chat before this moment; returns their ids. */
    async holdBefore(chatId: string, at: number): Promise<string[]> {
      const rows = await db
        .updateTable('member_messages')
        .set({ state: 'held' })
        .where('chat_id', '=', chatId)
        .where('state', '=', sql.lit('scheduled'))
        .where('decided_at', '<', at)
        .returning('id')
        .execute()
      return rows.map(({ id }) => id)
    },

    async remove(tx: Db, ids: readonly string[]): Promise<void> {
      if (ids.length > 0) await tx.deleteFrom('member_messages').where('id', 'in', ids).execute()
    },

    /** Who wrote these, by their ids. */
    async writersOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      if (ids.length === 0) return new Map()
      const rows = await db
        .selectFrom('member_messages')
        .select(['id', 'person_id'])
        .where('id', 'in', ids)
        .execute()
      return new Map(rows.map((row) => [row.id, row.person_id]))
    },
  }

  function scheduledOn(deviceId: string) {
    return db
      .selectFrom('member_messages')
      .where('device_id', '=', deviceId)
      .where('state', '=', sql.lit('scheduled'))
  }
}

export type MemberMessages = ReturnType<typeof createMemberMessages>
