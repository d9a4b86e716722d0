import type { SelectQueryBuilder } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Database } from '../../platform/database/schema.ts'
import { newId } from '../../platform/ids.ts'

/** This node, and the current members; reservations of other nodes do not count. */
export interface ReservingNodes {
  readonly nodeId: string
  readonly present: SelectQueryBuilder<Database, 'nodes', { id: string }>
}

/** Quota reserved for contacts that running imports will add, on any node. */
export function createReservationsRepository(db: Db, { nodeId, present }: ReservingNodes) {
  return {
    async of(workspaceId: string): Promise<number> {
      const row = await db
        .selectFrom('quota_reservations')
        .select((eb) => eb.fn.sum<number | null>('contacts').as('contacts'))
        .where('user_id', '=', workspaceId)
        .where('node_id', 'in', present)
        .executeTakeFirst()
      return Number(row?.contacts ?? 0)
    },

    /** Returns the id of the reservation. Also deletes those of nodes that are gone. */
    async reserve(workspaceId: string, contacts: number): Promise<string> {
      await db
        .deleteFrom('quota_reservations')
        .where('user_id', '=', workspaceId)
        .where('node_id', 'not in', present)
        .execute()
      const id = newId()
      await db
        .insertInto('quota_reservations')
        .values({ id, user_id: workspaceId, node_id: nodeId, contacts })
        .execute()
      return id
    },

    /** Reduces a reservation by added contacts. */
    async use(id: string, contacts: number): Promise<void> {
      await db
        .updateTable('quota_reservations')
        .set((eb) => ({
          contacts: eb
            .case()
            .when('contacts', '>', contacts)
            .then(eb('contacts', '-', contacts))
            .else(0)
            .end(),
        }))
        .where('id', '=', id)
        .execute()
    },

    async release(id: string): Promise<void> {
      await db.deleteFrom('quota_reservations').where('id', '=', id).execute()
    },
  }
}
