import type { SegmentFilter } from '@kirim/contract/segment-filter'
import type { Db } from '../../../platform/database/database.ts'
import { isSqlite } from '../../../platform/database/text-search.ts'
import { DomainError } from '../../../platform/errors.ts'
import { readFilter } from '../groups.repository.ts'
import { CONTACT_COLUMNS, type StoredContact, toContact } from '../stored-contact.ts'
import { matches, type SegmentContext } from './segment-query.ts'

export interface StoredSegment {
  readonly workspaceId: string
  readonly filter: SegmentFilter
  /** The filter as stored, to detect changes. */
  readonly stored: string
  /** When it was last filled; null before the first time. */
  readonly filledAt: number | null
}

/** The result of one step. */
interface Step {
  /** The last contact; null when none were left. */
  readonly last: string | null
  readonly isChanged: boolean
}

/** Segments, whose members are stored like those of any other group. */
export function createSegmentsRepository(db: Db) {
  return {
    /** Null for a group that is filled by hand, or when there is none. */
    async find(groupId: string): Promise<StoredSegment | null> {
      const row = await db
        .selectFrom('contact_groups')
        .select(['user_id', 'filter', 'filled_at'])
        .where('id', '=', groupId)
        .where('erasing', '=', 0)
        .executeTakeFirst()
      if (!row?.filter) return null
      const { user_id: workspaceId, filter: stored, filled_at: filledAt } = row
      return { workspaceId, filter: readFilter(stored), stored, filledAt }
    },

    async contacts(workspaceId: string, ids: readonly string[]): Promise<StoredContact[]> {
      if (ids.length === 0) return []
      const rows = await db
        .selectFrom('contacts')
        .select(CONTACT_COLUMNS)
        .where('contacts.id', 'in', ids)
        .where('contacts.user_id', '=', workspaceId)
        .orderBy('contacts.id')
        .execute()
      return rows.map(toContact)
    },

    /** The matches among the next `limit` contacts. */
    async matchSome(
      context: SegmentContext,
      filter: SegmentFilter,
      after: string,
      limit: number,
    ): Promise<{ last: string | null; ids: readonly string[] }> {
      const last = await endOfStep(db, context.workspaceId, after, limit)
      const ids = last === null ? [] : await matching(db, context, filter, after, last)
      return { last, ids }
    },

    /** Adds and removes members among the next `limit` contacts, in one transaction. */
    async fillSome(
      groupId: string,
      context: SegmentContext,
      { filter, stored }: Pick<StoredSegment, 'filter' | 'stored'>,
      after: string,
      limit: number,
    ): Promise<Step> {
      const last = await endOfStep(db, context.workspaceId, after, limit)
      if (last === null) return { last, isChanged: false }
      const isChanged = await db.transaction().execute(async (tx) => {
        const wanted = new Set(await matching(tx, context, filter, after, last))
        const members = await membersBetween(tx, groupId, after, last)
        const added = [...wanted].filter((id) => !members.has(id))
        const left = [...members].filter((id) => !wanted.has(id))
        if (added.length + left.length === 0) return false
        const joined = await join(tx, groupId, added)
        const gone = await leave(tx, groupId, left)
        // Fails, and so rolls back, when the segment was deleted or changed meanwhile.
        const { numUpdatedRows } = await tx
          .updateTable('contact_groups')
          .set((eb) => ({
            contact_count: eb('contact_count', '+', joined - gone),
          }))
          .where('id', '=', groupId)
          .where('erasing', '=', 0)
          .where('filter', '=', stored)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) throw new DomainError('segment_not_found')
        return true
      })
      return { last, isChanged }
    },

    async markFilled(groupId: string, stored: string, now: number): Promise<void> {
      await db
        .updateTable('contact_groups')
        .set({ filled_at: now })
        .where('id', '=', groupId)
        .where('filter', '=', stored)
        .execute()
    },

    /** The segments of an owner that were last filled before this time. */
    async olderThan(workspaceId: string, before: number): Promise<string[]> {
      const rows = await db
        .selectFrom('contact_groups')
        .select('id')
        .where('user_id', '=', workspaceId)
        .where('filter', 'is not', null)
        .where('erasing', '=', 0)
        .where((eb) => eb.or([eb('filled_at', 'is', null), eb('filled_at', '<', before)]))
        .execute()
      return rows.map(({ id }) => id)
    },
  }
}

export type SegmentsRepository = ReturnType<typeof createSegmentsRepository>

async function endOfStep(
  db: Db,
  workspaceId: string,
  after: string,
  limit: number,
): Promise<string | null> {
  const row = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('contacts')
        .select('contacts.id')
        .where('contacts.user_id', '=', workspaceId)
        .where('contacts.id', '>', after)
        .orderBy('contacts.id')
        .limit(limit)
        .as('step'),
    )
    .select((eb) => eb.fn.max('step.id').as('last'))
    .executeTakeFirst()
  return row?.last ?? null
}

async function matching(
  db: Db,
  context: SegmentContext,
  filter: SegmentFilter,
  after: string,
  last: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('contacts')
    .select('contacts.id')
    .where('contacts.user_id', '=', context.workspaceId)
    .where('contacts.id', '>', after)
    .where('contacts.id', '<=', last)
    .where(matches(context, filter))
    .orderBy('contacts.id')
    .execute()
  return rows.map(({ id }) => id)
}

async function membersBetween(
  db: Db,
  groupId: string,
  after: string,
  last: string,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('group_members')
    .select('contact_id')
    .where('group_id', '=', groupId)
    .where('contact_id', '>', after)
    .where('contact_id', '<=', last)
    .execute()
  return new Set(rows.map(({ contact_id }) => contact_id))
}

/** Locks contacts against deletion before their group, like all transactions. */
async function join(tx: Db, groupId: string, contactIds: readonly string[]): Promise<number> {
  if (contactIds.length === 0) return 0
  const there = await tx
    .selectFrom('contacts')
    .select('contacts.id')
    .where('contacts.id', 'in', contactIds)
    .orderBy('contacts.id')
    .$if(!isSqlite(tx), (query) => query.forKeyShare())
    .execute()
  if (there.length === 0) return 0
  const joined = await tx
    .insertInto('group_members')
    .values(there.map(({ id }) => ({ group_id: groupId, contact_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('contact_id')
    .execute()
  return joined.length
}

async function leave(tx: Db, groupId: string, contactIds: readonly string[]): Promise<number> {
  if (contactIds.length === 0) return 0
  const { numDeletedRows } = await tx
    .deleteFrom('group_members')
    .where('group_id', '=', groupId)
    .where('contact_id', 'in', contactIds)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
