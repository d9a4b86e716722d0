import type { Db } from '../../platform/database/database.ts'
import { inPages } from '../../platform/database/in-pages.ts'

/** The names of all stored files, of every owner, in pages. */
export function mediaFileNames(db: Db): AsyncGenerator<{ id: string; file_name: string }[]> {
  return inPages(
    (after: string | null, limit) =>
      db
        .selectFrom('media')
        .select(['id', 'file_name'])
        .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
        .orderBy('id')
        .limit(limit)
        .execute(),
    (file) => file.id,
  )
}
