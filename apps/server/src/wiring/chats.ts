import { mayDo } from '@kirim/contract/roles'
import { namesOfPeople } from '../features/accounts/names-of.ts'
import { campaignNamesOf } from '../features/campaigns/campaign/campaign-facts.ts'
import { chatbotAnswers } from '../features/chatbots/answering/answers.ts'
import { endLoopPause, pausesAmong } from '../features/chatbots/decide/chat-restraint.repository.ts'
import { itemNameOf, itemNamesOf } from '../features/chatbots/items/item-queries.ts'
import { chatbotsOn } from '../features/chatbots/numbers/numbers.repository.ts'
import { createPausedChats } from '../features/chats/bots/paused-chats.ts'
import { notedEntries } from '../features/chats/chat-entries.repository.ts'
import { createChats } from '../features/chats/chats.feature.ts'
import type { ChatsStore } from '../features/chats/chats.ports.ts'
import { joinNoted } from '../features/chats/join-chats.ts'
import { memberMessageUsesMedia } from '../features/chats/write/member-messages.repository.ts'
import { hasTag } from '../features/contacts/details/has-tag.ts'
import type { Delivery } from '../features/delivery/delivery.feature.ts'
import { eraseSent } from '../features/delivery/erase-sent.ts'
import { sentInChats } from '../features/delivery/timeline-half.ts'
import { createKnownDevices } from '../features/devices/store/known-devices.ts'
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
import { clearChat, eraseReceived } from '../features/messages/erase-chat.ts'
import { forgetWordings } from '../features/messages/forget-messages.ts'
import {
  beginChat,
  keepWordings,
  reactOurselves,
  rewordSentPreview,
  writersIn,
} from '../features/messages/own-changes.ts'
import { giveChatToPeople } from '../features/messages/people-in-chats.ts'
import { membershipOf } from '../features/workspaces/membership.ts'
import { seesNumber } from '../platform/caller.ts'
import type { Db } from '../platform/database/database.ts'
import type { OutgoingContent } from '../platform/message-content.ts'
import { createListeners } from '../platform/upward-calls.ts'
import type { Base } from './base.ts'
import { connectChatFiles } from './chat-files.ts'
import type { ChatPerson } from './chat-person.ts'
import type { Chatbots } from './chatbots.ts'
import type { Contacts } from './contacts.ts'
import type { Devices } from './devices.ts'
import type { Media } from './media.ts'
import type { MemberWriting } from './member-writing.ts'
import type { Messages } from './messages.ts'
import type { Network } from './network.ts'
import type { OptOuts } from './opt-outs.ts'

interface ChatsNeeds {
  readonly contacts: Contacts
  readonly delivery: Delivery
  readonly devices: Devices
  readonly optOuts: Pick<OptOuts, 'answerOf'>
  readonly memberWriting: MemberWriting
  readonly messages: Messages
  readonly chatbots: Chatbots
  readonly person: ChatPerson
  readonly media: Media
  readonly network: Network
}

/** Wires chats: where people read and answer. */
export function wireChats(base: Base, needs: ChatsNeeds) {
  const { contacts, messages, delivery, devices } = needs
  const { db } = base
  const { networkNumbers } = contacts
  const onFault = (err: unknown) => base.log.error({ err }, 'a change of chats was not told')
  const store: ChatsStore = {
    rows: chatRows,
    change: changeChat,
    lock: lockChat,
    timeline: (query) => messages.timeline([sentInChats.entriesOf, notedEntries], query),
    reactionsTo,
    wordingsOf,
    deletedTextOf,
    begin: beginChat,
    writersIn: (chatId, users) => writersIn(db, chatId, users),
    react: reactOurselves,
    keepWordings,
    rewordSent: rewordSentPreview,
    async chatsOf(tx, deviceId, messageIds) {
      const received = await chatsOfReceived(tx, deviceId, messageIds)
      return [...received, ...(await sentInChats.chatsOf(tx, deviceId, messageIds))]
    },
  }
  const files = connectChatFiles(base, needs, (notice) => chats.announce(notice))
  const onWatchers = createListeners<[told: string]>()
  const chats = createChats({
    ...base,
    store,
    person: needs.person,
    mayBeHeard: base.realtimeServer.mayBeHeard,
    // A chat says who wrote in a workspace of one, too.
    namesOf: (_workspaceId, personIds) => namesOfPeople(db, personIds),
    contactNames: networkNumbers.namesAmong,
    hasTag: ({ tag }) =>
      tag ? hasTag(tag, { workspaceId: 'chat.user_id', number: 'chat.number' }) : null,
    ...needs.memberWriting,
    pausedUntil: createPausedChats({
      ...base,
      chatbotsOn,
      loopPauses: (rows) => pausesAmong(db, rows, base.clock.now()),
    }),
    chatbotsOn,
    giveChat: giveChatToPeople,
    itemName: itemNameOf,
    endLoopPause,
    devices: createKnownDevices(db),
    present: base.realtimeServer.present,
    tellWatchers(told) {
      base.bus.publish('watchers_of', told)
      onWatchers(told)
    },
    async seesChat(personId, chat) {
      const membership = await membershipOf(db, chat.user_id, personId)
      if (!membership || !mayDo(membership.role, 'chats:read')) return false
      const isOthers = chat.assigned_to !== null && chat.assigned_to !== personId
      if (membership.ownChatsOnly && isOthers) return false
      return seesNumber(membership, chat.device_id)
    },
    originNames: (deviceId, by, originIds) =>
      by === 'campaign' ? campaignNamesOf(db, originIds) : itemNamesOf(db, deviceId, originIds),
    countVotes: messages.polls.count,
    fileStore: files.store,
    eraseMessages: [
      (tx, chatId, most) =>
        eraseReceived(tx, chatbotAnswers, { chatId, most, now: base.clock.now() }),
      async (tx, chatId, most) => {
        const { keys, ...erased } = await eraseSent(tx, chatId, most)
        await forgetWordings(
          tx,
          keys.map((key) => ({ ...key, network_id: null })),
        )
        return erased
      },
    ],
    clearChat,
    releaseUnused: needs.media.library.releaseUnused,
    async mayAnswer(workspaceId, personId, deviceId, tx: Db = db) {
      const membership = await membershipOf(tx, workspaceId, personId)
      if (!membership || !mayDo(membership.role, 'chats:write')) return false
      return seesNumber(membership, deviceId)
    },
    onFault,
  })
  const { presence } = chats.together
  chats.routes(base.route)
  chatNumbersRoutes(base.route, { ...base, ...messages, requireDevice: devices.require })
  messages.noted.joinNoted.set(joinNoted)
  base.bus.on('watchers_of', (told, node) => {
    presence.toldElsewhere(told, node)
    onWatchers(told)
  })
  base.realtimeServer.handle('chat_opened', presence.opened)
  base.realtimeServer.onElsewhere('chat_gone', {
    onEvent: (gone) => presence.goneElsewhere(gone),
    onMissed: () => {},
  })
  needs.chatbots.giveToPeople.set(chats.together.giveToPeople)
  const { writing } = chats
  base.bus.on('messages_on', writing.wokenElsewhere)
  base.bus.onMissed(() => writing.wokenElsewhere(null))
  messages.onChanged((notice) => {
    chats.announce(notice)
    chats.together.mayWait(notice.workspaceId, notice.deviceId)
    if (notice.isFromPhone) chats.together.phoneWord(notice).catch(onFault)
    writing.heardIn(notice).catch(onFault)
  })
  delivery.addOrigin('member', writing.origin)
  delivery.addCheck(writing.mayLeave)
  needs.optOuts.answerOf.set(writing.answerOf)
  needs.media.addNeed(memberMessageUsesMedia)
  delivery.onMoved((moves) => {
    for (const { message } of moves) {
      const { workspaceId, deviceId, messageId, content } = message
      chats.announce({ workspaceId, deviceId, entryIds: [changedBy(content) ?? messageId] })
      chats.together.messageMoved(workspaceId, deviceId, messageId)
    }
  })
  devices.onConnected(writing.deviceConnected)
  devices.onDisconnected(writing.deviceDisconnected)
  devices.onLimitsChanged(async (_workspaceId, deviceId) => writing.limitsChanged(deviceId))
  devices.onRemoved((_workspaceId, deviceId) => writing.deviceRemoved(deviceId))
  devices.onRemoved(chats.closeOfNumber)
  return {
    ...chats,
    filesPart: files.part,
    /** Who has a chat open on a node was told, as JSON. */
    onWatchers: onWatchers.add,
  }
}

export type Chats = ReturnType<typeof wireChats>

/** The message that another one changes; null for an entry of its own. */
function changedBy(content: OutgoingContent | undefined): string | null {
  if (content?.type === 'reaction') return content.to.messageId
  return content?.type === 'edit' || content?.type === 'deletion' ? content.of.messageId : null
}
