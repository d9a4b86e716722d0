import type { Db } from '../../platform/database/database.ts'
import { FEW_RESULTS, findFew, holdsOne, isAmong } from '../../platform/database/text-search.ts'

/** The numbers of contacts with one of these folded texts in their name or number, some of many. */
export async function numbersNamed(
  db: Db,
  workspaceId: string,
  texts: readonly string[],
): Promise<readonly string[]> {
  const among = await findFew(db, workspaceId, texts)
  const rows = await db
    .selectFrom('contacts')
    .select('phone_number')
    .where('user_id', '=', workspaceId)
    .where(holdsOne(texts))
    .$if(among !== null, (query) => query.where(isAmong(among ?? [])))
    .limit(FEW_RESULTS)
    .execute()
  return rows.flatMap(({ phone_number }) => phone_number ?? [])
}
