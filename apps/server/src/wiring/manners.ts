import type { Delivery } from '../features/delivery/delivery.feature.ts'
import { createKnownDevices } from '../features/devices/store/known-devices.ts'
import { createManners } from '../features/manners/manners.feature.ts'
import type { Base } from './base.ts'
import type { Contacts } from './contacts.ts'
import type { Network } from './outgoing.ts'

interface MannersNeeds {
  readonly network: Network
  readonly outgoing: Delivery
  readonly contacts: Pick<Contacts, 'networkNumbers'>
}

/** Wires how a number behaves while it answers, and with calls. */
export function wireManners(base: Base, { network, outgoing, contacts }: MannersNeeds) {
  return createManners({
    ...base,
    network,
    outgoing,
    ownerOf: createKnownDevices(base.db).ownerOf,
    asWritten: contacts.networkNumbers.asWritten,
    onFault: (deviceId, err) => base.log.warn({ err, deviceId }, 'a number showed no manners'),
  })
}
