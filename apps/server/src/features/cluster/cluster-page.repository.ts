import { type RawBuilder, sql } from 'kysely'
import { type Db, flag } from '../../platform/database/database.ts'

export interface ListedNode {
  readonly id: string
  readonly name: string
  readonly address: string
  readonly version: string
  readonly startedAt: number
  readonly beatAt: number
  /** The time since the node's last heartbeat. */
  readonly silentMs: number
  readonly leftHow: 'stopped' | 'silent' | null
  readonly draining: boolean
  /** The figures of the node, as JSON. */
  readonly figures: string
  /** The number of devices that the node had when it was evicted. */
  readonly freedDevices: number | null
  readonly takenOverAt: number | null
  /** The ids of the nodes that took its devices. */
  readonly takenOverBy: readonly string[]
}

/** The nodes as the admin page shows and changes them. */
export function createClusterPageRepository(db: Db, now: () => RawBuilder<number>) {
  return {
    /** Lists all nodes, current members first. */
    async list(): Promise<readonly ListedNode[]> {
      const rows = await db
        .selectFrom('nodes')
        .selectAll()
        .select(sql<number>`${now()} - beat_at`.as('silent_ms'))
        .orderBy((eb) => eb('left_at', 'is not', null))
        .orderBy('name')
        .orderBy('id')
        .execute()
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        address: row.address,
        version: row.version,
        startedAt: row.started_at,
        beatAt: row.beat_at,
        silentMs: Number(row.silent_ms),
        leftHow: row.left_how,
        draining: row.draining === 1,
        figures: row.figures,
        freedDevices: row.freed_devices,
        takenOverAt: row.taken_over_at,
        takenOverBy: JSON.parse(row.taken_over_by),
      }))
    },

    async find(id: string): Promise<{ name: string; leftHow: ListedNode['leftHow'] } | null> {
      const row = await db
        .selectFrom('nodes')
        .select(['name', 'left_how'])
        .where('id', '=', id)
        .executeTakeFirst()
      return row ? { name: row.name, leftHow: row.left_how } : null
    },

    /** Whether another node accepts devices and has sent a heartbeat within `silentMs`. */
    async doesAnotherServe(id: string, silentMs: number): Promise<boolean> {
      const row = await db
        .selectFrom('nodes')
        .select('id')
        .where('id', '!=', id)
        .where('left_at', 'is', null)
        .where('draining', '=', 0)
        .where('beat_at', '>=', sql<number>`${now()} - ${silentMs}`)
        .executeTakeFirst()
      return row !== undefined
    },

    /** Returns false if the node has left or nothing changes. */
    async setDraining(id: string, draining: boolean): Promise<boolean> {
      const row = await db
        .updateTable('nodes')
        .set({ draining: flag(draining) })
        .where('id', '=', id)
        .where('draining', '!=', flag(draining))
        .where('left_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    /** Returns false if the node is still a member, or its devices are not released yet. */
    async forget(id: string): Promise<boolean> {
      const row = await db
        .deleteFrom('nodes')
        .where('id', '=', id)
        .where((eb) => eb.or([eb('left_how', '=', 'stopped'), eb('freed_devices', 'is not', null)]))
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },
  }
}

export type ClusterPageRepository = ReturnType<typeof createClusterPageRepository>
