import type { Selectable } from 'kysely'
import { chunks, type Db, flag } from '../../platform/database/database.ts'
import { inPages } from '../../platform/database/in-pages.ts'
import type { MediaTable } from '../../platform/database/schema/media.ts'
import type { CountedQuota } from '../../platform/quota.ts'
import type { NeedsMedia } from './media.ports.ts'
import type { MediaFacts } from './media-facts.ts'

export interface MediaRecord {
  readonly id: string
  readonly originalName: string
  readonly fileName: string
  readonly fileType: string
  /** In bytes. */
  readonly fileSize: number
  readonly createdAt: number
  readonly facts: MediaFacts
}

/**
 * `quota` limits the bytes of each workspace, inside the library or not. A file is kept while one
 * of the `needs` applies.
 */
export function createMediaRepository(db: Db, quota: CountedQuota, needs: readonly NeedsMedia[]) {
  type Deleted = Pick<MediaTable, 'user_id' | 'file_size' | 'file_name'>

  /**
   * Deletes rows and subtracts their bytes from the owners' usage; returns the file names, which
   * the database has doomed with them. Locks the owners first, in the same order as a save that
   * uses a file, to avoid deadlocks.
   */
  function deleteCounted(
    owners: readonly string[],
    act: (tx: Db) => Promise<Deleted[]>,
  ): Promise<string[]> {
    return db.transaction().execute(async (tx) => {
      for (const workspaceId of owners) await quota.change(tx, workspaceId, 0)
      const rows = await act(tx)
      const freed = new Map<string, number>()
      for (const row of rows) freed.set(row.user_id, (freed.get(row.user_id) ?? 0) + row.file_size)
      for (const [workspaceId, bytes] of freed) await quota.change(tx, workspaceId, -bytes)
      return rows.map((row) => row.file_name)
    })
  }

  async function ownersOf(ids: readonly string[]): Promise<string[]> {
    const rows = await db
      .selectFrom('media')
      .select('user_id')
      .distinct()
      .where('id', 'in', ids)
      .orderBy('user_id')
      .execute()
    return rows.map((row) => row.user_id)
  }

  return {
    /** Throws `quota_media_bytes` without storing anything. */
    async insert(workspaceId: string, record: MediaRecord, inLibrary: boolean): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await tx
          .insertInto('media')
          .values({
            id: record.id,
            user_id: workspaceId,
            original_name: record.originalName,
            file_name: record.fileName,
            file_type: record.fileType,
            file_size: record.fileSize,
            in_library: flag(inLibrary),
            created_at: record.createdAt,
            cleaned: 1,
            width: record.facts.width,
            height: record.facts.height,
            seconds: record.facts.seconds,
            thumbnail: record.facts.thumbnail,
            is_looping: flag(record.facts.isLooping),
          })
          .execute()
        await quota.change(tx, workspaceId, record.fileSize)
      })
    },

    /** The library, newest first, in pages. */
    list(workspaceId: string): AsyncGenerator<MediaRecord[]> {
      return inPages(
        async (after: string | null, limit) => {
          const rows = await db
            .selectFrom('media')
            .selectAll()
            .where('user_id', '=', workspaceId)
            .where('in_library', '=', 1)
            .$if(after !== null, (query) => query.where('id', '<', after ?? ''))
            .orderBy('id', 'desc')
            .limit(limit)
            .execute()
          return rows.map(toRecord)
        },
        (file) => file.id,
      )
    },

    /**
     * Finds files in the given order, including those only used by campaigns; ids of other
     * workspaces are left out.
     */
    async find(workspaceId: string, ids: readonly string[]): Promise<MediaRecord[]> {
      if (ids.length === 0) return []
      const rows = await db
        .selectFrom('media')
        .selectAll()
        .where('user_id', '=', workspaceId)
        .where('id', 'in', ids)
        .execute()
      const byId = new Map(rows.map((row) => [row.id, toRecord(row)]))
      return ids.flatMap((id) => byId.get(id) ?? [])
    },

    async keepInLibrary(workspaceId: string, ids: readonly string[]): Promise<void> {
      await db
        .updateTable('media')
        .set({ in_library: 1 })
        .where('user_id', '=', workspaceId)
        .where('id', 'in', ids)
        .execute()
    },

    /** Returns false when the file is not in the workspace's library. */
    async takeFromLibrary(workspaceId: string, id: string): Promise<boolean> {
      const result = await db
        .updateTable('media')
        .set({ in_library: 0 })
        .where('id', '=', id)
        .where('user_id', '=', workspaceId)
        .where('in_library', '=', 1)
        .executeTakeFirst()
      return result.numUpdatedRows > 0n
    },

    /**
     * Deletes rows that are in no library and not needed elsewhere; returns the file names.
     * 'all' is for startup only, before requests are served; where other nodes serve them then,
     * only what is older than a moment may go.
     */
    async deleteUnused(
      ids: readonly string[] | 'all',
      before: number | null = null,
    ): Promise<string[]> {
      if (ids.length === 0) return []
      return deleteCounted(ids === 'all' ? [] : await ownersOf(ids), (tx) =>
        tx
          .deleteFrom('media')
          .where('in_library', '=', 0)
          .$if(ids !== 'all', (query) => query.where('id', 'in', [...ids]))
          .$if(before !== null, (query) => query.where('created_at', '<', before ?? 0))
          .where(({ and, not }) => and(needs.map((isNeeded) => not(isNeeded('media.id')))))
          .returning(['user_id', 'file_size', 'file_name'])
          .execute(),
      )
    },

    async hasAny(): Promise<boolean> {
      return (await db.selectFrom('media').select('id').limit(1).executeTakeFirst()) !== undefined
    },

    /** Deletes all rows of a workspace, used or not; returns the file names. */
    async deleteAllOf(workspaceId: string): Promise<string[]> {
      return deleteCounted([workspaceId], (tx) =>
        tx
          .deleteFrom('media')
          .where('user_id', '=', workspaceId)
          .returning(['user_id', 'file_size', 'file_name'])
          .execute(),
      )
    },

    /** Files whose rows are deleted, and that are not erased yet. */
    async doomed(limit: number): Promise<string[]> {
      const rows = await db.selectFrom('doomed_media').selectAll().limit(limit).execute()
      return rows.map((row) => row.file_name)
    },

    async forgetDoomed(fileName: string): Promise<void> {
      await db.deleteFrom('doomed_media').where('file_name', '=', fileName).execute()
    },

    /** Which of these files have a row, of any owner. */
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
    facts: {
      width: row.width,
      height: row.height,
      seconds: row.seconds,
      thumbnail: row.thumbnail,
      isLooping: row.is_looping === 1,
    },
  }
}
