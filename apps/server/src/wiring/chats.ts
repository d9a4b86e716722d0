import { mayDo } from '@kirim/contract/roles'
import { campaignNamesOf } from '../features/campaigns/campaign/campaign-facts.ts'
import type { ChatbotsFeature } from '../features/chatbots/chatbots.feature.ts'
import { pausesAmong } from '../features/chatbots/decide/chat-restraint.repository.ts'
import { itemNamesOf } from '../features/chatbots/items/item-queries.ts'
import { notedEntries } from '../features/chats/chat-entries.repository.ts'
import { createChats } from '../features/chats/chats.feature.ts'
import type { ChatsStore } from '../features/chats/chats.ports.ts'
import { joinNoted } from '../features/chats/join-chats.ts'
import type { Delivery } from '../features/delivery/delivery.feature.ts'
import { sentInChats } from '../features/delivery/timeline-half.ts'
import { chatNumbersRoutes } from '../features/messages/chat-numbers.routes.ts'
import {
  changeChat,
  chatRows,
  chatsOfReceived,
  deletedTextOf,
  lockChat,
  reactionsTo,
  wordingsOf,
} from '../features/messages/chat-rows.ts'
import { membershipOf } from '../features/workspaces/membership.ts'
import { seesNumber } from '../platform/caller.ts'
import type { Accounts } from './accounts.ts'
import type { Base } from './base.ts'
import type { Contacts } from './contacts.ts'
import type { Devices } from './devices.ts'
import type { Messages } from './messages.ts'

interface ChatsNeeds {
  readonly accounts: Pick<Accounts, 'namesOf'>
  readonly contacts: Contacts
  readonly messages: Messages
  readonly delivery: Delivery
  readonly devices: Devices
  readonly chatbots: ChatbotsFeature
}

/** Wires chats: where people read and answer. */
export function wireChats(base: Base, needs: ChatsNeeds) {
  const { accounts, contacts, messages, delivery, devices } = needs
  const { db } = base
  const { networkNumbers } = contacts
  const store: ChatsStore = {
    rows: chatRows,
    change: changeChat,
    lock: lockChat,
    timeline: (query) => messages.timeline([sentInChats.entriesOf, notedEntries], query),
    reactionsTo,
    wordingsOf,
    deletedTextOf,
    async chatsOf(tx, deviceId, messageIds) {
      const received = await chatsOfReceived(tx, deviceId, messageIds)
      return [...received, ...(await sentInChats.chatsOf(tx, deviceId, messageIds))]
    },
  }
  const chats = createChats({
    ...base,
    store,
    outgoing: delivery,
    namesOf: accounts.namesOf,
    contactNames: networkNumbers.namesAmong,
    asWritten: networkNumbers.asWritten,
    pausedUntil: (rows) => pausesAmong(db, rows, base.clock.now()),
    originNames: (deviceId, by, originIds) =>
      by === 'campaign' ? campaignNamesOf(db, originIds) : itemNamesOf(db, deviceId, originIds),
    filesOf: async () => new Map(),
    async mayAnswer(workspaceId, personId, deviceId) {
      const membership = await membershipOf(db, workspaceId, personId)
      if (!membership || !mayDo(membership.role, 'chats:write')) return false
      return seesNumber(membership, deviceId)
    },
    wakeElsewhere: (deviceId) => base.bus.publish('messages_on', deviceId),
    onFault: (err) => base.log.error({ err }, 'a change of chats was not told'),
  })
  chats.routes(base.route)
  chatNumbersRoutes(base.route, { ...base, ...messages, requireDevice: devices.require })
  base.bus.on('messages_on', chats.wokenElsewhere)
  messages.noted.joinNoted.set(joinNoted)
  messages.onChanged(chats.announce)
  delivery.addOrigin('member', chats.origin)
  delivery.onMoved((moves) => {
    for (const { message } of moves) {
      const { workspaceId, deviceId, messageId } = message
      chats.announce({ workspaceId, deviceId, entryIds: [messageId] })
    }
  })
  devices.onConnected(chats.deviceConnected)
  devices.onDisconnected(chats.deviceDisconnected)
  devices.onRemoved((_workspaceId, deviceId) => chats.deviceRemoved(deviceId))
  return chats
}

export type Chats = ReturnType<typeof wireChats>
