import { GROUPS_MAX } from '@kirim/contract/limits'
import { SEGMENTS_MAX, SegmentFilter } from '@kirim/contract/segment-filter'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '../../platform/database/database.ts'
import { eraseInSteps } from '../../platform/database/erase-rows.ts'
import { inPages } from '../../platform/database/in-pages.ts'
import { takeLock } from '../../platform/database/take-lock.ts'
import { refuseTaken } from '../../platform/database/taken.ts'
import { DomainError } from '../../platform/errors.ts'

/** Parses a stored filter. */
export function readFilter(stored: string): SegmentFilter {
  return z.parse(SegmentFilter, JSON.parse(stored))
}

const GROUP_COLUMNS = ['id', 'name', 'contact_count', 'filter'] as const

export interface StoredGroup {
  readonly id: string
  readonly name: string
  readonly contactCount: number
  /** The conditions of a segment; null for a group that is filled by hand. */
  readonly filter: SegmentFilter | null
}

/** An owner's contact groups; the contacts repository updates their counts. */
export function createGroupsRepository(db: Db) {
  return {
    /** All groups, newest first, in pages. */
    list(workspaceId: string): AsyncGenerator<StoredGroup[]> {
      return inPages(
        async (after: string | null, limit) => {
          const rows = await db
            .selectFrom('contact_groups')
            .select(GROUP_COLUMNS)
            .where('user_id', '=', workspaceId)
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

    /** The groups a contact is in, by name. */
    async ofContact(
      workspaceId: string,
      contactId: string,
    ): Promise<{ _id: string; groupName: string; isSegment: boolean }[]> {
      const rows = await db
        .selectFrom('group_members')
        .innerJoin('contact_groups', 'contact_groups.id', 'group_members.group_id')
        .select(['contact_groups.id', 'contact_groups.name', 'contact_groups.filter'])
        .where('group_members.contact_id', '=', contactId)
        .where('contact_groups.user_id', '=', workspaceId)
        .where('contact_groups.erasing', '=', 0)
        .orderBy('contact_groups.name_key')
        .execute()
      return rows.map(({ id, name, filter }) => ({
        _id: id,
        groupName: name,
        isSegment: filter !== null,
      }))
    },

    /** Throws `group_not_found`, or the given code. */
    async require(
      workspaceId: string,
      id: string,
      missing: 'group_not_found' | 'segment_not_found' = 'group_not_found',
    ): Promise<StoredGroup> {
      const row = await db
        .selectFrom('contact_groups')
        .select(GROUP_COLUMNS)
        .where('id', '=', id)
        .where('user_id', '=', workspaceId)
        .where('erasing', '=', 0)
        .executeTakeFirst()
      if (!row) throw new DomainError(missing)
      return toGroup(row)
    },

    /** Throws `group_not_found`, and `group_is_segment` for a segment. */
    async requireFilledByHand(workspaceId: string, id: string): Promise<void> {
      if ((await this.require(workspaceId, id)).filter) throw new DomainError('group_is_segment')
    },

    /** Throws `segment_not_found`. */
    async requireSegment(workspaceId: string, id: string): Promise<SegmentFilter> {
      const { filter } = await this.require(workspaceId, id, 'segment_not_found')
      if (!filter) throw new DomainError('segment_not_found')
      return filter
    },

    /** The ids among these that are groups of the owner and filled by hand. */
    async filledByHandAmong(
      workspaceId: string,
      ids: readonly string[],
    ): Promise<ReadonlySet<string>> {
      const rows = await db
        .selectFrom('contact_groups')
        .select('id')
        .where('id', 'in', ids)
        .where('user_id', '=', workspaceId)
        .where('erasing', '=', 0)
        .where('filter', 'is', null)
        .execute()
      return new Set(rows.map(({ id }) => id))
    },

    /**
     * Creates a group, or a segment when there is a filter. Throws `group_name_taken`,
     * `contact_groups_too_many` and `segments_too_many`.
     */
    async insert(
      workspaceId: string,
      { id, name, filter = null }: { id: string; name: string; filter?: SegmentFilter | null },
      now: number,
    ): Promise<StoredGroup> {
      await db.transaction().execute(async (tx) => {
        await takeLock(tx, `${filter ? 'segments' : 'contact-groups'} ${workspaceId}`, now)
        const { n } = await tx
          .selectFrom('contact_groups')
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .where('user_id', '=', workspaceId)
          .where('filter', filter ? 'is not' : 'is', null)
          // A deleted group counts until its members are erased; a deleted segment does not count.
          .$if(filter !== null, (query) => query.where('erasing', '=', 0))
          .executeTakeFirstOrThrow()
        if (filter && Number(n) >= SEGMENTS_MAX) {
          throw new DomainError('segments_too_many', { n: SEGMENTS_MAX })
        }
        if (!filter && Number(n) >= GROUPS_MAX) {
          throw new DomainError('contact_groups_too_many', { n: GROUPS_MAX })
        }
        await tx
          .insertInto('contact_groups')
          .values({
            id,
            user_id: workspaceId,
            ...nameColumns(name),
            contact_count: 0,
            created_at: now,
            erasing: 0,
            filter: filter && JSON.stringify(filter),
          })
          .execute()
          .catch(refuseTaken('group_name_taken', 'groupName'))
      })
      return { id, name, contactCount: 0, filter }
    },

    /**
     * A new filter marks the segment to be filled again. Throws `group_not_found` and
     * `group_name_taken`.
     */
    async update(
      workspaceId: string,
      id: string,
      { name, filter }: { name: string; filter?: SegmentFilter },
    ): Promise<StoredGroup> {
      const row = await db
        .updateTable('contact_groups')
        .set({
          ...nameColumns(name),
          ...(filter && { filter: JSON.stringify(filter), filled_at: null }),
        })
        .where('id', '=', id)
        .where('user_id', '=', workspaceId)
        .where('erasing', '=', 0)
        .returning(GROUP_COLUMNS)
        .executeTakeFirst()
        .catch(refuseTaken('group_name_taken', 'groupName'))
      if (!row) throw new DomainError('group_not_found')
      return toGroup(row)
    },

    /**
     * Hides the group from its owner, who may reuse its name; `erase` deletes its rows.
     * `alongside` runs later in the same transaction. Throws `group_not_found`.
     */
    async hide(
      workspaceId: string,
      id: string,
      alongside: (tx: Db) => Promise<void>,
    ): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const result = await tx
          .updateTable('contact_groups')
          .set({ erasing: 1, name_key: id })
          .where('id', '=', id)
          .where('user_id', '=', workspaceId)
          .where('erasing', '=', 0)
          .executeTakeFirst()
        if (result.numUpdatedRows === 0n) throw new DomainError('group_not_found')
        await alongside(tx)
      })
    },

    /** Deletes a hidden group with its members, in short transactions. */
    async erase(id: string, signal?: AbortSignal): Promise<void> {
      const members = { table: 'group_members', key: ['group_id', 'contact_id'] } as const
      await eraseInSteps(db, { ...members, found: sql`where group_id = ${id}` }, signal)
      if (signal?.aborted) return
      await db.deleteFrom('contact_groups').where('id', '=', id).where('erasing', '=', 1).execute()
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

function nameColumns(name: string) {
  return { name, name_key: name.toLowerCase() }
}

function toGroup(row: {
  id: string
  name: string
  contact_count: number
  filter: string | null
}): StoredGroup {
  const filter = row.filter === null ? null : readFilter(row.filter)
  return { id: row.id, name: row.name, contactCount: row.contact_count, filter }
}
