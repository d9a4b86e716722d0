import { CONTACT_FIELDS_MAX, type ContactField } from '@kirim/contract/contact-details'
import { FIELD_KEY_FORBIDS, fieldKey, isReservedKey } from '@kirim/message-template/field-key'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { inSteps } from '../../../platform/database/in-steps.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { takeLock } from '../../../platform/database/take-lock.ts'
import { DomainError, refusedField } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { withoutValue } from './field-values.ts'

/** Contacts per statement. */
const ERASE_BATCH_SIZE = 500

const keysOf = prepared((db, { workspaceId }: { workspaceId: string }) =>
  db.selectFrom('contact_fields').select('key').where('user_id', '=', workspaceId),
)

/** The contact fields of owners. */
export function createFieldsRepository(db: Db) {
  return {
    list: (workspaceId: string): Promise<ContactField[]> => listFields(db, workspaceId),

    /**
     * The keys that messages may name, including those of deleted fields: an older message leaves
     * them blank instead of showing the brackets.
     */
    async keys(workspaceId: string): Promise<string[]> {
      const rows = await keysOf(db, { workspaceId })
      return rows.map(({ key }) => key)
    },

    /**
     * Throws `contact_field_taken`, `contact_fields_too_many`, and when the name cannot be a
     * placeholder.
     */
    async add(workspaceId: string, label: string, now: number): Promise<ContactField> {
      const key = readKey(label)
      return db.transaction().execute(async (tx) => {
        await takeLock(tx, `contact-fields ${workspaceId}`, now)
        return addField(tx, workspaceId, { key, label })
      })
    },

    /** The key does not change. Throws `contact_field_not_found`. */
    async rename(workspaceId: string, id: string, label: string): Promise<ContactField> {
      const row = await db
        .updateTable('contact_fields')
        .set({ label })
        .where('id', '=', id)
        .where('user_id', '=', workspaceId)
        .where('state', '=', 'used')
        .returning('key')
        .executeTakeFirst()
      if (!row) throw new DomainError('contact_field_not_found')
      return { id, key: row.key, label }
    },

    /** `erase` then deletes its values. Throws `contact_field_not_found`. */
    async hide(workspaceId: string, id: string): Promise<void> {
      const { numUpdatedRows } = await db
        .updateTable('contact_fields')
        .set({ state: 'erasing' })
        .where('id', '=', id)
        .where('user_id', '=', workspaceId)
        .where('state', '=', 'used')
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new DomainError('contact_field_not_found')
    },

    /** Deletes the values of a hidden field from all contacts, in short transactions. */
    async erase(id: string, signal?: AbortSignal): Promise<void> {
      const field = await db
        .selectFrom('contact_fields')
        .select(['user_id', 'key'])
        .where('id', '=', id)
        .where('state', '=', 'erasing')
        .executeTakeFirst()
      if (!field) return
      let after = ''
      await inSteps(async () => {
        const last = await eraseValues(db, field, after)
        after = last ?? after
        return last !== null
      }, signal)
      if (signal?.aborted) return
      await db
        .updateTable('contact_fields')
        .set({ state: 'gone' })
        .where('id', '=', id)
        .where('state', '=', 'erasing')
        .execute()
    },

    /** Deleted fields whose values are not erased yet. */
    async erasing(): Promise<string[]> {
      const rows = await db
        .selectFrom('contact_fields')
        .select('id')
        .where('state', '=', 'erasing')
        .execute()
      return rows.map(({ id }) => id)
    },
  }
}

export type FieldsRepository = ReturnType<typeof createFieldsRepository>

/**
 * Erases the values of the next contacts after a position. Returns the next position; null when
 * none are left.
 */
async function eraseValues(
  db: Db,
  { user_id, key }: { user_id: string; key: string },
  after: string,
): Promise<string | null> {
  const page = await db
    .selectFrom('contacts')
    .select('id')
    .where('user_id', '=', user_id)
    .where('id', '>', after)
    .orderBy('id')
    .limit(ERASE_BATCH_SIZE)
    .execute()
  const last = page.at(-1)
  if (!last) return null
  await db
    .updateTable('contacts')
    .set({
      fields: withoutValue(db, sql.ref('fields'), key),
      folded_fields: withoutValue(db, sql.ref('folded_fields'), key),
    })
    .where('user_id', '=', user_id)
    .where('id', '>', after)
    .where('id', '<=', last.id)
    .where('fields', 'is not', null)
    .execute()
  return last.id
}

/**
 * The keys of the fields with these names; missing fields are created. Throws as `add` does, except
 * `contact_field_taken`.
 */
export async function ensureFields(
  tx: Db,
  workspaceId: string,
  labels: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, string>> {
  const keys = new Map(labels.map((label) => [label, readKey(label)]))
  if (keys.size === 0) return keys
  await takeLock(tx, `contact-fields ${workspaceId}`, now)
  const known = new Set((await listFields(tx, workspaceId)).map(({ key }) => key))
  for (const [label, key] of keys) {
    if (!known.has(key)) await addField(tx, workspaceId, { key, label })
    known.add(key)
  }
  return keys
}

/** Oldest first. */
async function listFields(db: Db, workspaceId: string): Promise<ContactField[]> {
  return db
    .selectFrom('contact_fields')
    .select(['id', 'key', 'label'])
    .where('user_id', '=', workspaceId)
    .where('state', '=', 'used')
    .orderBy('id')
    .execute()
}

/** The placeholder key for this name. Throws when the name cannot be one. */
function readKey(label: string): string {
  const key = fieldKey(label)
  if (FIELD_KEY_FORBIDS.test(key)) throw refusedField('contact_field_unreadable', ['label'])
  if (isReservedKey(key)) throw refusedField('contact_field_reserved', ['label'])
  return key
}

/** Restores a deleted field of that name, without its values. */
async function addField(
  tx: Db,
  workspaceId: string,
  { key, label }: { key: string; label: string },
): Promise<ContactField> {
  const known = await tx
    .selectFrom('contact_fields')
    .select(['id', 'state'])
    .where('user_id', '=', workspaceId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (known && known.state !== 'gone') throw refusedField('contact_field_taken', ['label'])
  if ((await listFields(tx, workspaceId)).length >= CONTACT_FIELDS_MAX) {
    throw new DomainError('contact_fields_too_many', { n: CONTACT_FIELDS_MAX })
  }
  if (known) {
    await tx
      .updateTable('contact_fields')
      .set({ label, state: 'used' })
      .where('id', '=', known.id)
      .execute()
    return { id: known.id, key, label }
  }
  const id = newId()
  await tx
    .insertInto('contact_fields')
    .values({ id, user_id: workspaceId, key, label, state: 'used' })
    .execute()
  return { id, key, label }
}
