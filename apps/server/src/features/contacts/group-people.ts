import { expressionBuilder } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Database } from '../../platform/database/schema.ts'
import { DomainError } from '../../platform/errors.ts'

/** Forms request the same group repeatedly. */
const FOUND_MAX_AGE_MS = 10_000

/** Refreshes a segment that is older than `maxAgeMs`; does nothing for other groups. */
export type RefreshGroup = (groupId: string, maxAgeMs?: number) => Promise<void>

/** Contact groups, for features that message their members. */
export function createGroupPeople(db: Db, refresh: RefreshGroup = async () => {}) {
  return {
    refresh,

    /** For joins: which contact is in which group, without names. */
    members: expressionBuilder<Database>()
      .selectFrom('group_members')
      .select(['group_id', 'contact_id']),

    /** For joins: the same with name, number and the JSON of their fields. */
    people: expressionBuilder<Database>()
      .selectFrom('group_members')
      .innerJoin('contacts', 'contacts.id', 'group_members.contact_id')
      .select([
        'group_members.group_id',
        'group_members.contact_id',
        'contacts.user_id',
        'contacts.name',
        'contacts.phone_number',
        'contacts.fields',
      ]),

    async find(
      workspaceId: string,
      groupId: string,
    ): Promise<{ id: string; name: string; size: number } | null> {
      const read = () =>
        db
          .selectFrom('contact_groups')
          .select(['id', 'name', 'contact_count as size', 'filter'])
          .where('user_id', '=', workspaceId)
          .where('id', '=', groupId)
          .where('erasing', '=', 0)
          .executeTakeFirst()
      const group = await read()
      if (!group?.filter) return group ?? null
      await refresh(groupId, FOUND_MAX_AGE_MS)
      return (await read()) ?? null
    },

    async sizeOf(groupId: string): Promise<number> {
      const row = await db
        .selectFrom('contact_groups')
        .select('contact_count')
        .where('id', '=', groupId)
        .executeTakeFirst()
      return row?.contact_count ?? 0
    },

    /**
     * Locks a group against deletion until the transaction ends. Returns its number of members.
     * Throws `group_not_found`.
     */
    async lock(tx: Db, groupId: string): Promise<number> {
      const group = await tx
        .updateTable('contact_groups')
        .set((eb) => ({ erasing: eb.ref('erasing') }))
        .where('id', '=', groupId)
        .where('erasing', '=', 0)
        .returning('contact_count')
        .executeTakeFirst()
      if (!group) throw new DomainError('group_not_found')
      return group.contact_count
    },
  }
}
