import { createGroupPeople } from '../features/contacts/group-people.ts'
import { createKnownDevices } from '../features/devices/store/known-devices.ts'
import type { Db } from '../platform/database/database.ts'
import { createWork } from '../platform/nodes/work.ts'
import { type PlainOutgoing, plainOutgoing } from './plain-outgoing.ts'

/** The dependencies of campaign ledgers, on a database without a network. */
export function ledgerRooms(db: Db, given: PlainOutgoing = {}) {
  return {
    outgoing: plainOutgoing(db, given),
    groups: createGroupPeople(db),
    devices: createKnownDevices(db),
    leftAloneSince: async () => null,
    work: createWork(null),
  }
}
