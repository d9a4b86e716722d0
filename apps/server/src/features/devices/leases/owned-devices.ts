import type { Db } from '../../../platform/database/database.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import type { DeviceLeases } from './device-leases.ts'

interface OwnedDeps {
  readonly db: Db
  readonly nodeId: string
  readonly leases: Pick<DeviceLeases, 'of'>
  /** Whether other nodes may exist; otherwise no lease can be lost. */
  readonly isShared: boolean
}

/** The lease under which a node has a device. */
export interface Lease {
  readonly deviceId: string
  readonly nodeId: string
  readonly lease: number | null
}

/** The device's row, locked, if the node has it under this lease number. */
export function ownedRow(db: Pick<Db, 'selectFrom'>, { deviceId, nodeId, lease }: Lease) {
  return db
    .selectFrom('devices')
    .where('id', '=', deviceId)
    .where('leased_to', '=', nodeId)
    .where('lease', '=', lease)
    .forShare()
}

const lockOwned = prepared((db, lease: Lease) => ownedRow(db, lease).select('id'))

/** Another node has the device: rolls the transaction back. */
class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/**
 * Guards writes that only the node with the lease may make. The transaction itself locks the
 * device's row by its lease number, so a frozen or slow node changes nothing once another has taken
 * the device, and no node takes it before the transaction has ended.
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
    /** For statements that check the lease themselves; null where no lease can be lost. */
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
