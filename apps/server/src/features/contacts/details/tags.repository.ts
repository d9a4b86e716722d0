import { type ContactTag, TAGS_MAX, TAGS_PER_CONTACT_MAX } from '@kirim/contract/contact-details'
import { sql } from 'kysely'
import { chunks, type Db } from '../../../platform/database/database.ts'
import { eraseInSteps } from '../../../platform/database/erase-rows.ts'
import { takeLock } from '../../../platform/database/take-lock.ts'
import { refuseTaken } from '../../../platform/database/taken.ts'
import { DomainError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { searchableName } from '../../../platform/search-text.ts'

/** The tags of owners and their contacts. */
export function createTagsRepository(db: Db) {
  return {
    list: (workspaceId: string): Promise<ContactTag[]> => listTags(db, workspaceId),

    /** The ids among these that are tags of the owner. */
    async among(workspaceId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = await db
        .selectFrom('contact_tags')
        .select('id')
        .where('id', 'in', ids)
        .where('user_id', '=', workspaceId)
        .where('erasing', '=', 0)
        .execute()
      return new Set(rows.map(({ id }) => id))
    },

    /** The tags of each contact, sorted by name; contacts without tags are left out. */
    async of(contactIds: readonly string[]): Promise<ReadonlyMap<string, ContactTag[]>> {
      const tags = new Map<string, ContactTag[]>()
      for (const some of chunks(contactIds)) {
        const rows = await db
          .selectFrom('tag_members')
          .innerJoin('contact_tags', 'contact_tags.id', 'tag_members.tag_id')
          .select(['tag_members.contact_id', 'contact_tags.id', 'contact_tags.name'])
          .where('tag_members.contact_id', 'in', some)
          .where('contact_tags.erasing', '=', 0)
          .orderBy('contact_tags.name_key')
          .execute()
        for (const { contact_id, id, name } of rows) {
          tags.set(contact_id, [...(tags.get(contact_id) ?? []), { id, name }])
        }
      }
      return tags
    },

    /** As `ensureTags`, in a transaction of its own. */
    ensure: (workspaceId: string, names: readonly string[], now: number) =>
      db.transaction().execute((tx) => ensureTags(tx, workspaceId, names, now)),

    /** Throws `contact_tag_not_found` and `contact_tag_taken`. */
    async rename(workspaceId: string, id: string, name: string): Promise<ContactTag> {
      const row = await db
        .updateTable('contact_tags')
        .set({ name, name_key: searchableName(name) })
        .where('id', '=', id)
        .where('user_id', '=', workspaceId)
        .where('erasing', '=', 0)
        .returning('id')
        .executeTakeFirst()
        .catch(refuseTaken('contact_tag_taken', 'name'))
      if (!row) throw new DomainError('contact_tag_not_found')
      return { id, name }
    },

    /** Frees the name; `erase` deletes the rows. Throws `contact_tag_not_found`. */
    async hide(workspaceId: string, id: string): Promise<void> {
      const { numUpdatedRows } = await db
        .updateTable('contact_tags')
        .set({ erasing: 1, name_key: id })
        .where('id', '=', id)
        .where('user_id', '=', workspaceId)
        .where('erasing', '=', 0)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new DomainError('contact_tag_not_found')
    },

    /** Deletes a hidden tag, first from its contacts in short transactions. */
    async erase(id: string, signal?: AbortSignal): Promise<void> {
      const members = { table: 'tag_members', key: ['tag_id', 'contact_id'] } as const
      await eraseInSteps(db, { ...members, found: sql`where tag_id = ${id}` }, signal)
      if (signal?.aborted) return
      await db.deleteFrom('contact_tags').where('id', '=', id).where('erasing', '=', 1).execute()
    },

    /** Hidden tags with rows left. */
    async erasing(): Promise<string[]> {
      const rows = await db
        .selectFrom('contact_tags')
        .select('id')
        .where('erasing', '=', 1)
        .execute()
      return rows.map(({ id }) => id)
    },
  }
}

export type TagsRepository = ReturnType<typeof createTagsRepository>

/**
 * The ids of the tags with these names; missing tags are created. Throws `contact_tags_too_many`.
 */
export async function ensureTags(
  tx: Db,
  workspaceId: string,
  names: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>()
  if (names.length === 0) return ids
  await takeLock(tx, `contact-tags ${workspaceId}`, now)
  const known = new Map(
    (await listTags(tx, workspaceId)).map(({ id, name }) => [searchableName(name), id]),
  )
  for (const name of names) {
    const key = searchableName(name)
    const id = known.get(key) ?? newId()
    ids.set(name, id)
    if (known.has(key)) continue
    if (known.size >= TAGS_MAX) throw new DomainError('contact_tags_too_many', { n: TAGS_MAX })
    known.set(key, id)
    await tx
      .insertInto('contact_tags')
      .values({ id, user_id: workspaceId, name, name_key: key })
      .execute()
  }
  return ids
}

async function listTags(db: Db, workspaceId: string): Promise<ContactTag[]> {
  return db
    .selectFrom('contact_tags')
    .select(['id', 'name'])
    .where('user_id', '=', workspaceId)
    .where('erasing', '=', 0)
    .orderBy('name_key')
    .execute()
}

/** Adds tags to locked contacts, up to the limit of each. Returns how many were added. */
export async function giveTags(
  tx: Db,
  given: readonly { readonly contactId: string; readonly tagIds: readonly string[] }[],
): Promise<number> {
  const tagged = given.filter(({ tagIds }) => tagIds.length > 0)
  if (tagged.length === 0) return 0
  const known = new Map<string, Set<string>>()
  for (const some of chunks(tagged)) {
    const ids = some.map(({ contactId }) => contactId)
    const rows = await tx
      .selectFrom('tag_members')
      .select(['contact_id', 'tag_id'])
      .where('contact_id', 'in', ids)
      .execute()
    for (const { contact_id, tag_id } of rows) {
      known.set(contact_id, (known.get(contact_id) ?? new Set()).add(tag_id))
    }
  }
  const rows = tagged.flatMap(({ contactId, tagIds }) => {
    const has = known.get(contactId) ?? new Set()
    const missing = [...new Set(tagIds)].filter((id) => !has.has(id))
    return missing
      .slice(0, Math.max(0, TAGS_PER_CONTACT_MAX - has.size))
      .map((tag_id) => ({ tag_id, contact_id: contactId }))
  })
  for (const some of chunks(rows)) {
    await tx
      .insertInto('tag_members')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return rows.length
}

/** Replaces all tags of a locked contact. */
export async function replaceTags(
  tx: Db,
  contactId: string,
  tagIds: readonly string[],
): Promise<void> {
  await tx.deleteFrom('tag_members').where('contact_id', '=', contactId).execute()
  await giveTags(tx, [{ contactId, tagIds }])
}
