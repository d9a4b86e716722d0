import type { Db } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { refuseTaken } from '../../platform/database/taken.ts'
import { DomainError } from '../../platform/errors.ts'
import { namedColumns, type Values, valueColumns } from './contact-columns.ts'
import type { CarryOptOut, ContactQuotas } from './contacts.ports.ts'
import { readValues } from './details/field-values.ts'
import { replaceTags } from './details/tags.repository.ts'
import { addToGroup } from './group-members.ts'
import { CONTACT_COLUMNS, mergedColumns, type StoredContact, toContact } from './stored-contact.ts'

const peopleOf = prepared(
  (db, { workspaceId, phoneNumber }: { workspaceId: string; phoneNumber: string }) =>
    db
      .selectFrom('contacts')
      .select(['name', 'fields'])
      .where('user_id', '=', workspaceId)
      .where('phone_number', '=', phoneNumber),
)

/**
 * The contacts of an owner. Transactions that change contacts lock contacts first (by ascending
 * number), then groups (by ascending id), then the owner's quotas, so that concurrent imports wait
 * and never deadlock.
 */
export function createContactsRepository(db: Db, quotas: ContactQuotas) {
  return {
    /** Name and values of a number in the owner's list; null when it is not in the list. */
    async personOf(
      workspaceId: string,
      phoneNumber: string,
    ): Promise<{ name: string; values: Values } | null> {
      const [row] = await peopleOf(db, { workspaceId, phoneNumber })
      return row ? { name: row.name, values: readValues(row.fields) } : null
    },

    /** The contact with a number; null when it is not in the list. */
    async withNumber(workspaceId: string, phoneNumber: string): Promise<StoredContact | null> {
      const row = await db
        .selectFrom('contacts')
        .select(CONTACT_COLUMNS)
        .where('user_id', '=', workspaceId)
        .where('phone_number', '=', phoneNumber)
        .executeTakeFirst()
      return row ? toContact(row) : null
    },

    /** Throws `contact_not_found`. */
    async require(workspaceId: string, contactId: string): Promise<StoredContact> {
      const row = await db
        .selectFrom('contacts')
        .select(CONTACT_COLUMNS)
        .where('user_id', '=', workspaceId)
        .where('id', '=', contactId)
        .executeTakeFirst()
      if (!row) throw new DomainError('contact_not_found')
      return toContact(row)
    },

    /** Throws `contact_not_found`. */
    async numberOf(workspaceId: string, contactId: string): Promise<string> {
      return (await this.require(workspaceId, contactId)).phoneNumber
    },

    /** How many of these numbers are in the owner's list; at most 500. */
    async countKnown(workspaceId: string, phoneNumbers: readonly string[]): Promise<number> {
      const row = await db
        .selectFrom('contacts')
        .select((eb) => eb.fn.countAll<number>().as('known'))
        .where('user_id', '=', workspaceId)
        .where('phone_number', 'in', phoneNumbers)
        .executeTakeFirstOrThrow()
      return Number(row.known)
    },

    /** How many of these numbers are in a group of the owner's; at most 500. */
    async countInGroup(
      workspaceId: string,
      groupId: string,
      phoneNumbers: readonly string[],
    ): Promise<number> {
      const row = await db
        .selectFrom('contacts')
        .innerJoin('group_members', 'group_members.contact_id', 'contacts.id')
        .select((eb) => eb.fn.countAll<number>().as('known'))
        .where('contacts.user_id', '=', workspaceId)
        .where('contacts.phone_number', 'in', phoneNumbers)
        .where('group_members.group_id', '=', groupId)
        .executeTakeFirstOrThrow()
      return Number(row.known)
    },

    /**
     * Adds a person, and adds them to the group if one is given. A known number keeps its contact
     * and its name, unless it has no name. Throws `group_not_found`, `quota_contacts` and
     * `quota_group_places`, and then changes nothing.
     */
    async add(
      workspaceId: string,
      { id, name, phoneNumber }: { id: string; name: string; phoneNumber: string },
      groupId: string | null,
      now: number,
    ): Promise<{ contact: StoredContact; isNew: boolean }> {
      return db.transaction().execute(async (tx) => {
        const row = await tx
          .insertInto('contacts')
          .values({
            id,
            user_id: workspaceId,
            phone_number: phoneNumber,
            ...namedColumns(name || phoneNumber, phoneNumber),
            created_at: now,
          })
          .onConflict((conflict) =>
            conflict.columns(['user_id', 'phone_number']).doUpdateSet(mergedColumns(tx, false)),
          )
          .returning(CONTACT_COLUMNS)
          .executeTakeFirstOrThrow()
        if (groupId !== null)
          await addToGroup(tx, quotas.groupPlaces, workspaceId, groupId, [row.id])
        const isNew = row.id === id
        await quotas.contacts.change(tx, workspaceId, isNew ? 1 : 0)
        return { contact: toContact(row), isNew }
      })
    },

    /**
     * Null leaves a property unchanged; an empty value removes the stored one. Throws
     * `contact_not_found` and `contact_number_taken`.
     */
    async update(
      workspaceId: string,
      contactId: string,
      changes: {
        name: string | null
        phoneNumber: string | null
        values: Values | null
        tagIds: readonly string[] | null
      },
      carryOptOut: CarryOptOut,
    ): Promise<StoredContact> {
      return db.transaction().execute(async (tx) => {
        await lockContact(tx, workspaceId, contactId)
        const known = await tx
          .selectFrom('contacts')
          .select(['name', 'phone_number', 'fields', 'lid'])
          .where('id', '=', contactId)
          .executeTakeFirstOrThrow()
        const phoneNumber = changes.phoneNumber ?? known.phone_number
        const isRenumbered = phoneNumber !== known.phone_number
        const unnamed = known.name === known.phone_number
        const name = changes.name ?? (unnamed ? phoneNumber : known.name)
        const row = await tx
          .updateTable('contacts')
          .set({
            phone_number: phoneNumber,
            // The network reported both for the earlier number.
            ...(isRenumbered && { lid: null, network_number: null }),
            ...namedColumns(name, phoneNumber),
            ...(changes.values &&
              valueColumns(withChanges(readValues(known.fields), changes.values))),
          })
          .where('id', '=', contactId)
          .returning(CONTACT_COLUMNS)
          .executeTakeFirstOrThrow()
          .catch(refuseTaken('contact_number_taken', 'phoneNumber'))
        if (changes.tagIds) await replaceTags(tx, contactId, changes.tagIds)
        if (isRenumbered)
          await carryOptOut(tx, { workspaceId, phoneNumber, lid: known.lid }, known.phone_number)
        return toContact(row)
      })
    },
  }
}

export type ContactsRepository = ReturnType<typeof createContactsRepository>

function withChanges(values: Values, changes: Values): Values {
  return Object.fromEntries(
    Object.entries({ ...values, ...changes }).filter(([, value]) => value !== ''),
  )
}

async function lockContact(tx: Db, workspaceId: string, contactId: string): Promise<void> {
  const result = await tx
    .updateTable('contacts')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('id', '=', contactId)
    .where('user_id', '=', workspaceId)
    .executeTakeFirst()
  if (result.numUpdatedRows === 0n) throw new DomainError('contact_not_found')
}
