import type { DeviceProxy } from '@kirim/contract/device-proxy'
import type { SecretBox } from '../../../platform/crypto/secret-box.ts'
import type { Db } from '../../../platform/database/database.ts'
import { UnreadableCredentials } from '../devices.ports.ts'
import type { ProxyAccess } from './proxy.ports.ts'

/** The proxies of numbers, with encrypted passwords. */
export function createDeviceProxiesRepository(
  db: Db,
  box: SecretBox,
  reachesPrivate: (workspaceId: string) => Promise<boolean>,
) {
  const rowOf = (deviceId: string) =>
    db
      .selectFrom('device_proxies')
      .innerJoin('devices', 'devices.id', 'device_proxies.device_id')
      .selectAll('device_proxies')
      .select('devices.user_id')
      .where('device_id', '=', deviceId)
      .executeTakeFirst()

  function unseal(sealed: string, deviceId: string): string {
    try {
      return box.open(sealed, placeOf(deviceId))
    } catch (cause) {
      throw new UnreadableCredentials('The password of a proxy cannot be opened.', { cause })
    }
  }

  return {
    /** Without the password. */
    async find(deviceId: string): Promise<DeviceProxy['proxy']> {
      const row = await rowOf(deviceId)
      return row
        ? {
            scheme: row.scheme,
            host: row.host,
            port: row.port,
            username: row.username,
            hasPassword: row.sealed_password !== null,
            testedAt: new Date(row.tested_at).toISOString(),
            latencyMs: row.latency_ms,
          }
        : null
    },

    /** With the password. Throws UnreadableCredentials. */
    async findAccess(deviceId: string): Promise<ProxyAccess | null> {
      const row = await rowOf(deviceId)
      return row
        ? {
            scheme: row.scheme,
            host: row.host,
            port: row.port,
            username: row.username,
            password: row.sealed_password === null ? null : unseal(row.sealed_password, deviceId),
            reachesPrivate: await reachesPrivate(row.user_id),
          }
        : null
    },

    /** The hosts of a workspace's proxies, by device. */
    async hostsOf(workspaceId: string): Promise<ReadonlyMap<string, string>> {
      const rows = await db
        .selectFrom('device_proxies')
        .innerJoin('devices', 'devices.id', 'device_proxies.device_id')
        .select(['device_proxies.device_id', 'device_proxies.host'])
        .where('devices.user_id', '=', workspaceId)
        .execute()
      return new Map(rows.map(({ device_id, host }) => [device_id, host]))
    },

    /**
     * `tried`: when it was tested, and the response time. False if the device was removed
     * meanwhile: then nothing is stored.
     */
    async save(
      deviceId: string,
      proxy: ProxyAccess,
      tried: { at: number; latencyMs: number },
    ): Promise<boolean> {
      const { scheme, host, port, username, password } = proxy
      const columns = {
        scheme,
        host,
        port,
        username,
        sealed_password: password === null ? null : box.seal(password, placeOf(deviceId)),
        tested_at: tried.at,
        latency_ms: tried.latencyMs,
      }
      return db.transaction().execute(async (tx) => {
        const listed = await tx
          .selectFrom('devices')
          .select('id')
          .where('id', '=', deviceId)
          .where('removed', '=', 0)
          .executeTakeFirst()
        if (!listed) return false
        await tx
          .insertInto('device_proxies')
          .values({ device_id: deviceId, ...columns })
          .onConflict((conflict) => conflict.column('device_id').doUpdateSet(columns))
          .execute()
        return true
      })
    },

    /** False when there was none. */
    async remove(deviceId: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('device_proxies')
        .where('device_id', '=', deviceId)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

export type DeviceProxiesRepository = ReturnType<typeof createDeviceProxiesRepository>

function placeOf(deviceId: string): string {
  return `${deviceId}/proxy`
}
