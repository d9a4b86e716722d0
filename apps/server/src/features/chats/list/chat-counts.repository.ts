import type { ChatCount } from '@kirim/contract/chats'
import type { Sight } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/database/database.ts'
import { onlySeen } from '../../../platform/database/in-sight.ts'

/** Above this many rows for each sum, they are summed up when they are read. */
const ROWS_A_SUM = 8
const ROWS_AT_LEAST = 200

interface Sum {
  readonly deviceId: string
  readonly assignedTo: string
  readonly queue: 'unanswered' | 'answered' | 'snoozed' | 'closed'
  readonly chats: number
  readonly rows: number
}

/** The numbers of chats, which the database keeps by triggers. */
export function createChatCounts(db: Db) {
  async function sumsOf(sight: Pick<Sight, 'workspaceId' | 'deviceIds'>): Promise<Sum[]> {
    const rows = await db
      .selectFrom('chat_counts')
      .select(['device_id as deviceId', 'assigned_to as assignedTo', 'queue'])
      .select((eb) => [eb.fn.sum<number>('chats').as('chats'), eb.fn.countAll<number>().as('rows')])
      .where('user_id', '=', sight.workspaceId)
      .$call(onlySeen(sight, 'device_id'))
      .groupBy(['device_id', 'assigned_to', 'queue'])
      .execute()
    return rows.map((row) => ({ ...row, chats: Number(row.chats), rows: Number(row.rows) }))
  }

  /** Replaces the changes of a workspace by their sums; safe beside other nodes. */
  async function sumUp(workspaceId: string): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const taken = await tx
        .deleteFrom('chat_counts')
        .where('user_id', '=', workspaceId)
        .returning(['device_id', 'assigned_to', 'queue', 'chats'])
        .execute()
      const sums = Map.groupBy(taken, (row) => `${row.device_id} ${row.assigned_to} ${row.queue}`)
      const rows = [...sums.values()].flatMap(([first, ...rest]) => {
        if (!first) return []
        const chats = rest.reduce((sum, row) => sum + row.chats, first.chats)
        return chats === 0 ? [] : [{ ...first, user_id: workspaceId, chats }]
      })
      if (rows.length > 0) await tx.insertInto('chat_counts').values(rows).execute()
    })
  }

  return {
    /** Of the chats that somebody sees, by number and assignee. */
    async of(sight: Sight): Promise<ChatCount[]> {
      const sums = await sumsOf(sight)
      const rows = sums.reduce((all, sum) => all + sum.rows, 0)
      if (rows > ROWS_AT_LEAST + ROWS_A_SUM * sums.length) await sumUp(sight.workspaceId)
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
