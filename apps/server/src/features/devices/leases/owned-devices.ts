import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { DeviceLeases } from './device-leases.ts'

interface OwnedDeps {
  readonly db: Db
  readonly nodeId: string
  readonly leases: Pick<DeviceLeases, 'of'>
  /** Whether there may be other nodes: otherwise no device can be lost. */
  readonly isShared: boolean
}

/** Another node has the device: whatever was to be done for it here is not to be done. */
class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/**
 * What may be done only by the node that has a device. The row of the device is locked by the
 * number of its lease in the transaction itself, so a node that was frozen, or is slow, changes
 * nothing once another has taken the device, and none takes it before the transaction has ended.
 */
export function createOwnedDevices({ db, nodeId, leases, isShared }: OwnedDeps) {
  async function require(tx: Db, deviceId: string): Promise<void> {
    if (!isShared) return
    const { rows } = await sql`
      select 1 from devices
      where id = ${deviceId} and leased_to = ${nodeId} and lease = ${leases.of(deviceId)} for share
    `.execute(tx)
    if (rows.length === 0) throw new LeaseLost('Another node has this device.')
  }

  return {
    require,
    whileOwned<T>(deviceId: string, work: (tx: Db) => Promise<T>): Promise<T> {
      if (!isShared) return work(db)
      return db.transaction().execute(async (tx) => {
        await require(tx, deviceId)
        return work(tx)
      })
    },
  }
}

export type OwnedDevices = ReturnType<typeof createOwnedDevices>
