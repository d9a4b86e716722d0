import { GROUPS_MAX } from '@kirim/contract/limits'
import { SegmentFilter } from '@kirim/contract/segment-filter'
import * as z from 'zod/mini'
import type { Db } from '../../platform/database/database.ts'
import { inPages } from '../../platform/database/in-pages.ts'
import { takeLock } from '../../platform/database/take-lock.ts'
import { refuseTaken } from '../../platform/database/taken.ts'
import { DomainError } from '../../platform/errors.ts'

/** A filter as it is stored. */
export function readFilter(stored: string): SegmentFilter {
  return z.parse(SegmentFilter, JSON.parse(stored))
}

/** A transaction of this size takes some hundredths of a second at most. */
const ERASE_BATCH_SIZE = 500

export interface StoredGroup {
  readonly id: string
  readonly name: string
  readonly contactCount: number
  /** By what it fills itself; null for a group that is filled by hand. */
  readonly filter: SegmentFilter | null
}

/** An owner's contact groups; the contacts repository updates their counts. */
export function createGroupsRepository(db: Db) {
  return {
    /** All groups, newest first, in pages. */
    list(userId: string): AsyncGenerator<StoredGroup[]> {
      return inPages(
        async (after: string | null, limit) => {
          const rows = await db
            .selectFrom('contact_groups')
            .select(['id', 'name', 'contact_count', 'filter'])
            .where('user_id', '=', userId)
            .where('erasing', '=', 0)
            .$if(after !== null, (query) => query.where('id', '<', after ?? ''))
            .orderBy('id', 'desc')
            .limit(limit)
            .execute()
          return rows.map(toGroup)
        },
        (group) => group.id,
      )
    },

    /** Those that a contact is in, by name. */
    async ofContact(
      userId: string,
      contactId: string,
    ): Promise<{ _id: string; groupName: string; isSegment: boolean }[]> {
      const rows = await db
        .selectFrom('group_members')
        .innerJoin('contact_groups', 'contact_groups.id', 'group_members.group_id')
        .select(['contact_groups.id', 'contact_groups.name', 'contact_groups.filter'])
        .where('group_members.contact_id', '=', contactId)
        .where('contact_groups.user_id', '=', userId)
        .where('contact_groups.erasing', '=', 0)
        .orderBy('contact_groups.name_key')
        .execute()
      return rows.map(({ id, name, filter }) => ({
        _id: id,
        groupName: name,
        isSegment: filter !== null,
      }))
    },

    /** Throws `group_not_found`. */
    async requireGroup(userId: string, id: string): Promise<void> {
      const row = await db
        .selectFrom('contact_groups')
        .select('id')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('erasing', '=', 0)
        .executeTakeFirst()
      if (!row) throw new DomainError('group_not_found')
    },

    /** Throws `group_not_found`, and `group_is_segment` for one that fills itself. */
    async requireFilledByHand(userId: string, id: string): Promise<void> {
      const row = await db
        .selectFrom('contact_groups')
        .select('filter')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('erasing', '=', 0)
        .executeTakeFirst()
      if (!row) throw new DomainError('group_not_found')
      if (row.filter !== null) throw new DomainError('group_is_segment')
    },

    /** Which of these are groups of the owner's that are filled by hand. */
    async filledByHandAmong(userId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = await db
        .selectFrom('contact_groups')
        .select('id')
        .where('id', 'in', ids)
        .where('user_id', '=', userId)
        .where('erasing', '=', 0)
        .where('filter', 'is', null)
        .execute()
      return new Set(rows.map(({ id }) => id))
    },

    /**
     * False when the owner already has a group of that name, ignoring case. Throws
     * `contact_groups_too_many`.
     */
    insert(
      userId: string,
      group: { id: string; name: string; createdAt: number },
    ): Promise<boolean> {
      return db.transaction().execute(async (tx) => {
        await takeLock(tx, `contact-groups ${userId}`, group.createdAt)
        const { n } = await tx
          .selectFrom('contact_groups')
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .where('user_id', '=', userId)
          .where('filter', 'is', null)
          .executeTakeFirstOrThrow()
        if (Number(n) >= GROUPS_MAX) {
          throw new DomainError('contact_groups_too_many', { n: GROUPS_MAX })
        }
        const result = await tx
          .insertInto('contact_groups')
          .values({
            id: group.id,
            user_id: userId,
            name: group.name,
            name_key: group.name.toLowerCase(),
            contact_count: 0,
            created_at: group.createdAt,
            erasing: 0,
          })
          .onConflict((conflict) => conflict.columns(['user_id', 'name_key']).doNothing())
          .executeTakeFirst()
        return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
      })
    },

    /** Throws `group_not_found` and `group_name_taken`. */
    async rename(userId: string, id: string, name: string): Promise<StoredGroup> {
      const row = await db
        .updateTable('contact_groups')
        .set({ name, name_key: name.toLowerCase() })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('erasing', '=', 0)
        .returning(['id', 'name', 'contact_count', 'filter'])
        .executeTakeFirst()
        .catch(refuseTaken('group_name_taken', 'groupName'))
      if (!row) throw new DomainError('group_not_found')
      return toGroup(row)
    },

    /**
     * Hides the group from its owner, who may reuse its name; `eraseStep` deletes its rows.
     * `alongside` runs later in the same transaction. Throws `group_not_found`.
     */
    async hide(userId: string, id: string, alongside: (tx: Db) => Promise<void>): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const result = await tx
          .updateTable('contact_groups')
          .set({ erasing: 1, name_key: id })
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .where('erasing', '=', 0)
          .executeTakeFirst()
        if (result.numUpdatedRows === 0n) throw new DomainError('group_not_found')
        await alongside(tx)
      })
    },

    /**
     * Deletes some members of a hidden group, and the group with the last ones. False when nothing
     * is left.
     */
    async eraseStep(id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('group_members')
        .where('group_id', '=', id)
        .where('contact_id', 'in', (eb) =>
          eb
            .selectFrom('group_members')
            .select('contact_id')
            .where('group_id', '=', id)
            .limit(ERASE_BATCH_SIZE),
        )
        .executeTakeFirstOrThrow()
      if (numDeletedRows === BigInt(ERASE_BATCH_SIZE)) return true
      await db.deleteFrom('contact_groups').where('id', '=', id).where('erasing', '=', 1).execute()
      return false
    },

    /** Hidden groups with rows left. */
    async erasing(): Promise<string[]> {
      const rows = await db
        .selectFrom('contact_groups')
        .select('id')
        .where('erasing', '=', 1)
        .execute()
      return rows.map((row) => row.id)
    },
  }
}

export type GroupsRepository = ReturnType<typeof createGroupsRepository>

function toGroup(row: {
  id: string
  name: string
  contact_count: number
  filter: string | null
}): StoredGroup {
  const filter = row.filter === null ? null : readFilter(row.filter)
  return { id: row.id, name: row.name, contactCount: row.contact_count, filter }
}
