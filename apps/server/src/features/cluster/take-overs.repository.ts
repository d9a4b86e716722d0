import type { RawBuilder } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { NamedNode } from './nodes.repository.ts'

/** A take-over: other nodes have claimed all devices of a silent node. */
export interface TakeOver {
  readonly devices: number
  /** The time since the node's last heartbeat. */
  readonly ms: number
}

/** Records the take-overs of silent nodes. */
export function createTakeOversRepository(db: Db, now: () => RawBuilder<number>) {
  return {
    /** Records that the node's devices are released. Returns false if that was recorded before. */
    async noteFreed(id: string, devices: number): Promise<boolean> {
      const row = await db
        .updateTable('nodes')
        .set({ freed_devices: devices })
        .where('id', '=', id)
        .where('freed_devices', 'is', null)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    /** Silent nodes whose take-over is not complete yet. */
    beingTakenOver(): Promise<readonly NamedNode[]> {
      return db
        .selectFrom('nodes')
        .select(['id', 'name'])
        .where('freed_devices', '>', 0)
        .where('taken_over_at', 'is', null)
        .execute()
    },

    /**
     * Records that other nodes have the node's devices. Returns null if that was recorded before.
     */
    async noteTakenOver(id: string, by: readonly string[]): Promise<TakeOver | null> {
      const row = await db
        .updateTable('nodes')
        .set({ taken_over_at: now(), taken_over_by: JSON.stringify(by) })
        .where('id', '=', id)
        .where('taken_over_at', 'is', null)
        .returning(['freed_devices', 'taken_over_at', 'beat_at'])
        .executeTakeFirst()
      if (!row) return null
      return { devices: row.freed_devices ?? 0, ms: Number(row.taken_over_at) - row.beat_at }
    },

    async namesOf(ids: readonly string[]): Promise<readonly string[]> {
      if (ids.length === 0) return []
      const rows = await db
        .selectFrom('nodes')
        .select('name')
        .where('id', 'in', ids)
        .orderBy('name')
        .execute()
      return rows.map(({ name }) => name)
    },
  }
}

export type TakeOversRepository = ReturnType<typeof createTakeOversRepository>
