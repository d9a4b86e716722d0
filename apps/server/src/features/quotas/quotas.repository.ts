import { QuotaName, type QuotaOverrides } from '@kirim/contract/quotas'
import type { Selectable } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { QuotaUseTable } from '../../platform/database/schema/quotas.ts'

type Counted = 'contacts' | 'media_bytes'
type Use = Omit<Selectable<QuotaUseTable>, 'user_id'>

const NO_USE: Use = { contacts: 0, media_bytes: 0, calls: 0, calls_day: '' }

export function createQuotasRepository(db: Db) {
  return {
    /** Locks the workspace's row until the transaction ends and returns it. */
    async lock(workspaceId: string): Promise<Use> {
      return db
        .insertInto('quota_use')
        .values({ user_id: workspaceId, ...NO_USE })
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet((eb) => ({ user_id: eb.ref('excluded.user_id') })),
        )
        .returningAll()
        .executeTakeFirstOrThrow()
    },

    /** Adds to a count, and locks the workspace's row; returns the new count. */
    async add(workspaceId: string, column: Counted, amount: number): Promise<number> {
      const row = await db
        .insertInto('quota_use')
        .values({ user_id: workspaceId, ...NO_USE, [column]: amount })
        .onConflict((conflict) =>
          conflict
            .column('user_id')
            .doUpdateSet((eb) => ({ [column]: eb(`quota_use.${column}`, '+', amount) })),
        )
        .returning(column)
        .executeTakeFirstOrThrow()
      return row[column]
    },

    /** Subtracts from a count. Does nothing for a deleted workspace. */
    async subtract(workspaceId: string, column: Counted, amount: number): Promise<void> {
      await db
        .updateTable('quota_use')
        .set((eb) => ({ [column]: eb(column, '-', amount) }))
        .where('user_id', '=', workspaceId)
        .execute()
    },

    /** Counts one call; returns the number of calls on that day. */
    async addCall(workspaceId: string, day: string): Promise<number> {
      const row = await db
        .insertInto('quota_use')
        .values({ user_id: workspaceId, ...NO_USE, calls: 1, calls_day: day })
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet((eb) => ({
            calls_day: day,
            calls: eb
              .case()
              .when('quota_use.calls_day', '=', day)
              .then(eb('quota_use.calls', '+', 1))
              .else(1)
              .end(),
          })),
        )
        .returning('calls')
        .executeTakeFirstOrThrow()
      return row.calls
    },

    async contactsOf(workspaceId: string): Promise<number> {
      const row = await db
        .selectFrom('quota_use')
        .select('contacts')
        .where('user_id', '=', workspaceId)
        .executeTakeFirst()
      return row?.contacts ?? 0
    },

    /** The counts of these workspaces. */
    async uses(workspaceIds: readonly string[]): Promise<ReadonlyMap<string, Use>> {
      const rows = await db
        .selectFrom('quota_use')
        .selectAll()
        .where('user_id', 'in', workspaceIds)
        .execute()
      return new Map(rows.map((row) => [row.user_id, row]))
    },

    /** The quotas that admins have set for these workspaces, by workspace. */
    async overrides(
      workspaceIds: readonly string[],
    ): Promise<ReadonlyMap<string, ReadonlyMap<QuotaName, number>>> {
      const rows = await db
        .selectFrom('quota_overrides')
        .selectAll()
        .where('user_id', 'in', workspaceIds)
        .execute()
      const byWorkspace = new Map<string, Map<QuotaName, number>>()
      for (const { user_id, quota, most } of rows) {
        const own = byWorkspace.get(user_id) ?? new Map<QuotaName, number>()
        byWorkspace.set(user_id, own.set(quota, most))
      }
      return byWorkspace
    },

    /** Null returns to the plan's limit. */
    async setOverrides(workspaceId: string, overrides: QuotaOverrides): Promise<void> {
      for (const quota of QuotaName.options) {
        const most = overrides[quota]
        if (most === null) {
          await db
            .deleteFrom('quota_overrides')
            .where('user_id', '=', workspaceId)
            .where('quota', '=', quota)
            .execute()
        } else if (most !== undefined) {
          await db
            .insertInto('quota_overrides')
            .values({ user_id: workspaceId, quota, most })
            .onConflict((conflict) => conflict.columns(['user_id', 'quota']).doUpdateSet({ most }))
            .execute()
        }
      }
    },
  }
}
