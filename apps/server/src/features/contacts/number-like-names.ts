import type { Db } from '../../platform/database/database.ts'
import { FEW_RESULTS } from '../../platform/database/text-search.ts'
import type { StoredContact } from './stored-contact.ts'

/** All contacts, those whose name begins with a word, or those whose name may be a number. */
export type Names = 'all' | 'words' | 'numbers'

/** Sort keys of names that begin with a digit, or with a sign as numbers do, come before this. */
export const FIRST_WORD = Buffer.from(':').toString('hex')

/** Whether the name may be a number. */
export function isNumberLike({ sortKey }: Pick<StoredContact, 'sortKey'>): boolean {
  return sortKey < FIRST_WORD
}

/** The contacts whose name may be a number, where they are asked for; null when they are many. */
export async function fewNumbered(
  db: Db,
  workspaceId: string,
  { names, tagId }: { readonly names?: Names; readonly tagId?: string | null },
): Promise<readonly string[] | null> {
  // Ids found here would stand in place of the tag.
  if (names !== 'numbers' || tagId) return null
  const rows = await db
    .selectFrom('contacts')
    .select('id')
    .where('user_id', '=', workspaceId)
    .where('sort_key', '<', FIRST_WORD)
    .orderBy('sort_key')
    .limit(FEW_RESULTS + 1)
    .execute()
  return rows.length > FEW_RESULTS ? null : rows.map(({ id }) => id)
}
