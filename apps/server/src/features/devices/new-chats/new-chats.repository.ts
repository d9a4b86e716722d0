import type { Selectable } from 'kysely'
import { type Db, flag } from '../../../platform/database/database.ts'
import type { DeviceTable } from '../../../platform/database/schema/devices.ts'
import type { NewChatNews, NewChatQuota } from '../devices.ports.ts'
import { afterNews, type NewChatState } from './new-chat-state.ts'

type NewChatColumns = Pick<
  Selectable<DeviceTable>,
  | 'limited_until'
  | 'limit_named'
  | 'limits_unanswered'
  | 'locked_until'
  | 'chats_left'
  | 'chats_of'
  | 'chats_from'
  | 'chats_until'
>

export function createNewChatsRepository(db: Db) {
  return {
    /** The time until which the device writes to nobody new; null without a limit. */
    async limitedUntil(id: string): Promise<number | null> {
      const row = await db
        .selectFrom('devices')
        .select('limited_until')
        .where('id', '=', id)
        .executeTakeFirst()
      return row?.limited_until ?? null
    },

    /** The last quota of new chats from the network. */
    async quotaOf(id: string): Promise<NewChatQuota | null> {
      const row = await db.selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirst()
      return row ? toNewChats(row).quota : null
    },

    /** Returns whether anything has changed. */
    applyNews(id: string, news: NewChatNews, now: number): Promise<boolean> {
      return db.transaction().execute(async (tx) => {
        // Locks the row, because a refusal may be stored at the same time.
        const row = await tx
          .updateTable('devices')
          .set((eb) => ({ limit_named: eb.ref('limit_named') }))
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst()
        if (!row) return false
        const before = toNewChats(row)
        const after = afterNews(before, news, now)
        if (JSON.stringify(after) === JSON.stringify(before)) return false
        await tx.updateTable('devices').set(columnsOf(after)).where('id', '=', id).execute()
        return true
      })
    },

    /**
     * Records that the network refused a new chat. A future end that the network itself has named
     * is kept. `unanswered`: the person was written to before and has never answered.
     */
    async guess(id: string, until: number, now: number, unanswered = false): Promise<void> {
      if (unanswered) {
        await db.updateTable('devices').set({ limits_unanswered: 1 }).where('id', '=', id).execute()
      }
      await db
        .updateTable('devices')
        .set({ limited_until: until, limit_named: 0 })
        .where('id', '=', id)
        .where((eb) =>
          eb.or([
            eb('limit_named', '=', 0),
            eb('limited_until', 'is', null),
            eb('limited_until', '<=', now),
          ]),
        )
        .execute()
    },

    /** Records that the network accepted a new chat; a limit that it has named since is kept. */
    async end(id: string, now: number): Promise<void> {
      await db
        .updateTable('devices')
        .set({ limited_until: null, limit_named: 0, limits_unanswered: 0 })
        .where('id', '=', id)
        .where('limited_until', '<=', now)
        .execute()
    },
  }
}

export type NewChatsRepository = ReturnType<typeof createNewChatsRepository>

export function toNewChats(row: NewChatColumns): NewChatState {
  const { chats_left: left, chats_of: of, chats_from: from, chats_until: until } = row
  return {
    limitedUntil: row.limited_until,
    isNamed: row.limit_named === 1,
    holdsUnanswered: row.limits_unanswered === 1,
    lockedUntil: row.locked_until,
    quota: left === null ? null : { left, of: of ?? 0, from, until },
  }
}

function columnsOf(state: NewChatState): NewChatColumns {
  const { limitedUntil, isNamed, holdsUnanswered, lockedUntil, quota } = state
  return {
    limited_until: limitedUntil,
    limit_named: flag(isNamed),
    limits_unanswered: flag(holdsUnanswered),
    locked_until: lockedUntil,
    chats_left: quota?.left ?? null,
    chats_of: quota?.of ?? null,
    chats_from: quota?.from ?? null,
    chats_until: quota?.until ?? null,
  }
}
