import type { Delivery } from '../features/delivery/delivery.feature.ts'
import { createKnownDevices } from '../features/devices/store/known-devices.ts'
import { createManners } from '../features/manners/manners.feature.ts'
import type { Base } from './base.ts'
import type { Contacts } from './contacts.ts'
import type { Devices } from './devices.ts'
import type { Network } from './network.ts'

interface MannersNeeds {
  readonly network: Network
  readonly delivery: Delivery
  readonly devices: Devices
  readonly contacts: Pick<Contacts, 'networkNumbers'>
}

/** Wires the behaviour of numbers while they answer, and with calls. */
export function wireManners(base: Base, needs: MannersNeeds) {
  const { network, delivery, contacts, devices } = needs
  const manners = createManners({
    ...base,
    network,
    outgoing: delivery,
    ownerOf: createKnownDevices(base.db).ownerOf,
    asWritten: contacts.networkNumbers.asWritten,
    onFault: (deviceId, err) => base.log.warn({ err, deviceId }, 'a number showed no manners'),
  })
  manners.routes(base.route, devices.require)
  network.onCall.set(manners.handleCall)
  delivery.addOrigin('call', manners.origin)
  devices.onConnected(manners.deviceConnected)
  devices.onDisconnected(manners.deviceDisconnected)
  devices.onRemoved((_workspaceId, deviceId) => manners.deviceRemoved(deviceId))
  return manners
}
