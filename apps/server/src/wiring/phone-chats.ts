import { z } from 'zod'
import { createPhoneMarks } from '../features/chats/phone/mark-on-phone.ts'
import { olderRoutes } from '../features/chats/phone/older.routes.ts'
import { createOpenChats } from '../features/chats/phone/open-chats.ts'
import { createMemberMessages } from '../features/chats/write/member-messages.repository.ts'
import type { Delivery } from '../features/delivery/delivery.feature.ts'
import { createKnownDevices } from '../features/devices/store/known-devices.ts'
import type { Manners } from '../features/manners/manners.feature.ts'
import { createHistoryAsking } from '../features/messages/history/ask-history.ts'
import { noteMarked, readOnPhone, unmarkedIn } from '../features/messages/phone-marks.ts'
import { serveCalls } from '../platform/nodes/serve-calls.ts'
import type { Base } from './base.ts'
import type { Chats } from './chats.ts'
import type { Cluster } from './cluster.ts'
import type { Devices } from './devices.ts'
import type { Messages } from './messages.ts'
import type { Network } from './network.ts'

const id = z.string().max(200)
const OfChat = z.object({ deviceId: id, chatId: id })
const Outcome = z.enum(['came', 'none', 'away'])

/** Who has a chat open on a node, as nodes tell each other. */
const Watchers = z.object({
  chatId: id,
  people: z.array(z.object({ isWriting: z.boolean() })),
})

/** The calls to the node that has a device. */
const PHONE_CALLS = {
  older: {
    input: z.object({
      deviceId: id,
      chatJid: id,
      messageId: id,
      fromMe: z.boolean(),
      sentAt: z.number(),
    }),
    output: Outcome,
  },
  read: { input: OfChat, output: z.void() },
}

interface PhoneChatsNeeds {
  readonly cluster: Cluster
  readonly network: Network
  readonly messages: Messages
  readonly delivery: Delivery
  readonly devices: Devices
  readonly manners: Manners
  readonly chats: Chats
}

/** Wires what phones and chats tell each other: history, read marks and typing. */
export function wirePhoneChats(base: Base, needs: PhoneChatsNeeds) {
  const { cluster, network, messages, delivery, devices, manners, chats } = needs
  const { db, log } = base
  const known = createKnownDevices(db)
  const members = createMemberMessages(db)
  const onFault = (deviceId: string, err: unknown) =>
    log.warn({ err, deviceId }, 'a phone could not be told or asked')
  const asking = createHistoryAsking({ ...base, ...messages, ...known, network, onFault })
  const markHere = createPhoneMarks({
    db,
    unmarkedIn,
    noteMarked,
    markRead: network.markAllRead,
  })
  const at = serveCalls({ ...base, where: cluster.leases.where }, 'phone_chats', PHONE_CALLS, {
    older: ({ deviceId, ...oldest }) => asking.askOlder(deviceId, oldest),
    read: ({ deviceId, chatId }) => markHere({ id: chatId, device_id: deviceId }),
  })
  const marks = (deviceId: string, chatId: string) =>
    at(deviceId, 'read', { deviceId, chatId }).catch((err: unknown) => onFault(deviceId, err))
  const open = createOpenChats({
    ...base,
    network,
    chatOf: chats.byId,
    showsTyping: manners.areShown,
    tell: ({ user_id, device_id, assigned_to }, typing) =>
      base.realtime.aboutChat(
        user_id,
        { deviceId: device_id, assignedTo: assigned_to },
        'chat_typing',
        { numbers: [typing], masked: [typing] },
      ),
    onFault,
  })

  olderRoutes(base.route, {
    ...chats,
    askOlder: (deviceId, oldest) => at(deviceId, 'older', { deviceId, ...oldest }),
  })
  network.onTyping.set(open.typing)
  network.onReadOnPhone.set((deviceId, jid) => {
    readOnPhone(db, deviceId, jid).then(
      (chat) => {
        if (!chat) return
        const notice = { workspaceId: chat.user_id, deviceId, chatId: chat.id, entryIds: [] }
        chats.announce(notice)
      },
      (err: unknown) => onFault(deviceId, err),
    )
  })
  devices.onConnected(asking.deviceConnected)
  // An answer marks what it answers, whatever the number's settings are.
  delivery.onMoved((moves) => {
    for (const { message, from, to } of moves) {
      if (message.origin !== 'member' || from !== 'pending' || to !== 'sent') continue
      members
        .find(message.originId)
        .then((written) => written && marks(message.deviceId, written.chat_id))
        .catch((err: unknown) => onFault(message.deviceId, err))
    }
  })
  chats.onRead(({ id: chatId, device_id: deviceId }) => {
    messages.numbers.of(deviceId).then(
      ({ marksRead }) => (marksRead ? marks(deviceId, chatId) : undefined),
      (err: unknown) => onFault(deviceId, err),
    )
  })

  chats.onWatchers((told) => {
    const read = Watchers.safeParse(JSON.parse(told))
    if (read.success) open.opened(read.data)
  })

  return { part: asking.part }
}
