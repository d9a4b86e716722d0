import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../platform/database/database.ts'
import { newId } from '../platform/ids.ts'
import { engines, freshDatabase } from '../testing/engines.ts'
import { seedGroup } from '../testing/seed-group.ts'
import { seedDevice, seedUser } from '../testing/seed-user.ts'
import { eraseRows } from './erase-rows.ts'

/** More than two steps take. */
const PEOPLE = 600
const ERASED = [
  'contacts',
  'group_members',
  'tag_members',
  'recipients',
  'outgoing',
  'message_counts',
  'saved_responses',
  'campaign_keys',
  'network_names',
  'number_checks',
  'opt_outs',
  'opt_out_changes',
  'awaited_responses',
  'chatbot_replies',
  'chats',
  'chat_entries',
  'member_messages',
  'inbox',
  'inbox_changes',
  'inbox_files',
  'message_reactions',
  'message_wordings',
  'poll_votes',
  'pruned_inbox',
] as const
/** Tables that stay small, or whose rows go with those they belong to, a few for each. */
const SMALL = new Set([
  'ai_settings',
  'api_rest_configs',
  'campaign_devices',
  'campaign_media',
  'campaigns',
  'chat_history',
  'chat_numbers',
  'chat_counts',
  'chat_labels',
  'chat_mentions',
  'chat_number_settings',
  'chat_pauses',
  'chat_settings',
  'chat_steps',
  'chat_views',
  'chatbot_items',
  'chatbot_numbers',
  'chatbot_settings',
  'contact_fields',
  'contact_groups',
  'contact_tags',
  'device_credentials',
  'device_health',
  'device_manners',
  'device_proxies',
  'devices',
  'freezes',
  'history_parts',
  'known_addresses',
  'media',
  'opt_out_settings',
  'opt_out_totals',
  'password_resets',
  'person_notes',
  'push_due',
  'push_subscriptions',
  'quota_overrides',
  'quota_reservations',
  'quota_use',
  'rejected_calls',
  'response_totals',
  'saved_texts',
  // Found by their messages' own removal, some seconds later.
  'search_backlog',
  'search_devices',
  'search_messages',
  'search_pending',
  'tokens',
  'user_totals',
])

describe.each(engines)('the rows of a member who goes on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>

  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
  })
  afterAll(() => close())

  async function rowsOf(table: (typeof ERASED)[number]): Promise<number> {
    const { n } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return Number(n)
  }

  test('are of tables that are erased in steps, or stay small', async () => {
    const tables = await db.introspection.getTables()
    const owned = tables.filter(({ columns }) =>
      columns.some(({ name }) =>
        /^(user|device|campaign|group|item|opt_out|contact|tag)_id$/.test(name),
      ),
    )
    const known = new Set<string>([...ERASED, ...SMALL])
    expect(owned.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
    expect(ERASED.filter((name) => SMALL.has(name))).toEqual([])
  })

  test('are erased before the account, a few at a time, and nobody else’s', async () => {
    const member = await seedMuch(db)
    const other = await seedMuch(db)
    for (const table of ERASED) expect([table, await rowsOf(table)]).toEqual([table, 2 * PEOPLE])
    const steps: bigint[] = []
    const counted = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (result.numAffectedRows !== undefined) steps.push(result.numAffectedRows)
        return result
      },
    })
    await eraseRows(counted, member)
    for (const table of ERASED) expect([table, await rowsOf(table)]).toEqual([table, PEOPLE])
    expect(Math.max(...steps.map(Number))).toBeLessThan(PEOPLE / 2)
    await db.deleteFrom('users').where('id', '=', member).execute()
    await eraseRows(db, other)
    for (const table of ERASED) expect([table, await rowsOf(table)]).toEqual([table, 0])
  })
})

/** A user with as many rows of everything. */
async function seedMuch(db: Db): Promise<string> {
  const workspaceId = await seedUser(db)
  const device = await seedDevice(db, workspaceId)
  const numbers = Array.from({ length: PEOPLE }, (_, n) => String(60_190_000_000 + n))
  const group = await seedGroup(db, workspaceId, 'Everybody', numbers)
  const [campaign, item] = [newId(), newId()]
  await sql`
    insert into campaigns
      (id, user_id, device_id, name, sort_key, search_key, enabled, enable_link, url_link, caption,
        group_id, group_name, min_interval_s, max_interval_s, schedule_type, time_zone, created_at,
        updated_at)
    values (${campaign}, ${workspaceId}, ${device}, 'Promo', '', '', 1, 0, '', '', ${group}, 'Everybody',
      4, 5, 'anytime', 'UTC', 0, 0)
  `.execute(db)
  const people = sql`
    (select ${workspaceId} as user_id, ${device} as device_id, id, phone_number from contacts
      where user_id = ${workspaceId}) as people
  `
  const tag = newId()
  await sql`
    insert into contact_tags (id, user_id, name, name_key) values (${tag}, ${workspaceId}, 'VIP', 'vip')
  `.execute(db)
  await sql`
    insert into tag_members (tag_id, contact_id)
    select ${tag}, id from contacts where user_id = ${workspaceId}
  `.execute(db)
  await sql`
    insert into recipients (id, campaign_id, user_id, position, name, phone_number, state)
    select ${campaign} || id, ${campaign}, user_id, 1, '', phone_number, 'sent' from ${people}
  `.execute(db)
  await sql`
    insert into outgoing
      (device_id, message_id, user_id, origin, origin_id, part, jid, text, presence_seconds, state,
        may_have_left, attempts, created_at)
    select device_id, id, user_id, 'campaign', ${campaign} || id, 0, '', '', 0, 'sent', 1, 0, 0
    from ${people}
  `.execute(db)
  await sql`
    insert into message_counts (user_id, at, holder)
    select user_id, 0, id from ${people}
  `.execute(db)
  await sql`
    insert into network_names (user_id, phone_number, name)
    select user_id, phone_number, '' from ${people}
  `.execute(db)
  await sql`
    insert into campaign_keys (user_id, key_hash, fingerprint, campaign_id, created_at)
    select user_id, phone_number, '', '', 0 from ${people}
  `.execute(db)
  await sql`
    insert into number_checks (user_id, phone_number, on_whatsapp, device_name, checked_at)
    select user_id, phone_number, 1, '', 0 from ${people}
  `.execute(db)
  await sql`
    insert into opt_outs
      (id, user_id, phone_number, name, search_key, standing, since, last_change_id)
    select id, user_id, phone_number, '', '', 'import', 0, id from ${people}
  `.execute(db)
  await sql`
    insert into opt_out_changes
      (id, opt_out_id, change, how, at, device_name, word, campaign_name, reason, file_name)
    select id, id, 'out', 'import', 0, '', '', '', '', '' from ${people}
  `.execute(db)
  await sql`
    insert into chats
      (id, user_id, device_id, chat_key, kind, jid, name, preview, preview_kind, last_by, last_at,
        unread)
    select id, user_id, device_id, phone_number, 'individual', '', '', '', 'text', 'person', 0, 0
    from ${people}
  `.execute(db)
  await sql`
    insert into chat_entries (id, chat_id, user_id, at, kind, text, params)
    select id, id, user_id, 0, 'note', '', '{}' from ${people}
  `.execute(db)
  await sql`
    insert into member_messages
      (id, user_id, device_id, chat_id, person_id, client_id, kind, text, state, created_at)
    select id, user_id, device_id, id, '', id, 'message', '', 'given', 0 from ${people}
  `.execute(db)
  await sql`
    insert into message_wordings (device_id, message_id, at, text)
    select device_id, id, 0, '' from ${people}
  `.execute(db)
  await sql`
    insert into message_reactions (device_id, message_id, sender_jid, emoji, at)
    select device_id, id, '', '', 0 from ${people}
  `.execute(db)
  await sql`
    insert into inbox_files (device_id, message_id, state, clicked, attempts, next_at)
    select device_id, id, 'asked', 0, 0, 0 from ${people}
  `.execute(db)
  await sql`
    insert into poll_votes (device_id, poll_id, voter_jid, voter_name, at)
    select device_id, id, '', '', 0 from ${people}
  `.execute(db)
  await seedChats(db, { workspaceId, device, item, people })
  return workspaceId
}

interface Chats {
  readonly workspaceId: string
  readonly device: string
  readonly item: string
  readonly people: ReturnType<typeof sql>
}

async function seedChats(db: Db, { workspaceId, device, item, people }: Chats): Promise<void> {
  await sql`
    insert into chatbot_items
      (id, user_id, device_id, enabled, is_default, send_to, match_type, name, description, keywords,
        presence_delay_s, presence_status, save_data, api_rest_data_status, caption, use_ai,
        ai_spintax, created_at, updated_at)
    values (${item}, ${workspaceId}, ${device}, 1, 0, 'all', 'contains', 'Order', '', '[]', 0, 'none',
      'no', 'disabled', '', 0, '', 0, 0)
  `.execute(db)
  await sql`
    insert into saved_responses
      (id, user_id, device_id, message_id, item_id, item_name, name, phone_number, text, search_key, at)
    select id, user_id, device_id, id, ${item}, 'Order', '', phone_number, '', '', 0 from ${people}
  `.execute(db)
  await sql`
    insert into inbox_changes
      (device_id, message_id, sender_jid, what, chat_jid, by_admin, text, at, received_at)
    select device_id, id, '', 'deleted', '', 0, '', 0, 0 from ${people}
  `.execute(db)
  await sql`
    insert into pruned_inbox (device_id, message_id, pruned_at)
    select device_id, id, 0 from ${people}
  `.execute(db)
  await sql`
    insert into awaited_responses (device_id, chat_key, contact_key, item_id, since)
    select device_id, id, id, ${item}, 0 from ${people}
  `.execute(db)
  await sql`
    insert into chatbot_replies
      (device_id, message_id, inbox_message_id, chat_key, item_id, hop, state, created_at)
    select device_id, id, id, id, ${item}, 0, 'said', 0 from ${people}
  `.execute(db)
  await sql`
    insert into inbox
      (device_id, message_id, user_id, chat_jid, chat_key, chat, sender_jid, sender_name, text,
        sent_at, received_at, state)
    select device_id, id, user_id, '', id, 'individual', '', '', '', 0, 0, 'answered' from ${people}
  `.execute(db)
}
