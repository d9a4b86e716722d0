import { sql } from 'kysely'
import { chunks, type Db } from '../../apps/server/src/platform/database/database.ts'
import { isSqlite } from '../../apps/server/src/platform/database/text-search.ts'
import { nameOf, numberOf } from './seed.ts'

export interface SeededChats {
  readonly workspaceId: string
  readonly deviceIds: readonly string[]
  /** Who chats are assigned to, in turn. */
  readonly personIds: readonly string[]
  readonly chats: number
  readonly messages: number
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const SENTENCES = 4000
const ROWS_PER_INSERT = 20_000
/** One message in a hundred belongs to the first chat, whose timeline is long. */
const LONG_CHAT = 100

export const chatIdOf = (n: number) => `bench-chat-${String(n).padStart(9, '0')}`

/** Inserts chats of several numbers, half of whose messages came in; the newest are of now. */
export async function seedChats(db: Db, seeded: SeededChats): Promise<void> {
  const now = Date.now()
  const step = Math.max(1, Math.min(MINUTE_MS, Math.floor((700 * DAY_MS) / seeded.messages)))
  const first = now - step * seeded.messages
  await seedChatRows(db, seeded, now)
  const pairs = Math.ceil(seeded.messages / 2)
  const at = sql`(cast(${first} as bigint) + n * cast(${2 * step} as bigint))`
  for (let from = 0; from < pairs; from += ROWS_PER_INSERT) {
    const pairsHere = pairsOf(db, from, Math.min(pairs, from + ROWS_PER_INSERT), seeded.chats)
    await sql`
      insert into inbox (device_id, message_id, user_id, chat_jid, chat_key, chat_lid, chat,
        sender_jid, sender_number, sender_name, kind, text, sent_at, received_at, state, deleted,
        wording, chat_id)
      ${pairsHere}
      select chat.device_id, 'IN' || n, chat.user_id, chat.jid, chat.chat_key, null, 'individual',
        chat.jid, chat.number, chat.name, 'text', said.value || ' ' || n, ${at}, ${at}, 'silent',
        0, 0, chat.id
      from pair join chats as chat on chat.id = pair.chat_id
      join said on said.key = pair.n % ${sql.lit(SENTENCES)}
    `.execute(db)
    await sql`
      insert into outgoing (device_id, message_id, user_id, origin, origin_id, part, jid, text,
        presence_seconds, state, may_have_left, attempts, created_at, sent_at, delivered_at, chat_id)
      ${pairsHere}
      select chat.device_id, 'OUT' || n, chat.user_id, 'chatbot', 'IN' || n, 0, chat.jid, said.value,
        0, 'delivered', 1, 0, ${at} + 500, ${at} + 900, ${at} + 1500, chat.id
      from pair join chats as chat on chat.id = pair.chat_id
      join said on said.key = (pair.n * 7) % ${sql.lit(SENTENCES)}
    `.execute(db)
  }
}

/** SQL: pairs of a question and an answer, each with its chat, and sentences to say. */
function pairsOf(db: Db, from: number, to: number, chats: number) {
  const chat = sql`case when n % ${sql.lit(LONG_CHAT)} = 0 then 0
    else (n * 7919) % ${sql.lit(chats)} end`
  const padded = isSqlite(db)
    ? sql`printf('%09d', ${chat})`
    : sql`lpad(cast(${chat} as text), 9, '0')`
  const sentences = JSON.stringify(sentencesOf(SENTENCES))
  const said = isSqlite(db)
    ? sql`select key, value from json_each(${sentences})`
    : sql`select no - 1, element from
        jsonb_array_elements_text(cast(${sentences} as jsonb)) with ordinality as one (element, no)`
  return sql`
    with recursive number (n) as (
      select cast(${from} as bigint) union all
      select n + 1 from number where n + 1 < cast(${to} as bigint)
    ), pair as (select n, 'bench-chat-' || ${padded} as chat_id from number),
    said (key, value) as materialized (${said})
  `
}

/** One chat in twenty waits, every other one is closed, some are put aside. */
async function seedChatRows(db: Db, seeded: SeededChats, now: number): Promise<void> {
  const { workspaceId, deviceIds, personIds, chats } = seeded
  const all = Array.from({ length: chats }, (_, n) => {
    const waits = n % 20 === 0
    return {
      id: chatIdOf(n),
      user_id: workspaceId,
      device_id: deviceIds[n % deviceIds.length] ?? '',
      chat_key: numberOf(n),
      kind: 'individual' as const,
      jid: `${numberOf(n)}@s.whatsapp.net`,
      number: numberOf(n),
      lid: null,
      username: null,
      name: nameOf(n),
      preview: 'Where is my order?',
      preview_kind: 'text' as const,
      last_by: waits ? ('person' as const) : ('chatbot' as const),
      last_at: now - n * 1000,
      unread: waits ? 1 : 0,
      waiting_since: waits ? now - n * 1000 : null,
      assigned_to: n % 3 === 0 ? (personIds[(n / 3) % personIds.length] ?? null) : null,
      opened_at: now - DAY_MS,
      closed_at: !waits && n % 2 === 0 ? now - n * 500 : null,
      snoozed_at: n % 50 === 1 ? now - n * 500 : null,
    }
  })
  for (const rows of chunks(all)) await db.insertInto('chats').values(rows).execute()
}

const SYLLABLES = 'ka ba ra ma li nu si te do pe gu wa ti sa ya hu me lo an ri'.split(' ')

/** A word is the commoner the smaller its number. */
function wordOf(n: number): string {
  const parts = n < 20 ? 2 : n < 400 ? 3 : 4
  const syllables = Array.from({ length: parts }, (_, part) => {
    return SYLLABLES[Math.floor(n / 20 ** part + part * 7) % SYLLABLES.length]
  })
  return syllables.join('')
}

/** Sentences of three to fourteen words, always the same. */
export function sentencesOf(count: number): string[] {
  let seed = 1
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  return Array.from({ length: count }, () =>
    Array.from({ length: 3 + Math.floor(random() * 12) }, () =>
      wordOf(Math.floor(5000 * random() ** 3)),
    ).join(' '),
  )
}
