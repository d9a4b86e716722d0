import { setImmediate } from 'node:timers/promises'
import type { ChatCount } from '@kirim/contract/chats'
import { sql } from 'kysely'
import type { Sight } from '../../../platform/caller.ts'
import { chunks, type Db } from '../../../platform/database/database.ts'
import { onlySeen } from '../../../platform/database/in-sight.ts'
import type { ChatCountTable } from '../../../platform/database/schema/chats.ts'
import { isSqlite } from '../../../platform/database/text-search.ts'

/** Changes of a workspace that are worth to be summed up. */
const ROWS_AT_LEAST = 300
/** Rows that are summed up in one transaction. */
const ROWS_AT_ONCE = 2000

interface Sum {
  readonly deviceId: string
  readonly assignedTo: string
  readonly queue: 'unanswered' | 'answered' | 'snoozed' | 'closed'
  readonly chats: number
}

/** The numbers of chats, which the database keeps by triggers. */
export function createChatCounts(db: Db) {
  async function sumsOf(sight: Pick<Sight, 'workspaceId' | 'deviceIds'>): Promise<Sum[]> {
    const rows = await db
      .selectFrom('chat_counts')
      .select(['device_id as deviceId', 'assigned_to as assignedTo', 'queue'])
      .select((eb) => eb.fn.sum<number>('chats').as('chats'))
      .where('user_id', '=', sight.workspaceId)
      .$call(onlySeen(sight, 'device_id'))
      .groupBy(['device_id', 'assigned_to', 'queue'])
      .execute()
    return rows.map((row) => ({ ...row, chats: Number(row.chats) }))
  }

  /** Replaces some changes of a workspace by their sums; safe beside other nodes. */
  async function sumUp(workspaceId: string): Promise<void> {
    const row = sql.ref(isSqlite(db) ? 'rowid' : 'ctid')
    await db.transaction().execute(async (tx) => {
      const { rows: taken } = await sql<ChatCountTable>`
        delete from chat_counts where ${row} in (
          select ${row} from chat_counts where user_id = ${workspaceId} limit ${ROWS_AT_ONCE}
        )
        returning user_id, device_id, assigned_to, queue, chats
      `.execute(tx)
      const sums = Map.groupBy(taken, (one) => `${one.device_id} ${one.assigned_to} ${one.queue}`)
      const rows = [...sums.values()].flatMap(([first, ...rest]) => {
        if (!first) return []
        const chats = rest.reduce((sum, one) => sum + one.chats, first.chats)
        return chats === 0 ? [] : [{ ...first, chats }]
      })
      for (const some of chunks(rows)) await tx.insertInto('chat_counts').values(some).execute()
    })
  }

  return {
    /** Of the chats that somebody sees, by number and assignee. */
    async of(sight: Sight): Promise<ChatCount[]> {
      const sums = await sumsOf(sight)
      const seen = sums.filter(
        ({ assignedTo }) =>
          !sight.ownChatsOnly || assignedTo === '' || assignedTo === sight.personId,
      )
      return toCounts(seen)
    },

    /** How many open chats each person of a workspace has. */
    async openOf(tx: Db, workspaceId: string): Promise<ReadonlyMap<string, number>> {
      const rows = await tx
        .selectFrom('chat_counts')
        .select('assigned_to')
        .select((eb) => eb.fn.sum<number>('chats').as('chats'))
        .where('user_id', '=', workspaceId)
        .where('queue', '<>', 'closed')
        .groupBy('assigned_to')
        .execute()
      return new Map(rows.map((row) => [row.assigned_to, Number(row.chats)]))
    },

    /** Sums up what has changed often, in short transactions; called from time to time. */
    async sumUpAll(): Promise<void> {
      const grown = await db
        .selectFrom('chat_counts')
        .select('user_id')
        .select((eb) => eb.fn.countAll<number>().as('rows'))
        .groupBy('user_id')
        .having((eb) => eb.fn.countAll(), '>', ROWS_AT_LEAST)
        .execute()
      for (const { user_id: workspaceId, rows } of grown) {
        // Each once: of many numbers and people there may be as many sums.
        for (let left = Number(rows); left > 0; left -= ROWS_AT_ONCE) {
          await sumUp(workspaceId)
          await setImmediate()
        }
      }
    },

    /** Of one number, by assignee. */
    ofNumber: async (workspaceId: string, deviceId: string): Promise<ChatCount[]> =>
      toCounts(await sumsOf({ workspaceId, deviceIds: [deviceId] })),
  }
}

export type ChatCounts = ReturnType<typeof createChatCounts>

function toCounts(sums: readonly Sum[]): ChatCount[] {
  const pairs = Map.groupBy(sums, ({ deviceId, assignedTo }) => `${deviceId} ${assignedTo}`)
  return [...pairs.values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const inQueue = (queue: Sum['queue']) => own.find((sum) => sum.queue === queue)?.chats ?? 0
    return [
      {
        deviceId: first.deviceId,
        assignedTo: first.assignedTo || null,
        unanswered: inQueue('unanswered'),
        answered: inQueue('answered'),
        snoozed: inQueue('snoozed'),
        closed: inQueue('closed'),
      },
    ]
  })
}
