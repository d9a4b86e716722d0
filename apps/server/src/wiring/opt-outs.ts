import { createKnownIdentities } from '../adapters/whatsapp/keys/known-identities.ts'
import { rulesOf } from '../features/chats/rules/chat-rules.repository.ts'
import { requireSpreadsheet } from '../features/contacts/import/sheet-reader.ts'
import { readPhoneNumber } from '../features/contacts/numbers/phone-number.ts'
import type { Delivery } from '../features/delivery/delivery.feature.ts'
import { createPiecesOfOwner } from '../features/devices/store/credentials.repository.ts'
import { createKnownDevices } from '../features/devices/store/known-devices.ts'
import { optOutChangesOf } from '../features/opt-outs/opt-out-totals.ts'
import { createOptOuts } from '../features/opt-outs/opt-outs.feature.ts'
import type { AnswerOf } from '../features/opt-outs/opt-outs.ports.ts'
import type { Accounts } from './accounts.ts'
import type { Base } from './base.ts'
import type { Contacts } from './contacts.ts'
import type { Devices } from './devices.ts'
import type { Messages } from './messages.ts'
import type { Quotas } from './quotas.ts'
import type { Workspaces } from './workspaces.ts'

/** Each node waits for its own messages no longer than two seconds. */
const LEAVING_WITHIN_MS = 2500

interface OptOutsNeeds {
  readonly accounts: Pick<Accounts, 'namesOf'>
  readonly workspaces: Workspaces
  readonly quotas: Quotas
  readonly contacts: Contacts
  readonly delivery: Delivery
  readonly devices: Devices
  readonly messages: Messages
}

/**
 * Wires opt-outs. Every message is checked before it is sent, except the confirmation of an
 * opt-out.
 */
export function wireOptOuts(
  base: Base,
  { accounts, workspaces, quotas, contacts, delivery, devices, messages }: OptOutsNeeds,
) {
  const { countryOf } = workspaces
  const { lists, sheets, networkNumbers } = contacts
  const { upward } = base
  const { others } = base.realtimeServer
  const lastCampaign = upward.one<
    [workspaceId: string, phoneNumber: string],
    Promise<string | null>
  >('the campaign that wrote to somebody last')
  const answerOf = upward.one<Parameters<AnswerOf>, ReturnType<AnswerOf>>(
    'what a message of the team answers',
  )
  others.onAsked('nothing_leaving', async (workspaceId) => {
    await delivery.leavingOver(workspaceId)
    return 0
  })
  const knownHalves = createKnownIdentities(createPiecesOfOwner(base.db, base.box))
  const { asWritten } = networkNumbers
  const optOuts = createOptOuts({
    ...base,
    quota: quotas.optOuts,
    namesOf: accounts.namesOf,
    admitRoom: base.reserve.admit,
    outgoing: {
      ...delivery,
      /** Other nodes run other devices of this workspace. */
      async leavingOver(workspaceId: string): Promise<void> {
        const elsewhere = others.ask('nothing_leaving', workspaceId, LEAVING_WITHIN_MS)
        await Promise.all([delivery.leavingOver(workspaceId), elsewhere])
      },
    },
    async senderOf({ workspaceId, deviceId, originId }, tx) {
      const writer = await messages.inbox.writerOf(tx, { deviceId, messageId: originId })
      return writer && { workspaceId, phoneNumber: writer.phoneNumber, lid: writer.lid }
    },
    answerOf,
    areAnswersForbidden: async (workspaceId, tx) =>
      !(await rulesOf(tx, workspaceId)).answersOptedOut,
    identities: {
      asWritten,
      async otherHalves(person) {
        const halves = await knownHalves(person)
        if (person.lid === null) return halves
        return Promise.all(halves.map((number) => asWritten(person.workspaceId, number)))
      },
    },
    names: {
      contactsOf: lists.calledBy,
      deviceName: createKnownDevices(base.db).nameOf,
      lastCampaign,
    },
    readPeople: async (workspaceId, file, { mapping, passOver }) => {
      // Opts out all numbers of a row, including hidden rows.
      const every = mapping && { ...mapping, everyNumber: true }
      const reading = every ?? { hiddenRows: true, everyNumber: true }
      return sheets.people(workspaceId, requireSpreadsheet(file), {
        reading,
        mapping: every,
        passOver,
      })
    },
    readNumber: async (workspaceId, written) =>
      readPhoneNumber(written, await countryOf(workspaceId)),
  })
  optOuts.routes(base.route)
  quotas.amounts.optOuts.set(optOutChangesOf)
  contacts.onRenumbered(async (...change) => void (await optOuts.carry(...change)))
  delivery.addOrigin('opt_out', optOuts.origin)
  delivery.addPersonCheck(optOuts.mayBeWrittenTo)
  devices.onConnected(optOuts.deviceConnected)
  devices.onDisconnected(optOuts.deviceDisconnected)
  devices.onRemoved((_workspaceId, deviceId) => optOuts.deviceRemoved(deviceId))
  return { ...optOuts, lastCampaign, answerOf }
}

export type OptOuts = ReturnType<typeof wireOptOuts>
