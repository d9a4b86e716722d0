import { setImmediate } from 'node:timers/promises'
import { type SqlBool, sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import { bulkDatabase, type Db } from '../../platform/database/database.ts'
import { createStepSize } from '../../platform/database/step-size.ts'
import type { MessageKey } from '../../platform/inbound-message.ts'
import type { Part } from '../../platform/lifecycle.ts'
import type { Log } from '../../platform/log.ts'
import type { Work } from '../../platform/nodes/work.ts'
import { toSentChatMessage } from './chat-keys.ts'
import { fillChats } from './chats.repository.ts'
import { COLUMNS, type InboxRow, toChatMessage } from './inbox-rows.ts'
import type { SentMessageRow, SentMessages } from './messages.ports.ts'

/** Rows read per step. */
const STEPS = { first: 200, fewest: 50, most: 500 }
/** Leaves the start of the server undisturbed. */
const FIRST_AFTER_MS = 10_000
/** After a fault. */
const AGAIN_AFTER_MS = 10 * 60_000

export interface FillDeps {
  readonly db: Db
  readonly sent: SentMessages
  readonly work: Pick<Work, 'hold' | 'onLeft'>
  readonly clock: Clock
  readonly log: Log
}

/** A table with messages that have no chat yet. */
interface ChatlessRows<Row> {
  /** The messages without a chat in the next page, and where the page after it begins. */
  next(
    db: Db,
    after: MessageKey | null,
    most: number,
  ): Promise<{ readonly last: MessageKey | null; readonly rows: readonly Row[] }>
  fill(tx: Db, rows: readonly Row[]): Promise<void>
}

/**
 * Assigns chats to messages that older versions stored, in small transactions, on one node at a
 * time. Each step looks for messages without a chat, so it is safe to repeat and resumes after a
 * kill.
 */
export function createChatFilling({ db, sent, work, clock, log }: FillDeps) {
  const bulk = bulkDatabase(db)
  const stopping = new AbortController()
  let running: Promise<unknown> = Promise.resolve()
  let cancel = () => {}

  /** A step that finds nothing only reads. */
  async function walk<Row>(rows: ChatlessRows<Row>): Promise<void> {
    const size = createStepSize(STEPS)
    for (let after: MessageKey | null = null; !stopping.signal.aborted; ) {
      const from: MessageKey | null = after
      after = await size.run(async (most) => {
        const page = await rows.next(db, from, most)
        if (page.rows.length > 0) {
          await bulk.transaction().execute((tx) => rows.fill(tx, page.rows))
        }
        return page.last
      })
      if (after === null) return
      await setImmediate()
    }
  }

  async function fillAll(): Promise<void> {
    await walk(received)
    await walk(sentRows(sent))
  }

  function schedule(ms: number): void {
    if (stopping.signal.aborted) return
    cancel()
    cancel = clock.after(ms, () => {
      // The current run may already have passed the new rows.
      running = running
        .then(() => work.hold('chats', 'filling', fillAll))
        .catch((err: unknown) => {
          log.warn({ err }, 'older messages stay without a chat for now')
          schedule(AGAIN_AFTER_MS)
        })
    })
  }

  const part: Part = {
    name: 'chats of older messages',
    async start() {
      schedule(FIRST_AFTER_MS)
      // That node may have run an older version, which assigns no chats.
      work.onLeft(() => schedule(FIRST_AFTER_MS))
    },
    async stop() {
      stopping.abort()
      cancel()
      await running
    },
  }

  return { part, fillAll }
}

const received: ChatlessRows<InboxRow> = {
  next: receivedPage,
  async fill(tx, rows) {
    await fillChats(tx, rows.map(toChatMessage))
    const keys = rows.map((row) => sql`(${row.device_id}, ${row.message_id})`)
    // By the current key: a number may have become known since the rows were read.
    await sql`
      update inbox set chat_id = (
        select id from chats
        where chats.device_id = inbox.device_id and chats.chat_key = inbox.chat_key
      )
      where (device_id, message_id) in (values ${sql.join(keys)})
    `.execute(tx)
  },
}

async function receivedPage(db: Db, after: MessageKey | null, most: number) {
  const isAfter = sql<SqlBool>`(device_id, message_id) >
    (${after?.deviceId ?? ''}, ${after?.messageId ?? ''})`
  const end = await db
    .selectFrom('inbox')
    .select(['device_id as deviceId', 'message_id as messageId'])
    .where(isAfter)
    .orderBy('device_id')
    .orderBy('message_id')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst()
  // With an upper bound in the condition, SQLite would use another index and read all of a device.
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('inbox')
        .select(COLUMNS)
        .where(isAfter)
        .orderBy('device_id')
        .orderBy('message_id')
        .limit(most)
        .as('page'),
    )
    .select(COLUMNS)
    .where('chat_id', 'is', null)
    .execute()
  return { last: end ?? null, rows }
}

function sentRows(sent: SentMessages): ChatlessRows<SentMessageRow> {
  return {
    next: sent.chatless,
    async fill(tx, rows) {
      const messages = []
      for (const row of rows) messages.push(await toSentChatMessage(tx, row, row.createdAt))
      const ids = await fillChats(tx, messages)
      await sent.place(
        tx,
        rows.map((row, n) => ({ ...row, chatId: ids[n] ?? '' })),
      )
    },
  }
}
