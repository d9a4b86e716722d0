import { newestTimeZone } from '../features/campaigns/campaign/campaign-facts.ts'
import type { InboundMessage } from '../features/chatbots/answering/responder.ports.ts'
import { createChatbotsFeature } from '../features/chatbots/chatbots.feature.ts'
import { readPhoneNumber } from '../features/contacts/numbers/phone-number.ts'
import type { Delivery } from '../features/delivery/delivery.feature.ts'
import { createKnownDevices } from '../features/devices/known-devices.ts'
import type { HeardMessage } from '../features/opt-outs/opt-outs.ports.ts'
import type { Db } from '../platform/database/database.ts'
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
  readonly outgoing: Delivery
}

/** What opting out uses up is no answer to a campaign; anything else may be one. */
async function hearBoth(rooms: Rooms, userId: string, message: InboundMessage) {
  const optOut = await rooms.optOuts().hear(userId, message)
  const answer = await rooms.campaigns().hear(userId, message)
  if (!optOut && !answer) return null
  return {
    async write(tx: Db): Promise<boolean> {
      const isUsed = (await optOut?.write(tx)) ?? false
      if (!isUsed) await answer?.write(tx)
      return isUsed
    },
    async written(): Promise<void> {
      answer?.written()
      await optOut?.written()
    },
  }
}

/** Wires chatbots: numbers that answer by themselves. */
export function wireChatbots(base: Base, needs: ChatbotsNeeds, rooms: Rooms) {
  const { quotas, countryOf } = needs.accounts
  const { contacts, fields, learnIdentity, networkNumbers } = needs.contacts
  const { log } = base

  /** Before the message is kept: what it says of who wrote it is told again with the next one. */
  async function learnFrom(
    userId: string,
    { senderNumber, chatLid, chat, fromMe }: HeardMessage,
  ): Promise<void> {
    if (fromMe || chat === 'group' || senderNumber === null || chatLid === null) return
    await learnIdentity({ userId, phoneNumber: senderNumber, lid: chatLid })
  }

  /** The contact's number as their owner wrote it, under which everything of theirs is kept. */
  async function asWritten<M extends { readonly senderNumber: string | null }>(
    userId: string,
    message: M,
  ): Promise<M> {
    const { senderNumber } = message
    if (senderNumber === null) return message
    return { ...message, senderNumber: await networkNumbers.asWritten(userId, senderNumber) }
  }

  const chatbots = createChatbotsFeature({
    ...base,
    ...needs.calls,
    devices: createKnownDevices(base.db),
    newestTimeZone,
    outgoing: needs.outgoing,
    presence: needs.network,
    manners: {
      areShown: (deviceId) => rooms.manners().areShown(deviceId),
      begin: (message) => rooms.manners().begin(message),
    },
    media: needs.media.library,
    quota: quotas.chatbotItems,
    calls: quotas.calls,
    hear: async (userId, message) => {
      const written = await asWritten(userId, message)
      await learnFrom(userId, written)
      return hearBoth(rooms, userId, written)
    },
    isLeftAlone: async (message) =>
      rooms.optOuts().isLeftAlone(await asWritten(message.userId, message)),
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
      (await rooms.campaigns().nameOnNetwork(userId, phoneNumber)) ?? '',
    numberOfContact: (...asked) => contacts.numberOf(...asked),
    readNumber: async (userId, written) => readPhoneNumber(written, await countryOf(userId)),
    onAiFault: (userId, fault) => log.warn({ userId, fault }, 'AI wrote no reply'),
    tellItemsChanged: (deviceId) => base.bus.tell('items_of', deviceId),
  })
  base.bus.on('items_of', chatbots.changedElsewhere)
  base.bus.onMissed(() => chatbots.changedElsewhere(null))
  return chatbots
}
