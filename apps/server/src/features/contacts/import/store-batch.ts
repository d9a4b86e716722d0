import { type InsertResult, type RawBuilder, sql } from 'kysely'
import { bulkDatabase, type Db, isBulkAwaited } from '../../../platform/database/database.ts'
import { elements, elementText, textAt } from '../../../platform/database/json-rows.ts'
import { leaveGap, nextNumber } from '../../../platform/database/search-gaps.ts'
import { isSqlite } from '../../../platform/database/text-search.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { CountedQuota, Quota } from '../../../platform/quota.ts'
import { giveTags } from '../details/tags.repository.ts'
import { addToCount } from '../group-members.ts'
import { mergedColumns } from '../stored-contact.ts'
import { BATCH_COLUMNS, type PeopleBatch } from './people-batch.ts'

/** People in one transaction that nobody waits for: its end takes some hundredths of a second. */
const MERGED_MAX = 8000

const TEXT_NO = ['text_no'] as const
const OWNERS_NUMBER = ['user_id', 'phone_number'] as const

interface Owned {
  readonly userId: string
  readonly groupId: string
}

interface HowStored {
  readonly now: number
  /** Known people get the names of the batch. */
  readonly takeNames: boolean
  /** A guess, which decides how they are stored: as if nobody were known, at first. */
  readonly mostAreNew: boolean
}

/** Stores what an import has read. */
export function createImportStore(db: Db, groupPlaces: Quota) {
  const bulk = bulkDatabase(db)
  return {
    /** Starts the thread, or the connection, of `merge` before it is needed. */
    async prepare(): Promise<void> {
      await bulk.transaction().execute(async () => {})
    },

    /**
     * Merges a batch into the owner's contacts and a group, with quota that was reserved; known
     * numbers get the names of the batch with `takeNames`. While nobody waits to write, goes on
     * with what `more` has, in the same transaction: most pages are then written once. Returns how
     * many people are stored, and how many of them are new. Throws `group_not_found` and
     * `quota_group_places`.
     */
    async merge(
      owned: Owned,
      { first, more }: { first: PeopleBatch; more: () => PeopleBatch | null },
      { room, ...how }: HowStored & { room: CountedQuota },
    ): Promise<{ stored: number; added: number }> {
      const { userId, groupId } = owned
      return bulk.transaction().execute(async (tx) => {
        const batches = whileNobodyWaits(db, first, more)
        const { stored, added, joined } = await storeBatches(tx, owned, batches, how)
        // Locks the group last, for as short as can be: others store into it at the same time.
        if (!(await addToCount(tx, userId, groupId, joined))) {
          throw new DomainError('group_not_found')
        }
        await room.change(tx, userId, added)
        if (joined > 0) await groupPlaces.admit(tx, userId, 0)
        return { stored, added }
      })
    },
  }
}

export type ImportStore = ReturnType<typeof createImportStore>

function* whileNobodyWaits(db: Db, first: PeopleBatch, more: () => PeopleBatch | null) {
  let merged = 0
  for (let batch: PeopleBatch | null = first; batch; batch = more()) {
    yield batch
    merged += batch.count
    if (merged >= MERGED_MAX || isBulkAwaited(db)) return
  }
}

/**
 * Merges batches into the owner's contacts and a group. Returns how many people are stored, how
 * many contacts are new, and how many were not in the group.
 */
export async function storeBatches(
  tx: Db,
  owned: Owned,
  batches: Iterable<PeopleBatch>,
  how: HowStored,
): Promise<{ stored: number; added: number; joined: number }> {
  let [stored, added, joined] = [0, 0, 0]
  // The index of texts is filled later, by `createTextIndexing`.
  const firstText = isSqlite(tx) ? await nextNumber(tx, owned.userId) : null
  for (const batch of batches) {
    const textNo = firstText && firstText + stored
    const done = await storeBatch(tx, owned, batch, { ...how, textNo })
    stored += batch.count
    added += done.added
    joined += done.joined
  }
  if (firstText) await leaveGap(tx, owned.userId, stored)
  return { stored, added, joined }
}

/** In a few statements however many people it has; in two where nobody is known. */
async function storeBatch(
  tx: Db,
  owned: Owned,
  batch: PeopleBatch,
  how: HowStored & { textNo: number | null },
): Promise<{ added: number; joined: number }> {
  const people = insertPeople(tx, owned, batch, how)
  const inserted = how.mostAreNew ? await insertIfAllAreNew(tx, people, batch) : 0
  const done =
    inserted === batch.count
      ? // They need not be looked up, which took a fifth of an import on PostgreSQL.
        { added: inserted, joined: await join(tx, owned, idsIn(tx, batch)) }
      : await mergeKnown(tx, owned, { batch, people }, how)
  if (batch.tagged.length > 0) await tag(tx, owned.userId, batch.tagged)
  return done
}

/**
 * Returns how many were inserted. Who waits for contacts waits by ascending number, also for those
 * who are known: so on PostgreSQL, where others write at the same time, nobody stays when not all
 * are new.
 */
async function insertIfAllAreNew(
  tx: Db,
  people: ReturnType<typeof insertPeople>,
  { count }: PeopleBatch,
): Promise<number> {
  const insert = people.onConflict((conflict) => conflict.columns(OWNERS_NUMBER).doNothing())
  if (isSqlite(tx)) return rowsOf(insert)
  await sql`savepoint nobody`.execute(tx)
  const inserted = await rowsOf(insert)
  if (inserted < count) await sql`rollback to savepoint nobody`.execute(tx)
  await sql`release savepoint nobody`.execute(tx)
  return inserted
}

/** The people of a batch, whatever becomes of those who are known. */
function insertPeople(
  tx: Db,
  { userId }: Owned,
  { rows }: PeopleBatch,
  { now, textNo }: { now: number; textNo: number | null },
) {
  const given = [sql`cast(${userId} as text)`, sql`cast(${now} as bigint)`]
  const values = [...columns(), ...given, ...(textNo ? [sql`${textNo} + key`] : [])]
  return tx
    .insertInto('contacts')
    .columns([...BATCH_COLUMNS, 'user_id', 'created_at', ...(textNo ? TEXT_NO : [])])
    .expression(sql`select ${sql.join(values)} from ${elements(tx, rows)} where true`)
}

/** Merges who is known of a batch, inserts who is not yet, and adds all to the group. */
async function mergeKnown(
  tx: Db,
  owned: Owned,
  { batch, people }: { batch: PeopleBatch; people: ReturnType<typeof insertPeople> },
  { takeNames }: HowStored,
): Promise<{ added: number; joined: number }> {
  await people
    .onConflict((conflict) =>
      conflict
        .columns(OWNERS_NUMBER)
        .doUpdateSet(mergedColumns(tx, takeNames))
        // Not who was inserted just now.
        .whereRef('contacts.id', '<>', 'excluded.id'),
    )
    .execute()
  // A known contact keeps its own id; a new one was in no group.
  const isNew = sql`id in (${idsIn(tx, batch)})`
  const added = await join(tx, owned, sql`select id from contacts where ${isNew}`)
  const numbers = sql`select ${column('phone_number')} from ${elements(tx, batch.rows)}`
  const isKnown = sql`user_id = ${owned.userId} and phone_number in (${numbers})`
  const known =
    added === batch.count ? 0 : await join(tx, owned, sql`select id from contacts where ${isKnown}`)
  return { added, joined: added + known }
}

/** Adds contacts to the group; returns how many were not in it. */
function join(tx: Db, { groupId }: Owned, ids: RawBuilder<unknown>): Promise<number> {
  return rowsOf(
    tx
      .insertInto('group_members')
      .columns(['group_id', 'contact_id'])
      .expression(sql`select cast(${groupId} as text), id from (${ids}) as joining where true`)
      .onConflict((conflict) => conflict.doNothing()),
  )
}

async function rowsOf(insert: {
  executeTakeFirstOrThrow(): Promise<InsertResult>
}): Promise<number> {
  const { numInsertedOrUpdatedRows } = await insert.executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows ?? 0n)
}

/** The ids that new contacts get, in their order. */
function idsIn(tx: Db, { ids }: PeopleBatch) {
  return sql`select ${elementText(tx)} as id from ${elements(tx, ids)}`
}

function column(name: (typeof BATCH_COLUMNS)[number]) {
  return textAt(BATCH_COLUMNS.indexOf(name))
}

function columns() {
  return BATCH_COLUMNS.map((name) => column(name))
}

async function tag(tx: Db, userId: string, tagged: PeopleBatch['tagged']): Promise<void> {
  const tagsOf = new Map(tagged.map(({ phoneNumber, tagIds }) => [phoneNumber, tagIds]))
  const contacts = await tx
    .selectFrom('contacts')
    .select(['id', 'phone_number'])
    .where('user_id', '=', userId)
    .where('phone_number', 'in', [...tagsOf.keys()])
    .execute()
  await giveTags(
    tx,
    contacts.map(({ id, phone_number }) => ({
      contactId: id,
      tagIds: tagsOf.get(phone_number) ?? [],
    })),
  )
}
