import { sql } from 'kysely'
import { chunks, type Db } from '../../platform/database/database.ts'

/** Who has written in a chat of two, of what is kept of it. */
export type Heard = 'them' | 'only_us'

/**
 * Those of these people, by number or LID, with whom a device has a chat. Each is looked for by the
 * indexes of chats and of identities, and no further than to the first message.
 */
export async function heardIn(
  db: Db,
  deviceId: string,
  people: readonly string[],
): Promise<ReadonlyMap<string, Heard>> {
  const heard = new Map<string, Heard>()
  for (const some of chunks([...new Set(people)])) {
    const { rows } = await sql<{ person: string; by_them: number; by_anybody: number }>`
      with asked (person) as (values ${sql.join(some.map((person) => sql`(${person})`))})
      select
        person,
        case when ${kept(deviceId, sql`and state <> 'own'`)} then 1 else 0 end as by_them,
        case when ${kept(deviceId, sql``)} then 1 else 0 end as by_anybody
      from asked
    `.execute(db)
    for (const { person, by_them, by_anybody } of rows) {
      if (by_anybody === 1) heard.set(person, by_them === 1 ? 'them' : 'only_us')
    }
  }
  return heard
}

/** A message whose number is known is kept under it, and its LID beside. */
function kept(deviceId: string, which: ReturnType<typeof sql>) {
  return sql`(
    exists (select 1 from inbox where device_id = ${deviceId} and chat_key = person ${which})
    or exists (
      select 1 from inbox
      where device_id = ${deviceId} and chat_lid = person and sender_number is not null ${which}
    )
  )`
}
