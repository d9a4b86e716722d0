import type { NamesOf } from '../../platform/authors.ts'
import { chunks, type Db } from '../../platform/database/database.ts'
import type { MembershipParts } from './accounts.ports.ts'

export function createNamesOf(
  db: Db,
  { membershipRows }: Pick<MembershipParts, 'membershipRows'>,
): NamesOf {
  async function isAlone(workspaceId: string, personId: string): Promise<boolean> {
    const other = await db
      .selectFrom(membershipRows.as('m'))
      .select('m.person_id')
      .where('m.workspace_id', '=', workspaceId)
      .where('m.person_id', '!=', personId)
      .limit(1)
      .executeTakeFirst()
    return other === undefined
  }

  return async (workspaceId, personIds) => {
    const [first, ...others] = personIds
    if (first === undefined) return null
    if (others.length === 0 && (await isAlone(workspaceId, first))) return null
    return namesOfPeople(db, personIds)
  }
}

/** The names of people by their ids; without those whose account is gone. */
export async function namesOfPeople(
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
