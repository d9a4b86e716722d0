import { expressionBuilder, type RawBuilder, sql } from 'kysely'
import { type Db, flag } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'

/** A server as it takes part. */
export interface Node {
  readonly id: string
  readonly home: string
  readonly name: string
  readonly address: string
  readonly version: string
}

export interface ListedNode extends Node {
  readonly startedAt: number
  readonly beatAt: number
  readonly leftAt: number | null
  readonly leftHow: 'stopped' | 'silent' | null
  readonly draining: boolean
  /** JSON. */
  readonly figures: string
}

/** What a beat is answered. */
export interface Beat {
  readonly draining: boolean
}

/** Asked on every new connection of a node: no row once it has left. */
export const TAKES_PART = 'select 1 from nodes where id = $1 and left_at is null'

/** For joins: those that take part. */
export const presentNodes = expressionBuilder<Schema>()
  .selectFrom('nodes')
  .select('id')
  .where('left_at', 'is', null)

/** The nodes, by the clock of the database, which is the same for all of them. */
export function createNodesRepository(db: Db, now: () => RawBuilder<number>) {
  return {
    async join(node: Node): Promise<void> {
      await db
        .insertInto('nodes')
        .values({ ...node, started_at: now(), beat_at: now(), left_at: null, left_how: null })
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

    /** Other nodes that have not been heard of for `silentMs`. */
    async silent(ownId: string, silentMs: number): Promise<readonly string[]> {
      const rows = await db
        .selectFrom('nodes')
        .select('id')
        .where('id', '!=', ownId)
        .where('left_at', 'is', null)
        .where('beat_at', '<', sql<number>`${now()} - ${silentMs}`)
        .execute()
      return rows.map(({ id }) => id)
    },

    /** Other runs on the same data directory: they have ended, since this one holds its lock. */
    async earlierRuns({ id, home }: Pick<Node, 'id' | 'home'>): Promise<readonly string[]> {
      const rows = await db
        .selectFrom('nodes')
        .select('id')
        .where('home', '=', home)
        .where('id', '!=', id)
        .where('left_at', 'is', null)
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

    async setDraining(id: string, draining: boolean): Promise<boolean> {
      const row = await db
        .updateTable('nodes')
        .set({ draining: flag(draining) })
        .where('id', '=', id)
        .where('left_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    async list(): Promise<readonly ListedNode[]> {
      const rows = await db.selectFrom('nodes').selectAll().orderBy('name').orderBy('id').execute()
      return rows.map(({ started_at, beat_at, left_at, left_how, draining, ...node }) => ({
        ...node,
        startedAt: started_at,
        beatAt: beat_at,
        leftAt: left_at,
        leftHow: left_how,
        draining: draining === 1,
      }))
    },

    /** Earlier runs on the same data directory, which have left. */
    async forgetEarlierRuns({ id, home }: Pick<Node, 'id' | 'home'>): Promise<void> {
      await db
        .deleteFrom('nodes')
        .where('home', '=', home)
        .where('id', '!=', id)
        .where('left_at', 'is not', null)
        .execute()
    },
  }
}

export type NodesRepository = ReturnType<typeof createNodesRepository>
