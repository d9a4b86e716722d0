import { DatabaseSync } from 'node:sqlite'
import { chunks, type Db } from '../../apps/server/src/platform/database/database.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { campaignRow } from '../../apps/server/src/testing/campaign-row.ts'

/** A message that the network has, and its recipient. */
export interface SentMessage {
  readonly id: string
  readonly contact: string
}

export function sentMessages(count: number): SentMessage[] {
  return Array.from({ length: count }, (_, n) => ({
    id: `3EB0${String(n).padStart(16, '0')}`,
    contact: `6017${1_000_001 + n * 10}`,
  }))
}

/** Inserts them into the folder of a stopped network; their receipts leave at `dueAt`. */
export function seedNetwork(
  dataDir: string,
  phone: string,
  sent: readonly SentMessage[],
  dueAt: number,
): void {
  const db = new DatabaseSync(`${dataDir}/sandbox.db`)
  const insert = db.prepare(
    `INSERT INTO message (phone, contact, direction, id, kind, text, content, at, status, addressing, due_at)
     VALUES (?, ?, 'to-contact', ?, 'text', 'Hello', x'', ?, 'sent', 'pn', ?)`,
  )
  db.exec('BEGIN')
  for (const { id, contact } of sent) insert.run(phone, contact, id, dueAt, dueAt)
  db.exec('COMMIT')
  db.close()
}

/**
 * The number of receipts that a phone's device has not acknowledged; the network must be stopped.
 */
export function unacknowledged(dataDir: string, phone: string): number {
  const db = new DatabaseSync(`${dataDir}/sandbox.db`)
  const row = db
    .prepare(`SELECT count(*) AS n FROM queue WHERE class = 'receipt' AND phone = ?`)
    .get(phone)
  db.close()
  return Number(row?.n)
}

/** Half of them belong to a campaign, the others are replies of a chatbot. */
export async function seedSent(
  db: Db,
  { workspaceId, deviceId }: { readonly workspaceId: string; readonly deviceId: string },
  sent: readonly SentMessage[],
): Promise<void> {
  const campaignId = newId()
  const now = Date.now()
  const toPeople = sent.filter((_, n) => n % 2 === 0)
  const replies = sent.filter((_, n) => n % 2 === 1)
  const owned = { user_id: workspaceId, device_id: deviceId, created_at: now }
  await db
    .insertInto('campaigns')
    .values(campaignRow({ id: campaignId, ...owned, updated_at: now, sent: toPeople.length }))
    .execute()
  for (const some of chunks([...toPeople.entries()])) {
    await db
      .insertInto('recipients')
      .values(
        some.map(([n, { id, contact }]) => ({
          id: `${campaignId}:${id}`,
          campaign_id: campaignId,
          user_id: workspaceId,
          position: n + 1,
          name: `Person ${n}`,
          phone_number: contact,
          jid: `${contact}@s.whatsapp.net`,
          state: 'sent' as const,
          reason: null,
          sent_at: now,
          delivered_at: null,
          read_at: null,
        })),
      )
      .execute()
  }
  for (const some of chunks(replies)) {
    await db
      .insertInto('chatbot_replies')
      .values(
        some.map(({ id, contact }) => ({
          device_id: deviceId,
          message_id: id,
          inbox_message_id: `in-${id}`,
          chat_key: contact,
          item_id: 'none',
          fired_item_id: null,
          hop: 0,
          state: 'said' as const,
          reason: null,
          next_item_id: null,
          awaits_from: null,
          created_at: now,
        })),
      )
      .execute()
  }
  const rows = sent.map(({ id, contact }, n) => ({
    device_id: deviceId,
    message_id: id,
    user_id: workspaceId,
    origin: n % 2 === 0 ? ('campaign' as const) : ('chatbot' as const),
    origin_id: n % 2 === 0 ? `${campaignId}:${id}` : `in-${id}`,
    part: 0,
    jid: `${contact}@s.whatsapp.net`,
    text: 'Hello',
    media_id: null,
    presence: null,
    presence_seconds: 0,
    state: 'sent' as const,
    reason: null,
    may_have_left: 1 as const,
    attempts: 0,
    created_at: now,
  }))
  for (const some of chunks(rows)) await db.insertInto('outgoing').values(some).execute()
}
