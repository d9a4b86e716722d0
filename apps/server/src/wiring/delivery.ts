import { createDelivery } from '../features/delivery/delivery.feature.ts'
import { outgoingNeedsMedia } from '../features/delivery/outgoing-rows.ts'
import { sentInChats } from '../features/delivery/timeline-half.ts'
import { startTotals } from '../features/delivery/workspace-totals.ts'
import type { Base } from './base.ts'
import type { Cluster } from './cluster.ts'
import type { Media } from './media.ts'
import type { Messages } from './messages.ts'
import type { Network } from './network.ts'
import type { Workspaces } from './workspaces.ts'

/** What becomes of a message that has left. */
const ARRIVING: ReadonlySet<string> = new Set(['sent', 'delivered', 'read'])

interface DeliveryNeeds {
  readonly workspaces: Pick<Workspaces, 'onOpened'>
  readonly cluster: Pick<Cluster, 'owned' | 'figures'>
  readonly media: Pick<Media, 'addNeed' | 'library'>
  readonly messages: Pick<Messages, 'chats' | 'sent'>
  readonly network: Network
}

/** Wires delivery. Rooms above add the origins of messages, checks and listeners. */
export function wireDelivery(base: Base, needs: DeliveryNeeds) {
  const { workspaces, cluster, media, messages, network } = needs
  const { library } = media
  const delivery = createDelivery({
    ...base,
    sender: network,
    library: { find: library.findToSend, localPath: library.localPath },
    owned: cluster.owned,
    chats: messages.chats,
    onFault: (deviceId, err) => base.log.warn({ err, deviceId }, 'sending what is pending rests'),
  })
  messages.sent.joinSent.set(sentInChats.joinSent)
  messages.sent.entriesOf.set(sentInChats.entriesOf)
  messages.sent.chatless.set(sentInChats.chatless)
  messages.sent.pollOf.set(sentInChats.pollOf)
  messages.sent.place.set(sentInChats.place)
  network.sentMessages.find.set(delivery.sentMessages.find)
  network.sentMessages.chatsOf.set(delivery.sentMessages.chatsOf)
  network.onReceipts.set(delivery.receipts)
  network.onOverload.set((deviceId) => void delivery.rest(deviceId))
  delivery.onMoved((moves) => {
    const left = moves.filter(({ from, to }) => from === 'pending' && ARRIVING.has(to))
    cluster.figures.sent(left.length)
  })
  workspaces.onOpened(startTotals)
  media.addNeed(outgoingNeedsMedia)
  return delivery
}
