import type { Clock } from '../../../platform/clock.ts'
import { newId } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log.ts'
import type { DeviceConnections } from '../connection/device-connections.ts'
import type { PlanLimit } from '../connection/plan-limit.ts'
import type { CredentialPiece, LinkedIdentity } from '../devices.ports.ts'
import type { DeviceLeases } from '../leases/device-leases.ts'
import type { DevicesRepository } from '../store/devices.repository.ts'

export interface KeepLinkDeps {
  readonly devices: DevicesRepository
  readonly connections: DeviceConnections
  readonly planLimit: PlanLimit
  readonly leases: Pick<DeviceLeases, 'keep'>
  readonly clock: Clock
  readonly log: Log
  /** Takes the lease of the device, whichever node had it before. */
  takeOver(deviceId: string): Promise<void>
}

/** Stores a link that a phone has accepted, and connects its device. */
export function createKeepLink(deps: KeepLinkDeps) {
  const { devices, connections, planLimit, clock, log } = deps

  /** The workspace's device with this number, which its phone links again. */
  async function deviceOf(workspaceId: string, phoneNumber: string): Promise<string | null> {
    const existing = await devices.list(workspaceId)
    return existing.find(({ number }) => number === phoneNumber)?.id ?? null
  }

  async function keep(
    workspaceId: string,
    identity: LinkedIdentity,
    credentials: readonly CredentialPiece[],
  ): Promise<void> {
    const existing = await deviceOf(workspaceId, identity.number)
    // Late writes of an older session on another node must not mix with the new credentials.
    if (existing) await deps.takeOver(existing)
    const { device, isNew, lease } = await devices.saveLink(
      { newId: newId(), workspaceId, identity, now: clock.now() },
      credentials,
    )
    deps.leases.keep(device.id, lease)
    // The number may have been linked before: its older session must not run beside the new one.
    await connections.forget(device.id)
    log.info({ deviceId: device.id, workspaceId, isNew }, 'device linked')
    planLimit.noteRequest(device.id, isNew ? 'new_link' : 'new_scan')
    await connections.connect(device.id)
  }

  return { keep, deviceOf }
}
