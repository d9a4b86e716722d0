import { chunks, type Db } from '../../platform/database/database.ts'

/** The names of people, by their id; without those whose account is gone. */
export async function namesOf(
  db: Db,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const some of chunks(personIds)) {
    const rows = await db
      .selectFrom('users')
      .select(['id', 'name'])
      .where('id', 'in', some)
      .execute()
    for (const { id, name } of rows) names.set(id, name)
  }
  return names
}
