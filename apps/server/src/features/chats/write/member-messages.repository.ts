import type { Db } from '../../../platform/database/database.ts'
import type { MemberMessageTable } from '../../../platform/database/schema/chats.ts'

/** What people of the team wrote, before it leaves. */
export function createMemberMessages(db: Db) {
  return {
    /** The message that a person has written with this id of their browser. */
    async byClientId(clientId: string): Promise<MemberMessageTable | null> {
      const row = await db
        .selectFrom('member_messages')
        .selectAll()
        .where('client_id', '=', clientId)
        .executeTakeFirst()
      return row ?? null
    },

    async insert(tx: Db, row: MemberMessageTable): Promise<void> {
      await tx.insertInto('member_messages').values(row).execute()
    },

    async find(id: string, tx: Db = db): Promise<MemberMessageTable | null> {
      const row = await tx
        .selectFrom('member_messages')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row ?? null
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
}

export type MemberMessages = ReturnType<typeof createMemberMessages>
