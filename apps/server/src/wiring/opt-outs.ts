import { readPhoneNumber } from '../features/contacts/phone-number.ts'
import { requireSpreadsheet } from '../features/contacts/spreadsheet/sheet-reader.ts'
import { createKnownDevices } from '../features/devices/known-devices.ts'
import { createOptOuts } from '../features/opt-outs/opt-outs.feature.ts'
import type { Outgoing } from '../features/outgoing/outgoing.feature.ts'
import type { Accounts } from './accounts.ts'
import type { Base } from './base.ts'
import type { Contacts } from './contacts.ts'
import type { Rooms } from './rooms.ts'

interface OptOutsNeeds extends Contacts {
  readonly outgoing: Outgoing
}

/** Who is left alone. Every message asks here before it leaves, except an answer to opting out. */
export function wireOptOuts(
  base: Base,
  { countryOf }: Accounts,
  { lists, sheets, outgoing }: OptOutsNeeds,
  rooms: Rooms,
) {
  const optOuts = createOptOuts({
    ...base,
    outgoing,
    senderOf: (...asked) => rooms.chatbots().origin.personOf(...asked),
    names: {
      contactsOf: lists.calledBy,
      deviceName: createKnownDevices(base.db).nameOf,
      lastCampaign: (...asked) => rooms.campaigns().lastWrittenBy(...asked),
    },
    readPeople: async (userId, file, passOver) =>
      sheets.people(userId, requireSpreadsheet(file), { csv: true, mapping: null, passOver }),
    readNumber: async (userId, written) => readPhoneNumber(written, await countryOf(userId)),
  })
  optOuts.routes(base.route)
  return optOuts
}
