import type { Device } from '@kirim/contract/devices'
import { errorText } from '@kirim/contract/errors'
import type { ConnectionState } from './connection-state.ts'
import type { LinkedDevice } from './devices.repository.ts'
import type { PlanLimit } from './plan-limit.ts'

/** A device as its owner sees it [3.device]. */
export function presentDevice(
  device: LinkedDevice,
  limit: Pick<PlanLimit, 'isIn' | 'holdsPlace'>,
  connection: ConnectionState,
): Device {
  return {
    id: device.id,
    name: device.name,
    number: device.number,
    phoneNumber: device.number,
    connected: limit.isIn(device.id),
    connectionStatus: statusOf(device, limit),
    linkedAt: new Date(device.linkedAt).toISOString(),
    problem: problemOf(connection),
  }
}

function problemOf(connection: ConnectionState): Device['problem'] {
  if (!('notGenuine' in connection)) return null
  return { code: 'network_not_genuine', message: errorText('network_not_genuine', {}) }
}

function statusOf(
  { id, loggedOut }: LinkedDevice,
  limit: Pick<PlanLimit, 'isIn' | 'holdsPlace'>,
): Device['connectionStatus'] {
  if (limit.isIn(id)) return 'connected'
  if (loggedOut) return 'logged_out'
  return limit.holdsPlace(id) ? 'connecting' : 'disconnected'
}
