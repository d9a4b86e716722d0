import { type ChatNumberSettings, HISTORY_DAYS_DEFAULT } from '@kirim/contract/chat-numbers'
import { type Db, flag } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'

const DEFAULTS: ChatNumberSettings = {
  historyDays: HISTORY_DAYS_DEFAULT,
  showsGroups: false,
  marksRead: false,
}

const settingsOf = prepared((db, { deviceId }: { deviceId: string }) =>
  db
    .selectFrom('chat_numbers')
    .select(['history_days', 'shows_groups', 'marks_read'])
    .where('device_id', '=', deviceId),
)

/** What numbers do with their chats. */
export function createChatNumbers(db: Db) {
  async function of(deviceId: string): Promise<ChatNumberSettings> {
    const [row] = await settingsOf(db, { deviceId })
    if (!row) return DEFAULTS
    return {
      historyDays: row.history_days as ChatNumberSettings['historyDays'],
      showsGroups: row.shows_groups === 1,
      marksRead: row.marks_read === 1,
    }
  }

  return {
    of,

    /**
     * Stores them, and shows or hides the number's groups; returns whether these changed. The
     * caller has checked the number.
     */
    async save(deviceId: string, settings: ChatNumberSettings): Promise<boolean> {
      const columns = {
        history_days: settings.historyDays,
        shows_groups: flag(settings.showsGroups),
        marks_read: flag(settings.marksRead),
      }
      return db.transaction().execute(async (tx) => {
        await tx
          .insertInto('chat_numbers')
          .values({ device_id: deviceId, ...columns })
          .onConflict((conflict) => conflict.column('device_id').doUpdateSet(columns))
          .execute()
        // The counts of chats follow by themselves.
        const { numUpdatedRows } = await tx
          .updateTable('chats')
          .set({ hidden: flag(!settings.showsGroups) })
          .where('device_id', '=', deviceId)
          .where('kind', '=', 'group')
          .where('hidden', '=', flag(settings.showsGroups))
          .executeTakeFirst()
        return numUpdatedRows > 0n
      })
    },
  }
}

export type ChatNumbers = ReturnType<typeof createChatNumbers>
