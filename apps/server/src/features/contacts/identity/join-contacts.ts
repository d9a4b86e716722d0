import type { Db } from '../../../platform/database/database.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import type { CountedQuota } from '../../../platform/quota.ts'
import { searchableName, sortKeyOf } from '../../../platform/search-text.ts'
import { valueColumns } from '../contact-columns.ts'
import type { CarryOptOut } from '../contacts.ports.ts'
import { readValues } from '../details/field-values.ts'
import { giveTags } from '../details/tags.repository.ts'

/** A phone number and a LID that the network reported for one person. */
export interface LinkedIdentity {
  readonly workspaceId: string
  readonly phoneNumber: string
  readonly lid: string
}

interface JoinDeps {
  readonly db: Db
  readonly quota: CountedQuota
  readonly carryOptOut: CarryOptOut
}

type Row = Awaited<ReturnType<typeof findRows>>[number]

/**
 * Stores the LID of a contact. When number and LID belong to two contacts, merges them: the older
 * one stays, takes the reported number and the fields it lacks, and gets the groups and tags of
 * both; an opt-out of either number applies to it. Two contacts that both have a LID are two people
 * and are never merged. Returns whether the list has changed.
 */
export function createIdentityKeeper({ db, quota, carryOptOut }: JoinDeps) {
  return {
    async learn(reported: LinkedIdentity): Promise<boolean> {
      const rows = await findRows(db, reported)
      if (!isNew(reported, rows)) return false
      return db.transaction().execute(async (tx) => {
        await lock(tx, reported)
        return joinRows(tx, reported)
      })
    },
  }

  async function joinRows(tx: Db, reported: LinkedIdentity): Promise<boolean> {
    const rows = await findRows(tx, reported)
    const [older, younger] = rows
    if (!older || !isNew(reported, rows)) return false
    if (!younger) {
      await tx
        .updateTable('contacts')
        .set({ lid: reported.lid })
        .where('id', '=', older.id)
        .execute()
      return false
    }
    for (const { phone_number } of rows) {
      if (phone_number !== reported.phoneNumber) await carryOptOut(tx, reported, phone_number)
    }
    await moveTags(tx, older.id, younger.id)
    await moveMemberships(tx, reported.workspaceId, older.id, younger.id)
    await tx.deleteFrom('contacts').where('id', '=', younger.id).execute()
    await tx
      .updateTable('contacts')
      .set({
        phone_number: reported.phoneNumber,
        lid: reported.lid,
        network_number: null,
        ...joinedColumns(reported, older, younger),
      })
      .where('id', '=', older.id)
      .execute()
    await quota.change(tx, reported.workspaceId, -1)
    return true
  }
}

/** The number has a contact whose LID is not known yet. */
function isNew(reported: LinkedIdentity, rows: readonly Row[]): boolean {
  return rows.some((row) => row.phone_number === reported.phoneNumber && row.lid === null)
}

/** Oldest first: ids grow with time. */
const findRows = prepared((db, { workspaceId, phoneNumber, lid }: LinkedIdentity) =>
  db
    .selectFrom('contacts')
    .select(['id', 'name', 'phone_number', 'lid', 'fields'])
    .where('user_id', '=', workspaceId)
    .where((eb) => eb.or([eb('phone_number', '=', phoneNumber), eb('lid', '=', lid)]))
    .orderBy('id'),
)

/** Locks by ascending number, as every transaction does. */
async function lock(tx: Db, reported: LinkedIdentity): Promise<void> {
  const numbers = (await findRows(tx, reported)).map(({ phone_number }) => phone_number).sort()
  for (const phoneNumber of numbers) {
    await tx
      .updateTable('contacts')
      .set((eb) => ({ name: eb.ref('name') }))
      .where('user_id', '=', reported.workspaceId)
      .where('phone_number', '=', phoneNumber)
      .execute()
  }
}

/** An unnamed contact has its number as its name. */
function joinedColumns({ phoneNumber }: LinkedIdentity, older: Row, younger: Row) {
  const named = [older, younger].find((row) => row.name !== row.phone_number)
  const name = named?.name ?? phoneNumber
  const folded = searchableName(name)
  const values = { ...readValues(younger.fields), ...readValues(older.fields) }
  return {
    name,
    search_key: `${folded} ${phoneNumber}`,
    sort_key: sortKeyOf(folded),
    ...valueColumns(values),
  }
}

async function moveTags(tx: Db, to: string, from: string): Promise<void> {
  const rows = await tx
    .selectFrom('tag_members')
    .select('tag_id')
    .where('contact_id', '=', from)
    .execute()
  await giveTags(tx, [{ contactId: to, tagIds: rows.map(({ tag_id }) => tag_id) }])
}

/** Locks groups by ascending id; a group that had both contacts loses one member. */
async function moveMemberships(
  tx: Db,
  workspaceId: string,
  to: string,
  from: string,
): Promise<void> {
  const groups = await tx
    .selectFrom('group_members')
    .select('group_id')
    .where('contact_id', '=', from)
    .orderBy('group_id')
    .execute()
  for (const { group_id } of groups) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('group_members')
      .values({ group_id, contact_id: to })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if ((numInsertedOrUpdatedRows ?? 0n) > 0n) continue
    await tx
      .updateTable('contact_groups')
      .set((eb) => ({ contact_count: eb('contact_count', '-', 1) }))
      .where('id', '=', group_id)
      .where('user_id', '=', workspaceId)
      .execute()
  }
}
