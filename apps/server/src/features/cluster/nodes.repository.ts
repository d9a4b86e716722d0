import { expressionBuilder, type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Database } from '../../platform/database/schema.ts'

/** A server as it takes part. */
export interface Node {
  readonly id: string
  readonly home: string
  readonly name: string
  readonly address: string
  readonly version: string
}

export type Named = Pick<Node, 'id' | 'name'>

/** What a beat is answered. */
export interface Beat {
  readonly draining: boolean
}

const KEPT_MS = 30 * 24 * 60 * 60 * 1000

/** Asked on every new connection of a node: no row once it has left. */
export const TAKES_PART = 'select 1 from nodes where id = $1 and left_at is null'

/** For joins: those that take part. */
export const presentNodes = expressionBuilder<Database>()
  .selectFrom('nodes')
  .select('id')
  .where('left_at', 'is', null)

/** The nodes, by the clock of the database, which is the same for all of them. */
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

    /** Null when the others have gone on without it. */
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

    /** Those that take part, in an order that is the same for all. */
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
     * Other nodes that have not been heard of for `silentMs`, and those whose burying was cut off
     * before others could have their devices.
     */
    silent(ownId: string, silentMs: number): Promise<readonly Named[]> {
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

    /** Other runs on the same data directory: they have ended, since this one holds its lock. */
    async earlierRuns({ id, home }: Pick<Node, 'id' | 'home'>): Promise<readonly string[]> {
      const rows = await db
        .selectFrom('nodes')
        .select('id')
        .where('home', '=', home)
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

    /** It does not take part any more. False when it had left before. */
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

    /** Nobody takes part any more. */
    async everybodyLeft(): Promise<void> {
      await db
        .updateTable('nodes')
        .set({ left_at: now(), left_how: 'stopped' })
        .where('left_at', 'is', null)
        .execute()
    },

    /** Earlier runs on the same data directory, which have left, and others after a month. */
    async forgetEarlierRuns({ id, home }: Pick<Node, 'id' | 'home'>): Promise<void> {
      await db
        .deleteFrom('nodes')
        .where('id', '!=', id)
        .where((eb) =>
          eb.or([
            eb.and([eb('home', '=', home), eb('left_at', 'is not', null)]),
            eb('left_at', '<', sql<number>`${now()} - ${KEPT_MS}`),
          ]),
        )
        .execute()
    },
  }
}

export type NodesRepository = ReturnType<typeof createNodesRepository>
