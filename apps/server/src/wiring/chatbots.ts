import { newestTimeZone } from '../features/campaigns/campaign/campaign-facts.ts'
import { createChatbotsFeature } from '../features/chatbots/chatbots.feature.ts'
import { createItemTotals, itemUsesMedia } from '../features/chatbots/items/item-queries.ts'
import type { GiveToPeople } from '../features/chatbots/responder.ports.ts'
import { createBotPauses } from '../features/chats/rules/bot-pause.ts'
import { readPhoneNumber } from '../features/contacts/numbers/phone-number.ts'
import type { Delivery } from '../features/delivery/delivery.feature.ts'
import { createKnownDevices } from '../features/devices/store/known-devices.ts'
import type { Manners } from '../features/manners/manners.feature.ts'
import { spokenInChats } from '../features/messages/people-in-chats.ts'
import type { Accounts } from './accounts.ts'
import type { Base } from './base.ts'
import type { Campaigns } from './campaigns.ts'
import type { Contacts } from './contacts.ts'
import type { Devices } from './devices.ts'
import type { Media } from './media.ts'
import type { Messages } from './messages.ts'
import type { Network } from './network.ts'
import type { OptOuts } from './opt-outs.ts'
import type { OutboundCalls } from './outbound-calls.ts'
import type { Quotas } from './quotas.ts'
import type { Workspaces } from './workspaces.ts'

interface ChatbotsNeeds {
  readonly accounts: Pick<Accounts, 'namesOf'>
  readonly workspaces: Workspaces
  readonly quotas: Quotas
  readonly contacts: Contacts
  readonly media: Media
  readonly calls: OutboundCalls
  readonly messages: Messages
  readonly network: Network
  readonly delivery: Delivery
  readonly devices: Devices
  readonly optOuts: OptOuts
  readonly manners: Manners
  readonly campaigns: Campaigns
}

/** Wires chatbots: numbers that answer by themselves. */
export function wireChatbots(base: Base, needs: ChatbotsNeeds) {
  const { delivery, devices, messages, network, optOuts, manners, campaigns } = needs
  const { quotas } = needs
  const { namesOf } = needs.accounts
  const { countryOf } = needs.workspaces
  const { contacts, fields, networkNumbers } = needs.contacts
  const { log } = base

  const giveToPeople = base.upward.one<Parameters<GiveToPeople>, Promise<void>>(
    'a chatbot hands a chat over',
  )
  const chatbots = createChatbotsFeature({
    ...base,
    ...needs.calls,
    devices: createKnownDevices(base.db),
    namesOf,
    newestTimeZone,
    inbox: messages.inbox,
    outgoing: delivery,
    presence: network,
    manners,
    media: needs.media.library,
    quota: quotas.chatbotItems,
    calls: quotas.calls,
    isLeftAlone: async (message) =>
      optOuts.isLeftAlone(await networkNumbers.ofSender(message.workspaceId, message)),
    pausedForPeople: createBotPauses(base.db, spokenInChats),
    giveToPeople,
    timelineBefore: messages.timelineBefore,
    contactOf: async (workspaceId, phoneNumber) => {
      const written = phoneNumber && (await networkNumbers.asWritten(workspaceId, phoneNumber))
      const known = written ? await contacts.personOf(workspaceId, written) : null
      const keys = await fields.keys(workspaceId)
      return {
        contactName: known?.name ?? '',
        fields: new Map(keys.map((key) => [key, known?.values[key] ?? ''])),
      }
    },
    networkName: async (workspaceId, phoneNumber) =>
      (await messages.names.find(workspaceId, phoneNumber)) ?? '',
    numberOfContact: (...asked) => contacts.numberOf(...asked),
    readNumber: async (workspaceId, written) =>
      readPhoneNumber(written, await countryOf(workspaceId)),
    onAiFault: (workspaceId, fault) => log.warn({ workspaceId, fault }, 'AI wrote no reply'),
    publishItemsChanged: (deviceId) => base.bus.publish('items_of', deviceId),
  })
  base.bus.on('items_of', chatbots.changedElsewhere)
  base.bus.onMissed(() => chatbots.changedElsewhere(null))
  chatbots.routes(base.route, devices)
  needs.media.addNeed(itemUsesMedia)
  quotas.amounts.chatbotItems.set(createItemTotals(createKnownDevices(base.db)))
  delivery.addOrigin('chatbot', chatbots.origin)
  delivery.addCheck(chatbots.mayLeave)
  devices.onConnected(chatbots.deviceConnected)
  devices.onDisconnected(chatbots.deviceDisconnected)
  devices.onRenamed(chatbots.deviceRenamed)
  devices.onRemoved((_workspaceId, deviceId) => chatbots.deviceRemoved(deviceId))
  devices.routes(async (sight, deviceId) => {
    const { waiting, ...uses } = await campaigns.uses.ofDevice(sight, deviceId)
    const people = await campaigns.heldOn(deviceId)
    return {
      ...uses,
      waiting: { campaigns: waiting, people },
      chatbotEnabled: await chatbots.isEnabled(sight.workspaceId, deviceId),
    }
  }, campaigns.heldOn)
  return { ...chatbots, giveToPeople }
}

export type Chatbots = ReturnType<typeof wireChatbots>
