import { sql } from 'kysely'
import { chunks, type Db } from '../../apps/server/src/platform/database/database.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { searchableText } from '../../apps/server/src/platform/search-text.ts'
import { campaignRow } from '../../apps/server/src/testing/campaign-row.ts'
import { nameOf, numberOf } from './seed.ts'

const PEOPLE_PER_CAMPAIGN = 10_000

/** Inserts campaigns that have sent the given number of messages. */
export async function seedMessages(
  db: Db,
  userId: string,
  deviceId: string,
  messages: number,
): Promise<void> {
  for (let start = 0; start < messages; start += PEOPLE_PER_CAMPAIGN) {
    const people = Math.min(PEOPLE_PER_CAMPAIGN, messages - start)
    await seedCampaign(db, { id: newId(), userId, deviceId, start, people })
  }
  await db
    .updateTable('user_totals')
    .set({ total: messages, sent: messages })
    .where('user_id', '=', userId)
    .execute()
}

interface Sent {
  readonly id: string
  readonly userId: string
  readonly deviceId: string
  readonly start: number
  readonly people: number
}

async function seedCampaign(db: Db, { id, userId, deviceId, start, people }: Sent): Promise<void> {
  const now = Date.now()
  await db
    .insertInto('campaigns')
    .values(
      campaignRow(
        {
          id,
          user_id: userId,
          device_id: deviceId,
          created_at: now,
          updated_at: now,
          read: people,
        },
        { name: `Campaign ${start}` },
      ),
    )
    .execute()
  await db.transaction().execute(async (tx) => {
    await sql`
      with recursive people (n) as (select 0 union all select n + 1 from people where n < ${sql.lit(people - 1)})
      insert into recipients
        (id, campaign_id, user_id, position, name, phone_number, state)
      select ${sql.lit(id)} || ':' || n, ${sql.lit(id)}, ${sql.lit(userId)}, n + 1,
        'Person ' || n, '6019' || (10000000 + n), 'read'
      from people
    `.execute(tx)
    await sql`
      insert into outgoing
        (device_id, message_id, user_id, origin, origin_id, part, jid, text, presence_seconds, state,
          may_have_left, attempts, created_at)
      select ${sql.lit(deviceId)}, id, user_id, 'campaign', id, 0, phone_number || '@s.whatsapp.net',
        'Hello ' || name, 0, 'read', 1, 0, ${sql.lit(now)}
      from recipients where campaign_id = ${sql.lit(id)}
    `.execute(tx)
  })
}

/** Inserts saved responses of an item. */
export async function seedResponses(
  db: Db,
  userId: string,
  deviceId: string,
  responses: number,
): Promise<void> {
  for (const some of chunks(Array.from({ length: responses }, (_, n) => n))) {
    const rows = some.map((n) => ({
      id: newId(),
      user_id: userId,
      device_id: deviceId,
      message_id: String(n),
      item_id: null,
      item_name: 'Order',
      name: nameOf(n),
      phone_number: numberOf(n),
      kind: 'text' as const,
      text: `I take ${n}`,
      search_key: searchableText('Order', nameOf(n), numberOf(n), `I take ${n}`),
      at: Date.now(),
    }))
    await db.insertInto('saved_responses').values(rows).execute()
  }
  await db.insertInto('response_totals').values({ device_id: deviceId, total: responses }).execute()
}
