import { sql } from 'kysely'
import { chunks, type Db } from '../../platform/database/database.ts'
import {
  countUpTo,
  FEW_RESULTS,
  findFew,
  holdsOne,
  isAmong,
  isSqlite,
  SHORT_LIST,
} from '../../platform/database/text-search.ts'
import { walkRows } from '../../platform/database/walk-rows.ts'
import { searchableName } from '../../platform/search-text.ts'
import type { ContactsOf } from './contacts.ports.ts'
import { valueIn } from './details/field-values.ts'
import { FIRST_WORD, fewNumbered, type Names } from './number-like-names.ts'
import { CONTACT_COLUMNS, type StoredContact, toContact } from './stored-contact.ts'

export interface ContactOrder {
  readonly by: 'createdAt' | 'name' | 'phoneNumber'
  readonly descending: boolean
}

/** The position of a contact in a sort order; the next page starts after it. */
export function placeOf(contact: StoredContact, { by }: ContactOrder): readonly string[] {
  if (by === 'createdAt') return [contact.id]
  // A number is unique per owner; names are not.
  return by === 'name' ? [contact.sortKey, contact.id] : [contact.phoneNumber]
}

export interface ContactFilter {
  readonly groupId: string | null
  /** `search_key` must contain one of them (see `searchTexts`); an empty list matches all. */
  readonly texts: readonly string[]
  readonly tagId?: string | null
  /** Contacts with this value in the field, or with any value when it is undefined or empty. */
  readonly field?: { readonly key: string; readonly value: string | undefined } | null
  /** Contacts whose name may be a number, or those whose name begins with a word. */
  readonly names?: Names
  /** Restricts the search to these rows, by `text_no` (see `narrow`). */
  readonly among?: readonly number[]
  /** Restricts the search to these contacts (see `narrow`). */
  readonly ids?: readonly string[]
  /** Finds the group's members by walking through all contacts of the owner. */
  readonly isWalked?: boolean
}

export interface ContactPlace {
  readonly order: ContactOrder
  readonly after: readonly string[] | null
  readonly limit: number
}

/** Larger groups are not sorted for a single page. */
const SORTED_MAX = 2000

/** Sorts after all ids, which are hexadecimal digits and dashes. */
const AFTER_LAST_ID = 'g'

/** Lists an owner's contacts, all or those of a group, searched and sorted, page by page. */
export function createContactListsRepository(db: Db, contactsOf: ContactsOf) {
  return {
    /**
     * Adds the rows found by an index when they are few; otherwise walking the list until a page is
     * full is faster.
     */
    async narrow(workspaceId: string, filter: ContactFilter): Promise<ContactFilter> {
      const ids = await fewTagged(db, workspaceId, filter.tagId)
      if (ids) return { ...filter, ids }
      const among = await findFew(db, workspaceId, filter.texts)
      return among ? { ...filter, among } : filter
    },

    /** The contacts among these ids that belong to the owner; at most 500. */
    async own(workspaceId: string, ids: readonly string[]): Promise<string[]> {
      const rows = await db
        .selectFrom('contacts')
        .select('id')
        .where('user_id', '=', workspaceId)
        .where('id', 'in', ids)
        .execute()
      return rows.map(({ id }) => id)
    },

    /** The contacts after a position in the order (see `placeOf`). */
    async list(
      workspaceId: string,
      filter: ContactFilter,
      page: ContactPlace,
    ): Promise<StoredContact[]> {
      const { groupId, texts, among, ids } = filter
      if (among || ids) return read(db, workspaceId, filter, page, null)
      const few = await fewNumbered(db, workspaceId, filter)
      if (few) return read(db, workspaceId, { ...filter, ids: few }, page, null)
      if (isRare(filter)) {
        return walk(db, workspaceId, { ...filter, isWalked: true }, page)
      }
      // Group members are stored in order of creation only.
      if (groupId !== null && page.order.by !== 'createdAt') {
        const isSorted = (await groupCount(db, workspaceId, groupId)) <= SORTED_MAX
        return isSorted
          ? read(db, workspaceId, filter, page, null)
          : walk(db, workspaceId, { ...filter, isWalked: true }, page)
      }
      const isLedTo = texts.length === 0 || !isSqlite(db)
      return isLedTo
        ? read(db, workspaceId, filter, page, null)
        : walk(db, workspaceId, filter, page)
    },

    /**
     * The names of these numbers in the owner's list, by number; an unnamed contact has its number
     * as its name. Numbers that are not in the list are left out.
     */
    calledBy: (workspaceId: string, phoneNumbers: readonly string[]) =>
      calledBy(db, workspaceId, phoneNumbers),

    /** The same without unnamed contacts. */
    async namesOf(
      workspaceId: string,
      phoneNumbers: readonly string[],
    ): Promise<ReadonlyMap<string, string>> {
      const called = await calledBy(db, workspaceId, phoneNumbers)
      return new Map([...called].filter(([number, name]) => name !== number))
    },

    /** Null when counting would read too many rows. */
    async count(workspaceId: string, filter: ContactFilter): Promise<number | null> {
      const { groupId, texts, among, ids } = filter
      if (ids)
        return countUpTo(select(db, workspaceId, filter).select('contacts.id'), db, FEW_RESULTS)
      if (among && groupId === null && !isRare(filter)) return among.length
      const all = () =>
        groupId === null ? contactsOf(workspaceId) : groupCount(db, workspaceId, groupId)
      if (texts.length === 0 && !isRare(filter)) return all()
      const isShort = (await all()) <= SHORT_LIST
      // Counting would read the whole list.
      if ((isSqlite(db) || isRare(filter)) && !isShort && !among) return null
      const found = select(db, workspaceId, filter).select('contacts.id')
      return countUpTo(found, db, isShort ? SHORT_LIST : FEW_RESULTS)
    },
  }
}

export type ContactListsRepository = ReturnType<typeof createContactListsRepository>

async function calledBy(
  db: Db,
  workspaceId: string,
  phoneNumbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const called = new Map<string, string>()
  for (const some of chunks([...new Set(phoneNumbers)])) {
    const rows = await db
      .selectFrom('contacts')
      .select(['phone_number', 'name'])
      .where('user_id', '=', workspaceId)
      .where('phone_number', 'in', some)
      .execute()
    for (const row of rows) called.set(row.phone_number, row.name)
  }
  return called
}

/** Scans in sort order until a page is full, where no index finds the contacts. */
function walk(
  db: Db,
  workspaceId: string,
  filter: ContactFilter,
  page: ContactPlace,
): Promise<StoredContact[]> {
  const passed = {
    ...filter,
    groupId: filter.isWalked ? null : filter.groupId,
    texts: [],
    tagId: null,
    field: null,
    names: 'all',
  } as const
  return walkRows<StoredContact, readonly string[]>({
    from: page.after,
    limit: page.limit,
    async endOf(after, rows) {
      const one = { ...page, after, limit: 1 }
      const [end] = await read(db, workspaceId, passed, one, null, rows - 1)
      return end ? placeOf(end, page.order) : null
    },
    read: (after, upTo, limit) => read(db, workspaceId, filter, { ...page, after, limit }, upTo),
  })
}

/** Contacts after one position in the order, up to another. */
async function read(
  db: Db,
  workspaceId: string,
  filter: ContactFilter,
  { order, after, limit }: ContactPlace,
  upTo: readonly string[] | null,
  skip = 0,
): Promise<StoredContact[]> {
  const columns = columnsOf(filter, order).map((column) => sql.ref<string>(column))
  const compare = (how: string, place: readonly string[]) =>
    sql<boolean>`(${sql.join(columns)}) ${sql.raw(how)} (${sql.join(place)})`
  let query = select(db, workspaceId, filter).select(CONTACT_COLUMNS)
  for (const column of columns) query = query.orderBy(column, order.descending ? 'desc' : 'asc')
  if (after) query = query.where(compare(order.descending ? '<' : '>', after))
  // Repeats the condition on `contacts`, which PostgreSQL would otherwise read from the start.
  if (after && order.by === 'createdAt' && filter.groupId !== null && !isSqlite(db)) {
    query = query.where('contacts.id', order.descending ? '<' : '>', after[0] ?? '')
  }
  if (upTo) query = query.where(compare(order.descending ? '>=' : '<=', upTo))
  if (skip > 0) query = query.offset(skip)
  return (await query.limit(limit).execute()).map(toContact)
}

function select(db: Db, workspaceId: string, filter: ContactFilter) {
  const { groupId, among, ids, texts, tagId = null, field = null, names = 'all' } = filter
  const isJoined = groupId !== null && !isCheckedFor(filter)
  return db
    .selectFrom('contacts')
    .where(
      // Makes SQLite look up the few contacts by number instead of walking through all of the
      // owner's.
      among || (ids && isSqlite(db))
        ? sql<boolean>`+contacts.user_id = ${workspaceId}`
        : sql<boolean>`contacts.user_id = ${workspaceId}`,
    )
    .$if(isJoined, (query) =>
      query
        .innerJoin('group_members', 'group_members.contact_id', 'contacts.id')
        .where('group_members.group_id', '=', groupId)
        // Always true: makes SQLite walk through the group's members instead of all contacts of the
        // owner.
        .where('group_members.contact_id', '<', AFTER_LAST_ID),
    )
    .$if(among !== undefined, (query) => query.where(isAmong(among ?? [])))
    .$if(groupId !== null && !isJoined, (query) =>
      query.where('contacts.id', 'in', (eb) =>
        eb
          .selectFrom('group_members')
          .select('contact_id')
          .where('group_id', '=', groupId)
          .whereRef('contact_id', '=', 'contacts.id'),
      ),
    )
    .$if(texts.length > 0, (query) => query.where(holdsOne(texts)))
    .$if(names !== 'all', (query) =>
      query.where('contacts.sort_key', names === 'words' ? '>=' : '<', FIRST_WORD),
    )
    .$if(ids !== undefined, (query) => query.where('contacts.id', 'in', ids ?? []))
    .$if(tagId !== null && ids === undefined, (query) =>
      query.where('contacts.id', 'in', (eb) =>
        eb
          .selectFrom('tag_members')
          .select('contact_id')
          .where('tag_id', '=', tagId)
          .whereRef('contact_id', '=', 'contacts.id'),
      ),
    )
    .$if(field !== null, (query) => {
      const value = valueIn(db, sql.ref('contacts.folded_fields'), field?.key ?? '')
      return query.where(
        field?.value
          ? sql<boolean>`${value} = ${searchableName(field.value)}`
          : sql<boolean>`${value} is not null`,
      )
    })
}

/** Whether the filter may match few of many contacts and no index finds them. */
function isRare({ tagId, field, names }: ContactFilter): boolean {
  return Boolean(tagId || field || names === 'numbers')
}

/** The contacts with a tag; null when they are many, or without a tag. */
async function fewTagged(
  db: Db,
  workspaceId: string,
  tagId: string | null | undefined,
): Promise<readonly string[] | null> {
  if (!tagId) return null
  const rows = await db
    .selectFrom('tag_members')
    .innerJoin('contact_tags', 'contact_tags.id', 'tag_members.tag_id')
    .select('tag_members.contact_id')
    .where('contact_tags.user_id', '=', workspaceId)
    .where('contact_tags.erasing', '=', 0)
    .where('tag_members.tag_id', '=', tagId)
    .limit(FEW_RESULTS + 1)
    .execute()
  return rows.length > FEW_RESULTS ? null : rows.map(({ contact_id }) => contact_id)
}

/**
 * Whether each contact is looked up in the group; otherwise the query starts at the group's
 * members.
 */
function isCheckedFor({ among, ids, isWalked }: ContactFilter): boolean {
  return among !== undefined || ids !== undefined || isWalked === true
}

/** The columns of a position in an order (see `placeOf`). */
function columnsOf(filter: ContactFilter, { by }: ContactOrder): readonly string[] {
  // When walking through a group's members, their own copies of the sort columns are used.
  const isJoined = filter.groupId !== null && !isCheckedFor(filter)
  const id = isJoined ? 'group_members.contact_id' : 'contacts.id'
  if (by === 'createdAt') return [id]
  return by === 'name' ? ['contacts.sort_key', id] : ['contacts.phone_number']
}

async function groupCount(db: Db, workspaceId: string, groupId: string): Promise<number> {
  const row = await db
    .selectFrom('contact_groups')
    .select('contact_count')
    .where('id', '=', groupId)
    .where('user_id', '=', workspaceId)
    .executeTakeFirst()
  return row?.contact_count ?? 0
}
