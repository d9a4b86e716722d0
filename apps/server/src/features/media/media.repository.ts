import type { Selectable } from 'kysely'
import { chunks, type Db, flag } from '../../platform/database/database.ts'
import type { MediaTable } from '../../platform/database/schema.ts'

export interface MediaRecord {
  readonly id: string
  readonly originalName: string
  readonly fileName: string
  readonly fileType: string
  /** Bytes. */
  readonly fileSize: number
  readonly createdAt: number
}

export function createMediaRepository(db: Db) {
  return {
    async insert(userId: string, record: MediaRecord, inLibrary: boolean): Promise<void> {
      await db
        .insertInto('media')
        .values({
          id: record.id,
          user_id: userId,
          original_name: record.originalName,
          file_name: record.fileName,
          file_type: record.fileType,
          file_size: record.fileSize,
          in_library: flag(inLibrary),
          created_at: record.createdAt,
        })
        .execute()
    },

    /** The library, newest first. */
    async list(userId: string): Promise<MediaRecord[]> {
      const rows = await db
        .selectFrom('media')
        .selectAll()
        .where('user_id', '=', userId)
        .where('in_library', '=', 1)
        .orderBy('id', 'desc')
        .execute()
      return rows.map(toRecord)
    },

    /** In the order asked for, also what only campaigns still use; ids that are not the user's are left out. */
    async find(userId: string, ids: readonly string[]): Promise<MediaRecord[]> {
      if (ids.length === 0) return []
      const rows = await db
        .selectFrom('media')
        .selectAll()
        .where('user_id', '=', userId)
        .where('id', 'in', ids)
        .execute()
      const byId = new Map(rows.map((row) => [row.id, toRecord(row)]))
      return ids.flatMap((id) => byId.get(id) ?? [])
    },

    /** False when it is not in the user's library. */
    async takeFromLibrary(userId: string, id: string): Promise<boolean> {
      const result = await db
        .updateTable('media')
        .set({ in_library: 0 })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('in_library', '=', 1)
        .executeTakeFirst()
      return result.numUpdatedRows > 0n
    },

    /** Deletes rows that are in no library, campaign or chatbot item; returns the names of their files. */
    async deleteUnused(ids: readonly string[] | 'all'): Promise<string[]> {
      if (ids.length === 0) return []
      const rows = await db
        .deleteFrom('media')
        .where('in_library', '=', 0)
        .$if(ids !== 'all', (query) => query.where('id', 'in', [...ids]))
        .where((where) =>
          where.not(
            where.exists(
              where
                .selectFrom('campaign_media')
                .select('media_id')
                .whereRef('campaign_media.media_id', '=', 'media.id'),
            ),
          ),
        )
        .where((where) =>
          where.not(
            where.exists(
              where
                .selectFrom('chatbot_items')
                .select('media_id')
                .whereRef('chatbot_items.media_id', '=', 'media.id'),
            ),
          ),
        )
        // Written to somebody, or about to be: a receiver who cannot read it asks for it again.
        .where((where) =>
          where.not(
            where.exists(
              where
                .selectFrom('messages')
                .select('media_id')
                .whereRef('messages.media_id', '=', 'media.id'),
            ),
          ),
        )
        .where((where) =>
          where.not(
            where.exists(
              where
                .selectFrom('replies')
                .select('media_id')
                .whereRef('replies.media_id', '=', 'media.id')
                .where('replies.state', '=', 'pending'),
            ),
          ),
        )
        .returning('file_name')
        .execute()
      return rows.map((row) => row.file_name)
    },

    /** Deletes every row of a user, used or not; returns the names of their files. */
    async deleteAllOf(userId: string): Promise<string[]> {
      const rows = await db
        .deleteFrom('media')
        .where('user_id', '=', userId)
        .returning('file_name')
        .execute()
      return rows.map((row) => row.file_name)
    },

    /** Which of these files have a row, whoever owns it. */
    async knownFileNames(fileNames: readonly string[]): Promise<ReadonlySet<string>> {
      const known = new Set<string>()
      for (const some of chunks(fileNames)) {
        const rows = await db
          .selectFrom('media')
          .select('file_name')
          .where('file_name', 'in', some)
          .execute()
        for (const row of rows) known.add(row.file_name)
      }
      return known
    },
  }
}

export type MediaRepository = ReturnType<typeof createMediaRepository>

function toRecord(row: Selectable<MediaTable>): MediaRecord {
  return {
    id: row.id,
    originalName: row.original_name,
    fileName: row.file_name,
    fileType: row.file_type,
    fileSize: row.file_size,
    createdAt: row.created_at,
  }
}
