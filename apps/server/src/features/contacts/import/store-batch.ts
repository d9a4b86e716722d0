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

/**
 * People per transaction while nobody waits to write; its commit takes some tens of milliseconds.
 */
const MERGED_MAX = 8000

const TEXT_NO = ['text_no'] as const

interface ImportTarget {
  readonly workspaceId: string
  readonly groupId: string
}

interface HowStored {
  readonly now: number
  /** Existing contacts take the names in the batch. */
  readonly takeNames: boolean
}

/** Stores the batches of an import. */
export function createImportStore(db: Db, groupPlaces: Quota) {
  const bulk = bulkDatabase(db)
  return {
    /** Starts the thread or connection of `merge` before it is needed. */
    async prepare(): Promise<void> {
      await bulk.transaction().execute(async () => {})
    },

    /**
     * Merges a batch into the owner's contacts and a group, using reserved quota. While nobody
     * waits to write, continues with `more` in the same transaction, so that most database pages
     * are written once. Returns how many people were stored and how many of them are new. Throws
     * `group_not_found` and `quota_group_places`.
     */
    async merge(
      owned: ImportTarget,
      { first, more }: { first: PeopleBatch; more: () => PeopleBatch | null },
      { room, ...how }: HowStored & { room: CountedQuota },
    ): Promise<{ stored: number; added: number }> {
      const { workspaceId, groupId } = owned
      return bulk.transaction().execute(async (tx) => {
        const batches = whileNobodyWaits(db, first, more)
        const { stored, added, joined } = await storeBatches(tx, owned, batches, how)
        // Locks the group last and briefly, because other imports store into it too.
        if (!(await addToCount(tx, workspaceId, groupId, joined))) {
          throw new DomainError('group_not_found')
        }
        await room.change(tx, workspaceId, added)
        if (joined > 0) await groupPlaces.admit(tx, workspaceId, 0)
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
  owned: ImportTarget,
  batches: Iterable<PeopleBatch>,
  how: HowStored,
): Promise<{ stored: number; added: number; joined: number }> {
  let [stored, added, joined] = [0, 0, 0]
  // `createTextIndexing` fills the search index later.
  const firstText = isSqlite(tx) ? await nextNumber(tx, owned.workspaceId) : null
  for (const batch of batches) {
    const textNo = firstText && firstText + stored
    const done = await storeBatch(tx, owned, batch, { ...how, textNo })
    stored += batch.count
    added += done.added
    joined += done.joined
  }
  if (firstText) await leaveGap(tx, owned.workspaceId, stored)
  return { stored, added, joined }
}

/** Takes the same few statements for any number of people. */
async function storeBatch(
  tx: Db,
  owned: ImportTarget,
  batch: PeopleBatch,
  { now, takeNames, textNo }: HowStored & { textNo: number | null },
): Promise<{ added: number; joined: number }> {
  const { rows, tagged } = batch
  const given = [sql`cast(${owned.workspaceId} as text)`, sql`cast(${now} as bigint)`]
  const values = [...columns(), ...given, ...(textNo ? [sql`${textNo} + key`] : [])]
  await tx
    .insertInto('contacts')
    .columns([...BATCH_COLUMNS, 'user_id', 'created_at', ...(textNo ? TEXT_NO : [])])
    .expression(sql`select ${sql.join(values)} from ${elements(tx, rows)} where true`)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'phone_number']).doUpdateSet(mergedColumns(tx, takeNames)),
    )
    .execute()
  // A known contact keeps its own id. A new one was in no group.
  const isNew = sql`id in (${idsIn(tx, batch)})`
  const added = await join(tx, owned, sql`select id from contacts where ${isNew}`)
  const numbers = sql`select ${column('phone_number')} from ${elements(tx, rows)}`
  const isKnown = sql`user_id = ${owned.workspaceId} and phone_number in (${numbers})`
  const known =
    added === batch.count ? 0 : await join(tx, owned, sql`select id from contacts where ${isKnown}`)
  if (tagged.length > 0) await tag(tx, owned.workspaceId, tagged)
  return { added, joined: added + known }
}

/** Adds contacts to the group; returns how many were not in it. */
function join(tx: Db, { groupId }: ImportTarget, ids: RawBuilder<unknown>): Promise<number> {
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

/** The ids for new contacts, in order. */
function idsIn(tx: Db, { ids }: PeopleBatch) {
  return sql`select ${elementText(tx)} as id from ${elements(tx, ids)}`
}

function column(name: (typeof BATCH_COLUMNS)[number]) {
  return textAt(BATCH_COLUMNS.indexOf(name))
}

function columns() {
  return BATCH_COLUMNS.map((name) => column(name))
}

async function tag(tx: Db, workspaceId: string, tagged: PeopleBatch['tagged']): Promise<void> {
  const tagsOf = new Map(tagged.map(({ phoneNumber, tagIds }) => [phoneNumber, tagIds]))
  const contacts = await tx
    .selectFrom('contacts')
    .select(['id', 'phone_number'])
    .where('user_id', '=', workspaceId)
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
