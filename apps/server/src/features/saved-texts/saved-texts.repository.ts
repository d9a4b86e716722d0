import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { refuseTaken } from '../../platform/database/taken.ts'
import { DomainError } from '../../platform/errors.ts'
import { fold, searchableText, searchPatterns, sortKey } from '../../platform/search-text.ts'

/** Characters of a text that the list shows. */
const START_LENGTH = 200

export interface StoredText {
  readonly id: string
  readonly name: string
  readonly text: string
  readonly updatedAt: number
  /** A file that is sent with it. */
  readonly mediaId: string | null
}

export interface StoredStart extends Omit<StoredText, 'text'> {
  readonly start: string
}

/** Texts that their owners start messages from. */
export function createSavedTextsRepository(db: Db) {
  const own = (workspaceId: string, id: string) =>
    db
      .selectFrom('saved_texts')
      .select(['id', 'name', 'text', 'updated_at', 'media_id'])
      .where('id', '=', id)
      .where('user_id', '=', workspaceId)

  return {
    /** The texts whose name or text contains the search; sorted by name. */
    async list(workspaceId: string, typed: string): Promise<StoredStart[]> {
      const patterns = searchPatterns(typed)
      const rows = await db
        .selectFrom('saved_texts')
        .select(['id', 'name', 'updated_at', 'media_id'])
        .select(sql<string>`substr(text, 1, ${sql.lit(START_LENGTH)})`.as('start'))
        .where('user_id', '=', workspaceId)
        .$if(patterns.length > 0, (query) =>
          query.where((eb) =>
            eb.or(patterns.map((like) => sql<boolean>`search_key like ${like} escape '\\'`)),
          ),
        )
        .orderBy('sort_key')
        .orderBy('id')
        .execute()
      return rows.map(({ id, name, start, updated_at, media_id }) => ({
        id,
        name,
        start,
        updatedAt: updated_at,
        mediaId: media_id,
      }))
    },

    async count(workspaceId: string): Promise<number> {
      const { n } = await db
        .selectFrom('saved_texts')
        .select((eb) => eb.fn.countAll().as('n'))
        .where('user_id', '=', workspaceId)
        .executeTakeFirstOrThrow()
      return Number(n)
    },

    /** Throws `saved_text_not_found`. */
    async require(workspaceId: string, id: string): Promise<StoredText> {
      const row = await own(workspaceId, id).executeTakeFirst()
      if (!row) throw new DomainError('saved_text_not_found')
      return {
        id,
        name: row.name,
        text: row.text,
        updatedAt: row.updated_at,
        mediaId: row.media_id,
      }
    },

    /** Throws `saved_text_name_taken`. */
    async insert(workspaceId: string, text: StoredText): Promise<void> {
      await db
        .insertInto('saved_texts')
        .values({ id: text.id, user_id: workspaceId, ...columnsOf(text) })
        .execute()
        .catch(refuseTaken('saved_text_name_taken', 'name'))
    },

    /** Throws `saved_text_not_found` and `saved_text_name_taken`. */
    async update(workspaceId: string, text: StoredText): Promise<void> {
      const { numUpdatedRows } = await db
        .updateTable('saved_texts')
        .set(columnsOf(text))
        .where('id', '=', text.id)
        .where('user_id', '=', workspaceId)
        .executeTakeFirst()
        .catch(refuseTaken('saved_text_name_taken', 'name'))
      if (numUpdatedRows === 0n) throw new DomainError('saved_text_not_found')
    },

    /** Throws `saved_text_not_found`. */
    async remove(workspaceId: string, id: string): Promise<void> {
      const { numDeletedRows } = await db
        .deleteFrom('saved_texts')
        .where('id', '=', id)
        .where('user_id', '=', workspaceId)
        .executeTakeFirst()
      if (numDeletedRows === 0n) throw new DomainError('saved_text_not_found')
    },
  }
}

function columnsOf({ name, text, updatedAt, mediaId }: StoredText) {
  return {
    name,
    name_key: fold(name),
    sort_key: sortKey(name),
    search_key: searchableText(name, text),
    text,
    updated_at: updatedAt,
    media_id: mediaId,
  }
}

/** Whether a saved text has the file in this column. */
export function savedTextUsesMedia(mediaId: string) {
  return sql<SqlBool>`exists (
    select 1 from saved_texts where saved_texts.media_id = ${sql.ref(mediaId)}
  )`
}
