import type { Db } from '../../../platform/database/database.ts'

/** A device that this node has taken. */
export interface TakenDevice {
  readonly id: string
  readonly workspaceId: string
  /** The number of the lease. */
  readonly lease: number
  /** Whether it reconnects: its owner wants it, and it is still linked. */
  readonly comesBack: boolean
  /** Whether its removal has begun. */
  readonly removing: boolean
}

export interface LeaseCounts {
  /** All devices, with or without a node. */
  readonly total: number
  readonly mine: number
}

/** Stores which node has each device. Every change of the node increases the lease number. */
export function createLeasesRepository(db: Db, nodeId: string) {
  const listed = () => db.selectFrom('devices').where('removed', '=', 0)

  return {
    async counts(): Promise<LeaseCounts> {
      const { total, mine } = await listed()
        .select((eb) => [
          eb.fn.countAll<number>().as('total'),
          eb.fn.count<number>(eb.case().when('leased_to', '=', nodeId).then(1).end()).as('mine'),
        ])
        .executeTakeFirstOrThrow()
      return { total: Number(total), mine: Number(mine) }
    },

    /** Takes up to `most` free devices. */
    take(most: number, now: number): Promise<TakenDevice[]> {
      return db.transaction().execute(async (tx) => {
        const repository = createLeasesRepository(tx, nodeId)
        return repository.takeThese(await repository.free(most), now)
      })
    },

    /**
     * Takes those of these devices that are free. They count as offline since `now`, unless they
     * were before.
     */
    async takeThese(ids: readonly string[], now: number): Promise<TakenDevice[]> {
      if (ids.length === 0) return []
      const rows = await db
        .updateTable('devices')
        .set((eb) => ({
          leased_to: nodeId,
          lease: eb('lease', '+', 1),
          offline_since: eb.fn.coalesce('offline_since', eb.val(now)),
        }))
        .where('id', 'in', ids)
        .where('removed', '=', 0)
        .where('leased_to', 'is', null)
        .returning(['id', 'user_id', 'lease', 'wanted', 'logged_out', 'removing'])
        .execute()
      return rows.map((row) => ({
        id: row.id,
        workspaceId: row.user_id,
        lease: row.lease,
        comesBack: row.wanted === 1 && row.logged_out === 0,
        removing: row.removing === 1,
      }))
    },

    async free(most: number): Promise<string[]> {
      const rows = await listed()
        .select('id')
        .where('leased_to', 'is', null)
        .orderBy('id')
        .limit(most)
        .execute()
      return rows.map(({ id }) => id)
    },

    /** The last devices of this node in order. */
    async last(most: number): Promise<string[]> {
      const rows = await listed()
        .select('id')
        .where('leased_to', '=', nodeId)
        .orderBy('id', 'desc')
        .limit(most)
        .execute()
      return rows.map(({ id }) => id)
    },

    /** Those of these devices that this node has under the same lease. */
    async stillMine(leases: ReadonlyMap<string, number>): Promise<ReadonlySet<string>> {
      const rows = await db
        .selectFrom('devices')
        .select(['id', 'lease'])
        .where('leased_to', '=', nodeId)
        .execute()
      return new Set(rows.flatMap(({ id, lease }) => (leases.get(id) === lease ? id : [])))
    },

    /** The node that has it; null if it is free. */
    async nodeOf(id: string): Promise<string | null> {
      const row = await db
        .selectFrom('devices')
        .select('leased_to')
        .where('id', '=', id)
        .executeTakeFirst()
      return row?.leased_to ?? null
    },

    /** Takes it from any node; returns the earlier node. */
    async takeOver(id: string): Promise<{ lease: number; before: string | null } | null> {
      for (;;) {
        const row = await db
          .selectFrom('devices')
          .select('leased_to')
          .where('id', '=', id)
          .executeTakeFirst()
        if (!row) return null
        const taken = await db
          .updateTable('devices')
          .set((eb) => ({ leased_to: nodeId, lease: eb('lease', '+', 1) }))
          .where('id', '=', id)
          .where('leased_to', 'is not distinct from', row.leased_to)
          .returning('lease')
          .executeTakeFirst()
        if (taken) return { lease: taken.lease, before: row.leased_to }
      }
    },

    /** All devices of this node with their leases. */
    async all(): Promise<ReadonlyMap<string, number>> {
      const rows = await db
        .selectFrom('devices')
        .select(['id', 'lease'])
        .where('leased_to', '=', nodeId)
        .where('removed', '=', 0)
        .execute()
      return new Map(rows.map(({ id, lease }) => [id, lease]))
    },

    /** Frees the lease. */
    async giveBack(id: string): Promise<void> {
      await db
        .updateTable('devices')
        .set({ leased_to: null })
        .where('id', '=', id)
        .where('leased_to', '=', nodeId)
        .execute()
    },

    /** Frees the devices of a gone node. Returns how many it had, also when called again. */
    async freeAllOf(goneId: string): Promise<number> {
      await db
        .updateTable('devices')
        .set({ leased_to: null, freed_from: goneId })
        .where('leased_to', '=', goneId)
        .execute()
      const { had } = await db
        .selectFrom('devices')
        .select((eb) => eb.fn.countAll<number>().as('had'))
        .where('freed_from', '=', goneId)
        .where('removed', '=', 0)
        .executeTakeFirstOrThrow()
      return Number(had)
    },
  }
}

/** Frees all devices. */
export async function freeEveryDevice(db: Db): Promise<void> {
  await db
    .updateTable('devices')
    .set({ leased_to: null })
    .where('leased_to', 'is not', null)
    .execute()
}

export type LeasesRepository = ReturnType<typeof createLeasesRepository>
