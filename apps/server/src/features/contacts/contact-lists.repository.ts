import { type ExpressionBuilder, sql } from 'kysely'
import { chunks, type Db } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { type StoredContact, toContact } from './contacts.repository.ts'

export interface ContactOrder {
  readonly by: 'createdAt' | 'name' | 'phoneNumber'
  readonly descending: boolean
}

/** Where a contact stands in an order; what to ask for those after it. */
export function placeOf(contact: StoredContact, { by }: ContactOrder): readonly string[] {
  if (by === 'createdAt') return [contact.id]
  // A number is its owner's once; names need not be.
  return by === 'name' ? [contact.sortKey, contact.id] : [contact.phoneNumber]
}

export interface ContactFilter {
  readonly groupId: string | null
  /** LIKE patterns on `search_key`, escaped with `\`; none finds everybody. */
  readonly patterns: readonly string[]
}

/** Ids are hexadecimal digits and dashes. */
const AFTER_EVERY_ID = 'g'

/** The contacts of an owner as they are listed: everybody or a group, found and sorted, page by page. */
export function createContactListsRepository(db: Db) {
  return {
    /** In an order, from after the place of a contact in it (`placeOf`). */
    async list(
      userId: string,
      filter: ContactFilter,
      page: { order: ContactOrder; after: readonly string[] | null; limit: number },
    ): Promise<StoredContact[]> {
      const { order, after, limit } = page
      const columns = columnsOf(filter, order).map((column) => sql.ref<string>(column))
      const rows = await columns
        .reduce(
          (query, column) => query.orderBy(column, order.descending ? 'desc' : 'asc'),
          select(db, userId, filter).select([
            'contacts.id',
            'name',
            'phone_number',
            'sort_key',
            'created_at',
          ]),
        )
        .$if(after !== null, (query) =>
          query.where(
            sql<boolean>`(${sql.join(columns)}) ${sql.raw(order.descending ? '<' : '>')} (${sql.join(after ?? [])})`,
          ),
        )
        .limit(limit)
        .execute()
      return rows.map(toContact)
    },

    /** What the owner's list calls these numbers, by number; who is not in it, or goes by the number, is left out. */
    async namesOf(
      userId: string,
      phoneNumbers: readonly string[],
    ): Promise<ReadonlyMap<string, string>> {
      const names = new Map<string, string>()
      for (const some of chunks([...new Set(phoneNumbers)])) {
        const rows = await db
          .selectFrom('contacts')
          .select(['phone_number', 'name'])
          .where('user_id', '=', userId)
          .where('phone_number', 'in', some)
          .whereRef('name', '<>', 'phone_number')
          .execute()
        for (const row of rows) names.set(row.phone_number, row.name)
      }
      return names
    },

    async count(userId: string, filter: ContactFilter): Promise<number> {
      if (filter.groupId !== null && filter.patterns.length === 0) {
        return groupCount(db, userId, filter.groupId)
      }
      const { n } = await select(db, userId, filter)
        .select((eb) => eb.fn.countAll<number | string>().as('n'))
        .executeTakeFirstOrThrow()
      return Number(n)
    },
  }
}

export type ContactListsRepository = ReturnType<typeof createContactListsRepository>

function select(db: Db, userId: string, filter: ContactFilter) {
  return db
    .selectFrom('contacts')
    .where('contacts.user_id', '=', userId)
    .$if(filter.groupId !== null, (query) =>
      query
        .innerJoin('group_members', 'group_members.contact_id', 'contacts.id')
        .where('group_members.group_id', '=', filter.groupId)
        // True for all: it makes SQLite walk the group's members, where it would walk everybody.
        .where('group_members.contact_id', '<', AFTER_EVERY_ID),
    )
    .$if(filter.patterns.length > 0, (query) =>
      query.where((eb) => eb.or(filter.patterns.map((pattern) => matches(eb, pattern)))),
    )
}

/** What a place in an order is made of, as `placeOf` has it. */
function columnsOf(filter: ContactFilter, { by }: ContactOrder): readonly string[] {
  // A group is walked along its members, which are few or all; never along everybody.
  const id = filter.groupId === null ? 'contacts.id' : 'group_members.contact_id'
  if (by === 'createdAt') return [id]
  return by === 'name' ? ['contacts.sort_key', id] : ['contacts.phone_number']
}

async function groupCount(db: Db, userId: string, groupId: string): Promise<number> {
  const row = await db
    .selectFrom('contact_groups')
    .select('contact_count')
    .where('id', '=', groupId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.contact_count ?? 0
}

function matches(eb: ExpressionBuilder<Schema, 'contacts'>, pattern: string) {
  return sql<boolean>`${eb.ref('search_key')} like ${pattern} escape ${sql.lit('\\')}`
}
