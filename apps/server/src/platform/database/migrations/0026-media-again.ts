import type { Kysely } from 'kysely'

interface Media {
  readonly media: { readonly file_type: string; readonly cleaned: number }
}

/** Videos were only cleaned at top level, and GIFs not at all; clean them again. */
export async function up(db: Kysely<Media>): Promise<void> {
  await db
    .updateTable('media')
    .set({ cleaned: 0 })
    .where((is) => is.or([is('file_type', '=', 'image/gif'), is('file_type', 'like', 'video/%')]))
    .execute()
}
