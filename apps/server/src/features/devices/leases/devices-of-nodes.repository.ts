import type { Db } from '../../../platform/database/database.ts'

/** Which nodes have devices, for the cluster page. */
export function createDevicesOfNodesRepository(db: Db) {
  return {
    /** How many devices each node has; under null those without a node. */
    async heldByEach(): Promise<ReadonlyMap<string | null, number>> {
      const rows = await db
        .selectFrom('devices')
        .select((eb) => ['leased_to', eb.fn.countAll<number>().as('devices')])
        .where('removed', '=', 0)
        .groupBy('leased_to')
        .execute()
      return new Map(rows.map(({ leased_to, devices }) => [leased_to, Number(devices)]))
    },

    /** The nodes that took over the devices of a gone one; contains null while some are free. */
    async successorsOf(goneId: string): Promise<readonly (string | null)[]> {
      const rows = await db
        .selectFrom('devices')
        .select('leased_to')
        .distinct()
        .where('freed_from', '=', goneId)
        .where('removed', '=', 0)
        .orderBy('leased_to')
        .execute()
      return rows.map(({ leased_to }) => leased_to)
    },
  }
}
