import { newestTimeZone } from '../features/campaigns/campaign/campaign-facts.ts'
import { createChatbotsFeature } from '../features/chatbots/chatbots.feature.ts'
import { readPhoneNumber } from '../features/contacts/numbers/phone-number.ts'
import type { Delivery } from '../features/delivery/delivery.feature.ts'
import { createKnownDevices } from '../features/devices/store/known-devices.ts'
import type { Messages } from '../features/messages/messages.feature.ts'
import type { Accounts } from './accounts.ts'
import type { Base } from './base.ts'
import type { Contacts } from './contacts.ts'
import type { Media } from './media.ts'
import type { OutboundCalls } from './outbound-calls.ts'
import type { Network } from './outgoing.ts'
import type { Rooms } from './rooms.ts'

interface ChatbotsNeeds {
  readonly accounts: Accounts
  readonly contacts: Contacts
  readonly media: Media
  readonly calls: OutboundCalls
  readonly network: Network
  readonly messages: Messages
  readonly outgoing: Delivery
}

/** Wires chatbots: numbers that answer by themselves. */
export function wireChatbots(base: Base, needs: ChatbotsNeeds, rooms: Rooms) {
  const { quotas, countryOf } = needs.accounts
  const { contacts, fields, networkNumbers } = needs.contacts
  const { log } = base

  const chatbots = createChatbotsFeature({
    ...base,
    ...needs.calls,
    devices: createKnownDevices(base.db),
    newestTimeZone,
    inbox: needs.messages.inbox,
    outgoing: needs.outgoing,
    presence: needs.network,
    manners: {
      areShown: (deviceId) => rooms.manners().areShown(deviceId),
      begin: (message) => rooms.manners().begin(message),
    },
    media: needs.media.library,
    quota: quotas.chatbotItems,
    calls: quotas.calls,
    isLeftAlone: async (message) =>
      rooms.optOuts().isLeftAlone(await networkNumbers.ofSender(message.userId, message)),
    campaignLines: async (to, ...asked) => {
      const phoneNumber = await networkNumbers.asWritten(to.userId, to.phoneNumber)
      return rooms.campaigns().saidTo({ ...to, phoneNumber }, ...asked)
    },
    contactOf: async (userId, phoneNumber) => {
      const written = phoneNumber && (await networkNumbers.asWritten(userId, phoneNumber))
      const known = written ? await contacts.personOf(userId, written) : null
      const keys = await fields.keys(userId)
      return {
        contactName: known?.name ?? '',
        fields: new Map(keys.map((key) => [key, known?.values[key] ?? ''])),
      }
    },
    networkName: async (userId, phoneNumber) =>
      (await needs.messages.names.find(userId, phoneNumber)) ?? '',
    numberOfContact: (...asked) => contacts.numberOf(...asked),
    readNumber: async (userId, written) => readPhoneNumber(written, await countryOf(userId)),
    onAiFault: (userId, fault) => log.warn({ userId, fault }, 'AI wrote no reply'),
    tellItemsChanged: (deviceId) => base.bus.tell('items_of', deviceId),
  })
  base.bus.on('items_of', chatbots.changedElsewhere)
  base.bus.onMissed(() => chatbots.changedElsewhere(null))
  return chatbots
}
