import type { Db } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/errors.ts'

export interface StoredGroup {
  readonly id: string
  readonly name: string
  readonly contactCount: number
}

/** The contact groups of an owner; their counts are moved by the contacts repository. */
export function createGroupsRepository(db: Db) {
  return {
    async list(userId: string): Promise<StoredGroup[]> {
      const rows = await db
        .selectFrom('contact_groups')
        .select(['id', 'name', 'contact_count'])
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .execute()
      return rows.map((row) => ({ id: row.id, name: row.name, contactCount: row.contact_count }))
    },

    /** Throws `group_not_found`. */
    async requireGroup(userId: string, id: string): Promise<void> {
      const row = await db
        .selectFrom('contact_groups')
        .select('id')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      if (!row) throw new DomainError('group_not_found')
    },

    /** False when the owner already has a group of that name, without regard to case. */
    async insert(
      userId: string,
      group: { id: string; name: string; createdAt: number },
    ): Promise<boolean> {
      const result = await db
        .insertInto('contact_groups')
        .values({
          id: group.id,
          user_id: userId,
          name: group.name,
          name_key: group.name.toLowerCase(),
          contact_count: 0,
          created_at: group.createdAt,
        })
        .onConflict((conflict) => conflict.columns(['user_id', 'name_key']).doNothing())
        .executeTakeFirst()
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
    },

    /** Its contacts stay, and so do campaigns that used it. Throws `group_not_found`. */
    async delete(userId: string, id: string): Promise<void> {
      const result = await db
        .deleteFrom('contact_groups')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      if (result.numDeletedRows === 0n) throw new DomainError('group_not_found')
    },
  }
}

export type GroupsRepository = ReturnType<typeof createGroupsRepository>
