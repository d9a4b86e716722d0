import { createDelivery } from '../features/delivery/delivery.feature.ts'
import type { Base } from './base.ts'
import type { Cluster } from './cluster.ts'
import type { Media } from './media.ts'
import type { Messages } from './messages.ts'
import type { Network } from './network.ts'

/** What becomes of a message that has left. */
const ARRIVING: ReadonlySet<string> = new Set(['sent', 'delivered', 'read'])

interface DeliveryNeeds {
  readonly cluster: Pick<Cluster, 'owned' | 'figures'>
  readonly media: Pick<Media, 'library'>
  readonly messages: Pick<Messages, 'chats'>
  readonly network: Network
}

/** Wires delivery. Rooms above add the origins of messages, checks and listeners. */
export function wireDelivery(base: Base, { cluster, media, messages, network }: DeliveryNeeds) {
  const { library } = media
  const delivery = createDelivery({
    ...base,
    sender: network,
    library: { find: library.findToSend, localPath: library.localPath },
    owned: cluster.owned,
    chats: messages.chats,
    onFault: (deviceId, err) => base.log.warn({ err, deviceId }, 'sending what is pending rests'),
  })
  network.sentMessages.find.set(delivery.sentMessages.find)
  network.sentMessages.chatsOf.set(delivery.sentMessages.chatsOf)
  network.onReceipts.set(delivery.receipts)
  network.onOverload.set((deviceId) => void delivery.rest(deviceId))
  delivery.onMoved((moves) => {
    const left = moves.filter(({ from, to }) => from === 'pending' && ARRIVING.has(to))
    cluster.figures.sent(left.length)
  })
  return delivery
}
