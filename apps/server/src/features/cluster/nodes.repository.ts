import { expressionBuilder, type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Database } from '../../platform/database/schema.ts'

/** A server in the cluster. */
export interface Node {
  readonly id: string
  readonly home: string
  readonly name: string
  readonly address: string
  readonly version: string
}

export type NamedNode = Pick<Node, 'id' | 'name'>

/** The answer to a heartbeat. */
export interface Beat {
  readonly draining: boolean
}

const RETENTION_MS = 30 * 24 * 60 * 60 * 1000

/** Runs on every new connection of a node: returns no row once the node has left. */
export const TAKES_PART = 'select 1 from nodes where id = $1 and left_at is null'

/** For joins: the ids of all current members. */
export const presentNodes = expressionBuilder<Database>()
  .selectFrom('nodes')
  .select('id')
  .where('left_at', 'is', null)

/** The nodes. Times are by the clock of the database, which all of them share. */
export function createNodesRepository(db: Db, now: () => RawBuilder<number>) {
  return {
    async join(node: Node): Promise<void> {
      await db
        .insertInto('nodes')
        .values({
          ...node,
          seals: 1,
          started_at: now(),
          beat_at: now(),
          left_at: null,
          left_how: null,
        })
        .execute()
    },

    /** Returns null when the other nodes have evicted this one. */
    async beat(id: string, figures: string): Promise<Beat | null> {
      const row = await db
        .updateTable('nodes')
        .set({ beat_at: now(), figures })
        .where('id', '=', id)
        .where('left_at', 'is', null)
        .returning('draining')
        .executeTakeFirst()
      return row ? { draining: row.draining === 1 } : null
    },

    /** The current members, in the same order on every node. */
    async present(): Promise<readonly { id: string; draining: boolean }[]> {
      const rows = await db
        .selectFrom('nodes')
        .select(['id', 'draining'])
        .where('left_at', 'is', null)
        .orderBy('id')
        .execute()
      return rows.map(({ id, draining }) => ({ id, draining: draining === 1 }))
    },

    /**
     * Other nodes without a heartbeat for `silentMs`, and those whose eviction was interrupted
     * before their devices were free.
     */
    silent(ownId: string, silentMs: number): Promise<readonly NamedNode[]> {
      return db
        .selectFrom('nodes')
        .select(['id', 'name'])
        .where('id', '!=', ownId)
        .where((eb) =>
          eb.or([
            eb.and([
              eb('left_at', 'is', null),
              eb('beat_at', '<', sql<number>`${now()} - ${silentMs}`),
            ]),
            eb.and([
              eb('left_how', '=', 'silent'),
              eb('freed_devices', 'is', null),
              eb('left_at', '<', sql<number>`${now()} - ${silentMs}`),
            ]),
          ]),
        )
        .execute()
    },

    /**
     * Earlier runs on the same data directory, or with `home` null all others: of a database in its
     * folder, also of one that was copied elsewhere. They have ended, because this run holds the
     * lock of the directory.
     */
    async earlierRuns(id: string, home: string | null): Promise<readonly string[]> {
      const rows = await db
        .selectFrom('nodes')
        .select('id')
        .$if(home !== null, (query) => query.where('home', '=', home ?? ''))
        .where('id', '!=', id)
        .where((eb) =>
          eb.or([
            eb('left_at', 'is', null),
            eb.and([eb('left_how', '=', 'silent'), eb('freed_devices', 'is', null)]),
          ]),
        )
        .execute()
      return rows.map((row) => row.id)
    },

    /** Marks a node as left. False if it had left before. */
    async leave(id: string, how: 'stopped' | 'silent'): Promise<boolean> {
      const row = await db
        .updateTable('nodes')
        .set({ left_at: now(), left_how: how })
        .where('id', '=', id)
        .where('left_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    /** Marks all nodes as left. */
    async markAllLeft(): Promise<void> {
      await db
        .updateTable('nodes')
        .set({ left_at: now(), left_how: 'stopped' })
        .where('left_at', 'is', null)
        .execute()
    },

    /** Deletes earlier runs on the same data directory, and other nodes a month after they left. */
    async forgetEarlierRuns({ id, home }: Pick<Node, 'id' | 'home'>): Promise<void> {
      await db
        .deleteFrom('nodes')
        .where('id', '!=', id)
        .where((eb) =>
          eb.or([
            eb.and([eb('home', '=', home), eb('left_at', 'is not', null)]),
            eb('left_at', '<', sql<number>`${now()} - ${RETENTION_MS}`),
          ]),
        )
        .execute()
    },
  }
}

export type NodesRepository = ReturnType<typeof createNodesRepository>
