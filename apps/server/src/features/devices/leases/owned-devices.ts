import type { Db } from '../../../platform/database/database.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import type { DeviceLeases } from './device-leases.ts'

interface OwnedDeps {
  readonly db: Db
  readonly nodeId: string
  readonly leases: Pick<DeviceLeases, 'of'>
  /** Whether there may be other nodes: otherwise no device can be lost. */
  readonly isShared: boolean
}

/** Under which number a node has a device. */
export interface Lease {
  readonly deviceId: string
  readonly nodeId: string
  readonly lease: number | null
}

/** The device's row, locked, if the node has it under this number. */
export function ownedRow(db: Pick<Db, 'selectFrom'>, { deviceId, nodeId, lease }: Lease) {
  return db
    .selectFrom('devices')
    .where('id', '=', deviceId)
    .where('leased_to', '=', nodeId)
    .where('lease', '=', lease)
    .forShare()
}

const lockOwned = prepared((db, lease: Lease) => ownedRow(db, lease).select('id'))

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
  const leaseOf = (deviceId: string) => ({ deviceId, nodeId, lease: leases.of(deviceId) })

  async function require(tx: Db, deviceId: string): Promise<void> {
    if (!isShared) return
    const rows = await lockOwned(tx, leaseOf(deviceId))
    if (rows.length === 0) throw new LeaseLost('Another node has this device.')
  }

  return {
    require,
    /** For statements that ask for it themselves; null where no device can be lost. */
    leaseOf: (deviceId: string): Lease | null => (isShared ? leaseOf(deviceId) : null),
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
