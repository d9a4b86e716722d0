import { chunks, type Db } from '../platform/database/database.ts'
import { newId } from '../platform/ids.ts'
import { searchableText, sortKey } from '../platform/search-text.ts'

/** Inserts a group with this many contacts. Returns its id. */
export async function seedGroup(
  db: Db,
  workspaceId: string,
  name: string,
  numbers: readonly string[],
): Promise<string> {
  const groupId = newId()
  await db
    .insertInto('contact_groups')
    .values({
      id: groupId,
      user_id: workspaceId,
      name,
      name_key: name.toLowerCase(),
      contact_count: numbers.length,
      created_at: 0,
      erasing: 0,
    })
    .execute()
  for (const some of chunks(numbers)) {
    const rows = some.map((number) => ({
      id: newId(),
      user_id: workspaceId,
      name: number,
      phone_number: number,
      search_key: searchableText(number),
      sort_key: sortKey(number),
      created_at: 0,
    }))
    await db.insertInto('contacts').values(rows).execute()
    await db
      .insertInto('group_members')
      .values(rows.map(({ id }) => ({ group_id: groupId, contact_id: id })))
      .execute()
  }
  return groupId
}
