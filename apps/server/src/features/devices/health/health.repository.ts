import type { Selectable } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { isMissingReference } from '../../../platform/database/missing-reference.ts'
import type { DeviceHealthTable } from '../../../platform/database/schema/devices.ts'
import type { Health } from './health.ts'

export function createHealthRepository(db: Db) {
  return {
    async readAll(): Promise<ReadonlyMap<string, Health>> {
      const rows = await db.selectFrom('device_health').selectAll().execute()
      return new Map(rows.map((row) => [row.device_id, toHealth(row)]))
    },

    async read(deviceId: string): Promise<Health | null> {
      const row = await db
        .selectFrom('device_health')
        .selectAll()
        .where('device_id', '=', deviceId)
        .executeTakeFirst()
      return row ? toHealth(row) : null
    },

    /** A device that was deleted meanwhile is passed over. */
    async write(deviceId: string, health: Health): Promise<void> {
      const row = {
        last_in_at: health.lastInAt,
        last_out_at: health.lastOutAt,
        unreadable: health.unreadable,
        unreadable_since: health.unreadableSince,
        pre_keys_left: health.preKeysLeft,
        latency_ms: health.latencyMs,
      }
      await db
        .insertInto('device_health')
        .values({ device_id: deviceId, ...row })
        .onConflict((conflict) => conflict.column('device_id').doUpdateSet(row))
        .execute()
        .catch((error: unknown) => {
          if (!isMissingReference(error)) throw error
        })
    },

    async forget(deviceId: string): Promise<void> {
      await db.deleteFrom('device_health').where('device_id', '=', deviceId).execute()
    },
  }
}

export type HealthRepository = ReturnType<typeof createHealthRepository>

function toHealth(row: Selectable<DeviceHealthTable>): Health {
  return {
    lastInAt: row.last_in_at,
    lastOutAt: row.last_out_at,
    unreadable: row.unreadable,
    unreadableSince: row.unreadable_since,
    preKeysLeft: row.pre_keys_left,
    latencyMs: row.latency_ms,
  }
}
