import { backOff } from '../../../platform/back-off.ts'
import { pause } from '../../../platform/clock.ts'
import type { DomainError } from '../../../platform/errors.ts'
import type { Work } from '../../../platform/nodes/work.ts'
import type { DeviceContext } from './device-context.ts'
import type { ConnectRequest } from './plan-limit.ts'

interface AdmitDeviceDeps extends DeviceContext {
  readonly work: Pick<Work, 'inTurn'>
  /** Watches for the end of a limit of its new chats. */
  watchNewChats(deviceId: string): Promise<void>
}

/** Delay before admitting is retried after a fault. */
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 60_000

/** Lets a newly opened device send, or closes or unlinks it if the plan has no place left. */
export function createAdmitDevice(deps: AdmitDeviceDeps) {
  const { devices, connections, planLimit, events, clock } = deps

  async function accept(deviceId: string, identity: { name: string }): Promise<void> {
    const workspaceId = await deps.owners.of(deviceId)
    // Linked while its owner was being deleted: unlink it again.
    if (!workspaceId) return connections.logOut(deviceId)
    await deps.inTurn(workspaceId, () => acceptDevice(workspaceId, deviceId, identity.name))
  }

  async function acceptDevice(workspaceId: string, deviceId: string, name: string): Promise<void> {
    // Closed or lost while it waited in the queue.
    if (!connections.isConnected(deviceId)) return
    const refusal = await admit(workspaceId, deviceId, name)
    if (refusal) return rejectDevice(workspaceId, deviceId, refusal)
    await deps.watchNewChats(deviceId)
    // Closed while that was stored; the owner knows already.
    if (!connections.isConnected(deviceId)) return devices.markOffline(deviceId, clock.now())
    events.status(workspaceId, deviceId, 'connected')
    deps.onConnected(deviceId)
  }

  /** One node at a time decides which device gets the last place. */
  async function admit(workspaceId: string, deviceId: string, name: string) {
    const decide = async () => {
      const refusal = await planLimit.admit(workspaceId, deviceId)
      if (!refusal) await devices.markConnected(deviceId, clock.now(), name)
      return refusal
    }
    return planLimit.requestOf(deviceId) === null
      ? decide()
      : deps.work.inTurn('places of a plan', workspaceId, decide)
  }

  async function rejectDevice(
    workspaceId: string,
    deviceId: string,
    { refused, how }: { refused: DomainError; how: ConnectRequest },
  ): Promise<void> {
    if (how === 'reconnect') {
      await devices.setWanted(deviceId, false)
      await connections.disconnect(deviceId)
    } else {
      await connections.logOut(deviceId)
      if (how === 'new_link') await devices.markRemoved(deviceId)
      else await devices.markLoggedOut(deviceId)
    }
    planLimit.forget(deviceId)
    events.limitReached(workspaceId, deviceId, refused)
  }

  /** Nothing is sent over it before it is stored as connected; a failed write is retried. */
  return async function admitOpened(deviceId: string, identity: { name: string }): Promise<void> {
    for (let faults = 0; ; faults++) {
      try {
        return await accept(deviceId, identity)
      } catch (error) {
        deps.onFault(deviceId, error)
        await pause(clock, backOff(faults, FIRST_WAIT_MS, LONGEST_WAIT_MS))
        if (!connections.isConnected(deviceId)) return
      }
    }
  }
}
