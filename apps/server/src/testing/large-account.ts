import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { indexPendingTexts } from '../platform/database/pending-texts.ts'
import { isSqlite } from '../platform/database/text-search.ts'
import { seedDevice, seedUser } from './seed-user.ts'

/** Enough that reading all of them is noticeable. */
export const MANY = 20_000
/** Members of the group, and people of the campaign. */
export const HALF = MANY / 2

export const QUARTER_MS = 15 * 60 * 1000

/** A tag of twenty contacts, and one of half of them. */
export const RARE_TAG = 'rare'
export const COMMON_TAG = 'common'

/** The account of a long-time user; on PostgreSQL with the planner's statistics. */
export interface LargeAccount {
  readonly workspaceId: string
  readonly deviceId: string
  readonly groupId: string
  readonly campaignId: string
}

export async function seedLargeAccount(db: Db): Promise<LargeAccount> {
  const workspaceId = await seedUser(db)
  const deviceId = await seedDevice(db, workspaceId)
  const account = { workspaceId, deviceId, groupId: 'group', campaignId: 'campaign-1' }
  await seedContacts(db, account)
  await seedCampaigns(db, account)
  await seedChats(db, account)
  if (!isSqlite(db)) await indexPendingTexts(db)
  await sql`analyze`.execute(db)
  return account
}

async function seedContacts(db: Db, { workspaceId, groupId }: LargeAccount): Promise<void> {
  await many(db, 'contacts', MANY, {
    id: sql`'contact-' || lpad(i::text, 6, '0')`,
    user_id: workspaceId,
    name: sql`'Person ' || i`,
    phone_number: sql`'6012' || (1000000 + i)`,
    search_key: sql`'person ' || i || ' 6012' || (1000000 + i)`,
    sort_key: sql`'person ' || lpad(i::text, 6, '0')`,
    created_at: sql`i`,
  })
  await db
    .insertInto('contact_groups')
    .values({
      id: groupId,
      user_id: workspaceId,
      name: 'Half',
      name_key: 'half',
      contact_count: HALF,
      created_at: 0,
      erasing: 0,
    })
    .execute()
  for (const id of [RARE_TAG, COMMON_TAG]) {
    await db
      .insertInto('contact_tags')
      .values({ id, user_id: workspaceId, name: id, name_key: id })
      .execute()
  }
  await many(db, 'tag_members', 20, {
    tag_id: RARE_TAG,
    contact_id: sql`'contact-' || lpad((900 * i)::text, 6, '0')`,
  })
  await many(db, 'tag_members', HALF, {
    tag_id: COMMON_TAG,
    contact_id: sql`'contact-' || lpad((2 * i)::text, 6, '0')`,
  })
  await many(db, 'group_members', HALF, {
    group_id: groupId,
    contact_id: sql`'contact-' || lpad((2 * i)::text, 6, '0')`,
  })
}

/** A hundred campaigns; the first has half of the contacts and two queued people. */
async function seedCampaigns(db: Db, account: LargeAccount): Promise<void> {
  const { workspaceId, deviceId, groupId, campaignId } = account
  await many(db, 'campaigns', 100, {
    ...{ id: sql`'campaign-' || i`, user_id: workspaceId, device_id: deviceId, group_id: groupId },
    ...{ name: sql`'Campaign ' || i`, group_name: 'Half', caption: 'Hello', url_link: '' },
    ...{ enabled: 1, enable_link: 0, schedule_type: 'anytime', time_zone: 'UTC', erasing: 0 },
    ...{ min_interval_s: 5, max_interval_s: 10, created_at: sql`i`, updated_at: sql`i` },
    ...{ queued: 0, sending: 0, sent: 0, delivered: 0, read: 0, failed: 0, skipped: 0 },
  })
  await many(db, 'recipients', HALF, {
    id: sql`'recipient-' || i`,
    campaign_id: campaignId,
    user_id: workspaceId,
    position: sql`i`,
    name: sql`'Person ' || i`,
    phone_number: sql`'6012' || (1000000 + 2 * i)`,
    state: sql`case when i > ${sql.lit(HALF - 2)} then 'queued' else 'read' end`,
  })
  await many(db, 'outgoing', MANY, {
    ...{ device_id: deviceId, message_id: sql`'MESSAGE' || i`, user_id: workspaceId, part: 0 },
    origin: sql`case when i <= ${sql.lit(HALF)} then 'campaign' else 'chatbot' end`,
    origin_id: sql`case when i <= ${sql.lit(HALF)} then 'recipient-' else 'inbound-' end || i`,
    ...{ jid: 'j', text: 'Hello', presence_seconds: 0, may_have_left: 1, attempts: 0 },
    state: sql`case when i > ${sql.lit(MANY - 2)} then 'pending' else 'read' end`,
    created_at: sql`i`,
  })
  await many(db, 'message_counts', MANY, {
    ...{ user_id: workspaceId, holder: sql`'campaign-' || (1 + i % 100)`, read: 1 },
    at: sql`i::bigint * ${sql.lit(QUARTER_MS)}`,
  })
}

/** One chat with all messages, two of them unanswered, and two unsettled replies. */
async function seedChats(db: Db, { workspaceId, deviceId }: LargeAccount): Promise<void> {
  await many(db, 'inbox', MANY, {
    ...{
      device_id: deviceId,
      message_id: sql`'inbound-' || i`,
      user_id: workspaceId,
      chat_jid: 'j',
    },
    ...{ chat_key: 'chat', chat: 'individual', sender_jid: 'j', sender_name: '', kind: 'text' },
    ...{ text: 'harga', sent_at: sql`i`, received_at: sql`i` },
    state: sql`case when i > ${sql.lit(MANY - 2)} then 'new' else 'answered' end`,
  })
  await many(db, 'chatbot_replies', MANY, {
    ...{ device_id: deviceId, message_id: sql`'REPLY' || i`, chat_key: 'chat', item_id: 'item' },
    ...{ inbox_message_id: sql`'inbound-' || i`, hop: 0, created_at: sql`i` },
    state: sql`case when i = ${sql.lit(MANY)} then 'open' else 'said' end`,
    next_item_id: sql`case when i = ${sql.lit(MANY - 1)} then 'item' end`,
  })
  await many(db, 'saved_responses', MANY, {
    ...{ id: sql`'response-' || lpad(i::text, 6, '0')`, user_id: workspaceId, device_id: deviceId },
    ...{ message_id: sql`'inbound-' || i`, item_name: 'Harga', name: sql`'Person ' || i` },
    ...{ phone_number: '', kind: 'text', text: sql`'nasi ' || i`, at: sql`i` },
    search_key: sql`'harga person ' || i || ' nasi ' || i`,
  })
  await db.insertInto('response_totals').values({ device_id: deviceId, total: MANY }).execute()
}

/** This many rows in one statement; `i` counts them from 1. */
async function many(
  db: Db,
  table: string,
  count: number,
  columns: Readonly<Record<string, unknown>>,
): Promise<void> {
  const names = Object.keys(columns).map((name) => sql.ref(name))
  const values = Object.values(columns).map((value) =>
    typeof value === 'string' || typeof value === 'number' ? sql.lit(value) : value,
  )
  await sql`
    insert into ${sql.table(table)} (${sql.join(names)})
    select ${sql.join(values)} from generate_series(1, ${sql.lit(count)}) as i
  `.execute(db)
}
