import { cpSync } from 'node:fs'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { type Kysely, type KyselyPlugin, sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openChatRoom } from '../../../testing/chat-room.ts'
import {
  type Before,
  engines,
  freshDatabase,
  freshStore,
  openStore,
} from '../../../testing/engines.ts'
import { plainOutgoing } from '../../../testing/plain-outgoing.ts'
import { seedUser } from '../../../testing/seed-user.ts'
import type { Db } from '../database.ts'
import { migrate, migrateUpTo } from '../migrate.ts'
import * as outgoing from './0025-outgoing.ts'

const VERSION = '0021-rejoining'
/** More rows than are copied at once. */
const MANY = 5100

describe.each(engines)('what was sent before there was one table for it, on %s', (engine) => {
  test('is all there', async () => {
    const { db, close } = await freshDatabase(engine, { version: VERSION, fill })
    onTestFinished(close)
    expect(await rowsOf(db)).toEqual(EXPECTED)
    const { rows: many } = await sql<{ state: string; n: number }>`
      select state, count(*) as n from outgoing where origin_id like 'many%' group by state
    `.execute(db)
    expect(many.map(({ state, n }) => [state, Number(n)])).toEqual([['read', MANY]])
    expect(await tablesOf(db)).not.toEqual(expect.arrayContaining(['messages']))
    expect(await tablesOf(db)).not.toEqual(expect.arrayContaining(['replies']))
  })

  test('goes on: somebody half written to gets the rest, with the same id', async () => {
    const { db, close } = await freshDatabase(engine, { version: VERSION, fill })
    onTestFinished(close)
    const sent: string[] = []
    const room = plainOutgoing(db, {
      clock: createFakeClock(),
      sender: {
        resolve: async () => null,
        send: async (_device, { messageId }) => {
          sent.push(messageId)
          return { kind: 'accepted' }
        },
      },
      // It may have been sent, so it is not checked again.
      checks: [async () => 'campaign_off'],
    })
    expect(await room.attemptsOf('campaign', 'half')).toBe(2)
    expect(await room.handOverAll('campaign', 'half')).toEqual({ kind: 'taken' })
    expect(sent).toEqual(['M-HALF-1'])
    expect(await room.handOverAll('campaign', 'half')).toEqual({ kind: 'taken' })
    expect(sent).toEqual(['M-HALF-1'])
  })

  test('goes on: what may have left is settled, a chain is carried on, what is late is given up', async () => {
    const room = await openChatRoom(engine, REPLIES)
    onTestFinished(() => room.close())
    await room.settled()
    expect(room.network.sent.map(({ messageId }) => messageId)).toContain('R-LEFT')
    const replies = await room.replies()
    const states = replies.map(({ text, state, reason }) => [text, state, reason])
    expect(states).toEqual(
      expect.arrayContaining([
        ['may have left', 'sent', null],
        ['typed', 'dropped', 'too_late'],
        ['first', 'read', null],
        ['second', 'sent', null],
      ]),
    )
    expect(room.said().filter((text) => text !== 'may have left')).toEqual(['second'])
  })
})

test('a kill anywhere in it loses and doubles nothing', async () => {
  let kills = 0
  const before = await freshStore('SQLite')
  onTestFinished(before.remove)
  const old = openStore(before)
  await migrateUpTo(old, VERSION)
  await fill(old)
  await old.destroy()
  for (let survived = false; !survived; kills++) {
    const store = await freshStore('SQLite')
    cpSync(before.dataDir, store.dataDir, { recursive: true })
    const db = openStore(store)
    const killed = db.withPlugin(killedAfter(kills)) as unknown as Kysely<unknown>
    survived = await outgoing.up(killed).then(
      () => true,
      () => false,
    )
    await migrate(db)
    expect(await rowsOf(db)).toEqual(EXPECTED)
    await db.destroy()
    store.remove()
  }
  expect(kills).toBeGreaterThan(10)
})

/** Runs this many statements, then none. */
function killedAfter(statements: number): KyselyPlugin {
  let left = statements
  return {
    transformQuery({ node }) {
      left -= 1
      if (left < 0) throw new Error('killed')
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

async function tablesOf(db: Db): Promise<string[]> {
  return (await db.introspection.getTables()).map(({ name }) => name)
}

async function rowsOf(db: Db) {
  const sent = await db
    .selectFrom('outgoing')
    .select(['message_id', 'origin', 'origin_id', 'part', 'jid', 'text', 'media_id', 'presence'])
    .select(['presence_seconds', 'state', 'reason', 'may_have_left', 'attempts', 'created_at'])
    .where('origin_id', 'not like', 'many%')
    .orderBy('message_id')
    .execute()
  const replies = await db
    .selectFrom('chatbot_replies')
    .select(['message_id', 'inbox_message_id', 'chat_key', 'item_id', 'fired_item_id', 'hop'])
    .select(['state', 'reason', 'next_item_id', 'awaits_from', 'created_at'])
    .orderBy('message_id')
    .execute()
  const recipients = await db
    .selectFrom('recipients')
    .selectAll()
    .where('id', '=', 'half')
    .executeTakeFirstOrThrow()
  return {
    sent: sent.map((row) => Object.values(row)),
    replies: replies.map((row) => Object.values(row)),
    half: [recipients.state, recipients.jid, 'attempts' in recipients],
  }
}

const EXPECTED = {
  sent: [
    ['M-FAILED', 'campaign', 'failed', 0, 'j', 'no', null, null, 0, 'failed', null, 1, 0, 5],
    ['M-HALF-0', 'campaign', 'half', 0, 'j', 'one', 'm', null, 0, 'sent', null, 1, 2, 6],
    ['M-HALF-1', 'campaign', 'half', 1, 'j', '', null, null, 0, 'pending', null, 1, 0, 6],
    ['R-CHAIN', 'chatbot', 'IN3', 0, 'c', 'first', null, null, 0, 'read', null, 1, 0, 9],
    ['R-GONE', 'chatbot', 'IN4', 0, 'c', 'gone', null, null, 0, 'dropped', 'item_off', 0, 0, 10],
    ['R-LEFT', 'chatbot', 'IN1', 0, 'c', 'left', 'm', null, 0, 'pending', null, 1, 3, 7],
    ['R-OFF', 'chatbot', 'IN5', 1, 'c', 'end', null, null, 0, 'delivered', null, 1, 0, 11],
    ['R-TYPED', 'chatbot', 'IN2', 0, 'c', 'typed', null, 'composing', 25, 'pending', null, 0, 0, 8],
  ],
  replies: [
    ['R-CHAIN', 'IN3', 'k', 'i', 'i', 0, 'said', null, 'next', null, 9],
    ['R-GONE', 'IN4', 'k', 'i', 'i', 0, 'dropped', 'item_off', null, null, 10],
    ['R-LEFT', 'IN1', 'k', 'i', 'i', 0, 'open', null, null, '', 7],
    ['R-OFF', 'IN5', 'k', 'i', null, 1, 'said', 'number_off', null, null, 11],
    ['R-TYPED', 'IN2', 'k', 'i', 'i', 0, 'open', null, null, null, 8],
  ],
  half: ['sending', 'j', false],
}

async function fill(db: Db): Promise<void> {
  const userId = await seedUser(db)
  await sql`
    insert into devices (id, user_id, number, name, wanted, logged_out, removed, linked_at)
    values ('d', ${userId}, '60111111111', 'Shop', 1, 0, 0, 0)
  `.execute(db)
  await sql`
    insert into campaigns (
      id, user_id, device_id, name, enabled, enable_link, url_link, caption, group_name,
      min_interval_s, max_interval_s, schedule_type, time_zone, created_at, updated_at,
      queued, sending, sent, delivered, read, failed, skipped
    ) values ('c', ${userId}, 'd', 'Promo', 1, 0, '', '', '', 4, 5, 'anytime', 'UTC', 0, 0,
      0, 1, 0, 0, ${MANY}, 1, 0)
  `.execute(db)
  await sql`
    insert into recipients (id, campaign_id, user_id, position, name, phone_number, jid, state, attempts)
    values
      ('half', 'c', ${userId}, 1, 'A', '1', 'j', 'sending', 2),
      ('failed', 'c', ${userId}, 2, 'B', '2', 'j', 'failed', 0)
  `.execute(db)
  await sql`
    insert into messages (
      device_id, message_id, user_id, recipient_id, part, jid, text, media_id, state, created_at
    ) values
      ('d', 'M-HALF-0', ${userId}, 'half', 0, 'j', 'one', 'm', 'sent', 6),
      ('d', 'M-HALF-1', ${userId}, 'half', 1, 'j', '', null, 'pending', 6),
      ('d', 'M-FAILED', ${userId}, 'failed', 0, 'j', 'no', null, 'failed', 5)
  `.execute(db)
  await fillMany(db, userId)
  await sql`
    insert into replies (
      device_id, message_id, user_id, inbox_message_id, chat_jid, chat_key, item_id, fired_item_id,
      hop, text, media_id, presence, presence_seconds, state, reason, may_have_left, next_item_id,
      awaits_from, attempts, created_at
    ) values
      ('d', 'R-LEFT', ${userId}, 'IN1', 'c', 'k', 'i', 'i', 0, 'left', 'm', null, 0,
        'pending', null, 1, null, '', 3, 7),
      ('d', 'R-TYPED', ${userId}, 'IN2', 'c', 'k', 'i', 'i', 0, 'typed', null, 'composing', 25,
        'pending', null, 0, null, null, 0, 8),
      ('d', 'R-CHAIN', ${userId}, 'IN3', 'c', 'k', 'i', 'i', 0, 'first', null, null, 0,
        'read', null, 1, 'next', null, 0, 9),
      ('d', 'R-GONE', ${userId}, 'IN4', 'c', 'k', 'i', 'i', 0, 'gone', null, null, 0,
        'dropped', 'item_off', 0, null, null, 0, 10),
      ('d', 'R-OFF', ${userId}, 'IN5', 'c', 'k', 'i', null, 1, 'end', null, null, 0,
        'delivered', 'number_off', 1, null, null, 0, 11)
  `.execute(db)
}

async function fillMany(db: Db, userId: string): Promise<void> {
  const numbers = sql`with recursive n(i) as (
    select 1 union all select i + 1 from n where i < ${sql.lit(MANY)}
  )`
  await sql`
    ${numbers}
    insert into recipients (id, campaign_id, user_id, position, name, phone_number, state, attempts)
    select 'many' || i, 'c', cast(${userId} as text), i + 2, 'N', 'n' || i, 'read', 0 from n
  `.execute(db)
  await sql`
    ${numbers}
    insert into messages (
      device_id, message_id, user_id, recipient_id, part, jid, text, state, created_at
    )
    select 'd', 'MANY' || i, cast(${userId} as text), 'many' || i, 0, 'j', 'x', 'read', 1 from n
  `.execute(db)
}

const REPLIES: Before = {
  version: VERSION,
  async fill(db) {
    const now = createFakeClock().now()
    const old = now - 60 * 60_000
    const item = (id: string, caption: string, next: string | null) => sql`
      insert into chatbot_items (
        id, user_id, device_id, enabled, is_default, send_to, match_type, name, description, keywords,
        next_item_id, presence_delay_s, presence_status, save_data, api_rest_data_status, caption,
        use_ai, ai_spintax, created_at, updated_at
      ) values (${id}, 'user', 'device', 1, 0, 'all', 'message_contains_keyword', ${id}, '', '[]',
        ${next}, 0, 'disable', 'no_save_response', 'disabled', ${caption}, 0, '', 0, 0)
    `
    await item('next', 'second', null).execute(db)
    await item('i', 'first', 'next').execute(db)
    for (const chat of ['A', 'B', 'C']) {
      await sql`
        insert into inbox (
          device_id, message_id, user_id, chat_jid, chat_key, chat, sender_jid, sender_number,
          sender_name, kind, text, sent_at, received_at, state
        ) values ('device', ${`IN-${chat}`}, 'user', 'c', ${chat}, 'individual', 'c', ${chat},
          '', 'text', 'hi', ${now}, ${now}, 'answered')
      `.execute(db)
    }
    await sql`
      insert into replies (
        device_id, message_id, user_id, inbox_message_id, chat_jid, chat_key, item_id, fired_item_id,
        hop, text, presence, presence_seconds, state, may_have_left, next_item_id, attempts, created_at
      ) values
        ('device', 'R-LEFT', 'user', 'IN-A', 'c', 'A', 'gone', 'gone', 0, 'may have left', null, 0,
          'pending', 1, null, 0, ${old}),
        ('device', 'R-TYPED', 'user', 'IN-B', 'c', 'B', 'i', 'i', 0, 'typed', 'composing', 5,
          'pending', 0, null, 0, ${old}),
        ('device', 'R-CHAIN', 'user', 'IN-C', 'c', 'C', 'i', 'i', 0, 'first', null, 0,
          'read', 1, 'next', 0, ${now})
    `.execute(db)
  },
}
