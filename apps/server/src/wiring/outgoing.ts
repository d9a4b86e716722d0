import type { SandboxHost } from '../adapters/sandbox/sandbox-host.ts'
import { createTestProxy } from '../adapters/web-call/proxy/test-proxy.ts'
import { createThroughProxy } from '../adapters/web-call/proxy/through-proxy.ts'
import { createReach } from '../adapters/web-call/reach.ts'
import { createWhatsAppNetwork } from '../adapters/whatsapp/whatsapp-network.ts'
import { countMoves } from '../features/analytics/message-counts.repository.ts'
import { createDelivery } from '../features/delivery/delivery.feature.ts'
import type { MessageSender, OwnedDevices } from '../features/delivery/delivery.ports.ts'
import { createDeviceProxiesRepository } from '../features/devices/proxy/device-proxies.repository.ts'
import type { ProxyAccess } from '../features/devices/proxy/proxy.ports.ts'
import { createVersionStore } from '../features/devices/store/client-version.repository.ts'
import { createCredentialStore } from '../features/devices/store/credentials.repository.ts'
import type { Accounts } from './accounts.ts'
import type { Base } from './base.ts'
import type { Media } from './media.ts'
import type { Rooms } from './rooms.ts'

/** The driver gives up on a connection after 20 seconds. */
const PROXY_TIMEOUT_MS = 10_000

/** What becomes of a message that has left. */
const ARRIVING: ReadonlySet<string> = new Set(['sent', 'delivered', 'read'])

interface NetworkNeeds {
  /** Null on a live network. */
  readonly sandbox: SandboxHost | null
  readonly rooms: Rooms
  readonly owned: Parameters<typeof createCredentialStore>[2]
  mayBeBuried(): boolean
}

/** Wires the messaging network: events go to the features that handle them. */
export function wireNetwork(
  base: Base,
  { isAdmin }: Accounts,
  { sandbox, rooms, owned, mayBeBuried }: NetworkNeeds,
) {
  const { config, clock, log } = base
  const proxies = createDeviceProxiesRepository(base.db, base.box, isAdmin)
  const reach = createReach(config.allowPrivateAddresses)
  const goThrough = (proxy: ProxyAccess) =>
    createThroughProxy(proxy, { isAllowed: reach(proxy.byAdmin), withinMs: PROXY_TIMEOUT_MS })
  const network = createWhatsAppNetwork({
    address: sandbox
      ? sandbox.address
      : () => ({ url: config.whatsappUrl, rootKey: config.whatsappRootKey }),
    proxyOf: proxies.findAccess,
    goThrough,
    fixedVersion: config.whatsappVersion,
    // Another server has versions of its own.
    isLive: config.network === 'live' && config.whatsappUrl === null,
    versions: createVersionStore(base.db),
    credentials: createCredentialStore(base.db, base.box, owned),
    sentMessages: {
      find: (...asked) => rooms.outgoing().sentMessages.find(...asked),
      chatsOf: (...asked) => rooms.outgoing().sentMessages.chatsOf(...asked),
    },
    onReceipts: (...told) => rooms.outgoing().receipts(...told),
    onOverload: (deviceId) => void rooms.outgoing().rest(deviceId),
    onInbound: (message) => rooms.messages().keepInbound(message),
    onInboundChange: (change) => rooms.messages().keepInboundChange(change),
    onCall: (call) => rooms.manners().hearCall(call),
    onName: (...told) => rooms.messages().names.keep(...told),
    onSign: (...told) => rooms.devices().health.note(...told),
    onNewerClient: () => rooms.devices().newerClient(),
    mayBeReplaced: mayBeBuried,
    clock,
    log,
  })
  const testProxy = createTestProxy({
    networkUrl: network.url,
    goThrough,
    withinMs: 2 * PROXY_TIMEOUT_MS,
  })
  return { ...network, proxies, testProxy }
}

export type Network = ReturnType<typeof wireNetwork>

/** Wires outgoing: origins, checks and listeners. */
export function wireOutgoing(
  { db, clock, random, log }: Base,
  sender: MessageSender,
  { library }: Media,
  needs: { rooms: Rooms; owned: OwnedDevices; onLeft(messages: number): void },
) {
  const { rooms, owned, onLeft } = needs
  return createDelivery({
    db,
    sender,
    library: { find: library.findToSend, localPath: library.localPath },
    clock,
    random,
    owned,
    origins: () => ({
      campaign: rooms.campaigns().origin,
      chatbot: rooms.chatbots().origin,
      opt_out: rooms.optOuts().origin,
      call: rooms.manners().origin,
      test: rooms.campaigns().testOrigin,
    }),
    checks: [
      (message, tx) => rooms.campaigns().mayLeave(message, tx),
      (message) => rooms.chatbots().mayLeave(message),
    ],
    follow: [countMoves],
    personChecks: [(message, tx) => rooms.optOuts().mayBeWrittenTo(message, tx)],
    onFault: (deviceId, err) => log.warn({ err, deviceId }, 'sending what is pending rests'),
    onRest: (deviceId) => {
      rooms.campaigns().restChanged(deviceId)
      rooms
        .devices()
        .changed(deviceId)
        .catch((err: unknown) => log.error({ err, deviceId }, 'a rest was not told'))
    },
    onMoved: (moves) => {
      onLeft(moves.filter(({ from, to }) => from === 'pending' && ARRIVING.has(to)).length)
      for (const { message, holder: campaignId } of moves) {
        const { userId } = message
        if (campaignId !== null) rooms.campaigns().changed({ campaignId, userId })
        rooms.analytics().summaryChanged(userId)
      }
    },
  })
}
