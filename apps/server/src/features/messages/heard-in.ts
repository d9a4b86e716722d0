import { sql } from 'kysely'
import { chunks, type Db } from '../../platform/database/database.ts'

/** Which side has written in an individual chat, according to the stored messages. */
export type Heard = 'them' | 'only_us'

/**
 * The people among these, by number or LID, with whom a device has a chat. Uses the indexes of
 * chats and LIDs, and reads only the first message of each.
 */
export async function heardIn(
  db: Db,
  deviceId: string,
  people: readonly string[],
): Promise<ReadonlyMap<string, Heard>> {
  const sides = new Map<string, Heard>()
  for (const some of chunks([...new Set(people)])) {
    const { rows } = await sql<{ person: string; by_them: number; by_anybody: number }>`
      with asked (person) as (values ${sql.join(some.map((person) => sql`(${person})`))})
      select
        person,
        case when ${hasMessage(deviceId, sql`and state <> 'own'`)} then 1 else 0 end as by_them,
        case when ${hasMessage(deviceId, sql``)} then 1 else 0 end as by_anybody
      from asked
    `.execute(db)
    for (const { person, by_them, by_anybody } of rows) {
      if (by_anybody === 1) sides.set(person, by_them === 1 ? 'them' : 'only_us')
    }
  }
  return sides
}

/** A message with a known number is stored under it, together with its LID. */
function hasMessage(deviceId: string, which: ReturnType<typeof sql>) {
  return sql`(
    exists (select 1 from inbox where device_id = ${deviceId} and chat_key = person ${which})
    or exists (
      select 1 from inbox
      where device_id = ${deviceId} and chat_lid = person and sender_number is not null ${which}
    )
  )`
}
