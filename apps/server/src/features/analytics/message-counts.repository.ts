import type { MessageCounts } from '@kirim/contract/message-counts'
import { type Expression, sql } from 'kysely'
import type { Sight } from '../../platform/caller.ts'
import type { Db } from '../../platform/database/database.ts'
import { columnsOf, preparedForSome } from '../../platform/database/prepared.ts'

/** Hours and days of every time zone start with a quarter. */
const QUARTER_MS = 15 * 60 * 1000

/** Some numbers of a workspace; at least one. */
export interface SeenNumbers {
  readonly workspaceId: string
  readonly deviceIds: readonly string[]
}

/** A message that has moved, as its origin stored it. */
export interface CountedMove {
  readonly message: {
    readonly workspaceId: string
    readonly deviceId: string
    readonly createdAt: number
    readonly origin: string
  }
  readonly from: string
  readonly to: string
  /** The campaign; null for a message of a chatbot, which its number holds. */
  readonly holder: string | null
}

/** Messages that left in a quarter of an hour. */
export interface CountedQuarter extends MessageCounts {
  /** Epoch milliseconds. */
  readonly at: number
}

/** As in the totals: tests and answers to opt-outs do not count. */
const COUNTED: ReadonlySet<string> = new Set(['campaign', 'chatbot'])

type Change = { user_id: string; at: number; holder: string } & MessageCounts

const COLUMNS = ['user_id', 'at', 'holder', 'sent', 'delivered', 'read', 'failed'] as const

/**
 * Counts in the transaction that stores the moves, so that reads never count messages. A message
 * belongs to the quarter in which it was stored, right before it left.
 */
export async function countMoves(tx: Db, moves: readonly CountedMove[]): Promise<void> {
  await addChanges(tx, changesOf(moves))
}

const addChanges = preparedForSome((tx, changes: readonly Change[]) =>
  tx
    .insertInto('message_counts')
    .values(changes.map((change) => columnsOf(change, COLUMNS)))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'at', 'holder']).doUpdateSet((eb) => ({
        sent: eb('message_counts.sent', '+', eb.ref('excluded.sent')),
        delivered: eb('message_counts.delivered', '+', eb.ref('excluded.delivered')),
        read: eb('message_counts.read', '+', eb.ref('excluded.read')),
        failed: eb('message_counts.failed', '+', eb.ref('excluded.failed')),
      })),
    ),
)

/** Always in the same order, so that transactions cannot deadlock. */
function changesOf(moves: readonly CountedMove[]): Change[] {
  const changes = new Map<string, Change>()
  for (const { message, from, to, holder } of moves) {
    if (!COUNTED.has(message.origin)) continue
    const at = Math.floor(message.createdAt / QUARTER_MS) * QUARTER_MS
    const heldBy = holder ?? message.deviceId
    const key = `${message.workspaceId} ${String(at).padStart(15, '0')} ${heldBy}`
    const change = changes.get(key) ?? {
      user_id: message.workspaceId,
      at,
      holder: heldBy,
      sent: 0,
      delivered: 0,
      read: 0,
      failed: 0,
    }
    changes.set(key, change)
    if (isCounted(from)) change[from] -= 1
    if (isCounted(to)) change[to] += 1
  }
  return [...changes.entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, change]) => change)
    .filter(({ sent, delivered, read, failed }) => sent || delivered || read || failed)
}

function isCounted(state: string): state is keyof MessageCounts {
  return state === 'sent' || state === 'delivered' || state === 'read' || state === 'failed'
}

/**
 * `campaignIdsOf` are the campaigns of numbers. Messages of chatbots that an earlier version has
 * counted belong to no number.
 */
export function createMessageCountsRepository(
  db: Db,
  campaignIdsOf: (seen: SeenNumbers) => Expression<string>,
) {
  return {
    /** All messages that are seen since a moment, by the quarter. */
    async ofWorkspace(
      { workspaceId, deviceIds }: Pick<Sight, 'workspaceId' | 'deviceIds'>,
      since: number,
    ): Promise<CountedQuarter[]> {
      const rows = await db
        .selectFrom('message_counts')
        .select((eb) => [
          'at',
          sum(eb.ref('sent')).as('sent'),
          sum(eb.ref('delivered')).as('delivered'),
          sum(eb.ref('read')).as('read'),
          sum(eb.ref('failed')).as('failed'),
        ])
        .where('user_id', '=', workspaceId)
        .where('at', '>=', since)
        .$if(deviceIds !== null, (query) =>
          query.where((eb) =>
            eb.or([
              eb('holder', 'in', deviceIds ?? []),
              eb('holder', 'in', campaignIdsOf({ workspaceId, deviceIds: deviceIds ?? [] })),
            ]),
          ),
        )
        .groupBy('at')
        .orderBy('at')
        .execute()
      return rows.map(toNumbers)
    },

    /** All messages of the chatbots of numbers. */
    async ofChatbots({ workspaceId, deviceIds }: SeenNumbers): Promise<MessageCounts> {
      const counts = await db
        .selectFrom('message_counts')
        .select((eb) => [
          sum(eb.ref('sent')).as('sent'),
          sum(eb.ref('delivered')).as('delivered'),
          sum(eb.ref('read')).as('read'),
          sum(eb.ref('failed')).as('failed'),
        ])
        .where('user_id', '=', workspaceId)
        .where('holder', 'in', deviceIds)
        .executeTakeFirstOrThrow()
      return toNumbers({ at: 0, ...counts })
    },

    /** All messages of one campaign, by the quarter. */
    async ofHolder(workspaceId: string, holder: string): Promise<CountedQuarter[]> {
      const rows = await db
        .selectFrom('message_counts')
        .select(['at', 'sent', 'delivered', 'read', 'failed'])
        .where('user_id', '=', workspaceId)
        .where('holder', '=', holder)
        .orderBy('at')
        .execute()
      return rows.map(toNumbers)
    },
  }
}

function sum(column: unknown) {
  return sql<number>`sum(${column})`
}

/**
 * PostgreSQL answers sums as text. A message that an earlier version counted under no number leaves
 * less than nothing where its number counts it further.
 */
function toNumbers(row: Record<keyof CountedQuarter, number | string>): CountedQuarter {
  return {
    at: Number(row.at),
    sent: Math.max(0, Number(row.sent)),
    delivered: Math.max(0, Number(row.delivered)),
    read: Math.max(0, Number(row.read)),
    failed: Math.max(0, Number(row.failed)),
  }
}
