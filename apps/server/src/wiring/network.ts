import type { SandboxHost } from '../adapters/sandbox/sandbox-host.ts'
import { createTestProxy } from '../adapters/web-call/proxy/test-proxy.ts'
import { createThroughProxy } from '../adapters/web-call/proxy/through-proxy.ts'
import { createReach } from '../adapters/web-call/reach.ts'
import { createWhatsAppNetwork, type WhatsAppDeps } from '../adapters/whatsapp/whatsapp-network.ts'
import { createDeviceProxiesRepository } from '../features/devices/proxy/device-proxies.repository.ts'
import type { ProxyAccess } from '../features/devices/proxy/proxy.ports.ts'
import { createVersionStore } from '../features/devices/store/client-version.repository.ts'
import { createCredentialStore } from '../features/devices/store/credentials.repository.ts'
import type { Accounts } from './accounts.ts'
import type { Base } from './base.ts'
import type { Cluster } from './cluster.ts'

/** The driver gives up on a connection after 20 seconds. */
const PROXY_TIMEOUT_MS = 10_000

interface NetworkNeeds {
  /** Null on a live network. */
  readonly sandbox: SandboxHost | null
  readonly accounts: Pick<Accounts, 'reachesPrivate'>
  readonly cluster: Pick<Cluster, 'owned' | 'mayBeReplaced'>
}

/** Wires the messaging network. Its events go to the features above. */
export function wireNetwork(base: Base, { sandbox, accounts, cluster }: NetworkNeeds) {
  const { config, clock, log, upward } = base
  const proxies = createDeviceProxiesRepository(base.db, base.box, accounts.reachesPrivate)
  const reach = createReach(config.allowPrivateAddresses)
  const goThrough = (proxy: ProxyAccess) =>
    createThroughProxy(proxy, {
      isAllowed: reach(proxy.reachesPrivate),
      withinMs: PROXY_TIMEOUT_MS,
    })
  const sentMessages = {
    find: upward.one('a message sent before'),
    chatsOf: upward.one('the chats of sent messages'),
  } satisfies WhatsAppDeps['sentMessages']
  const callbacks = {
    onReceipts: upward.one('receipts'),
    onOverload: upward.one('the network asks a number for less'),
    onInbound: upward.one('a message comes in'),
    onInboundChange: upward.one('a message that came in is changed'),
    onVote: upward.one('a vote in a poll comes in'),
    onName: upward.one('the name of somebody on the network'),
    onCall: upward.one('a call comes in'),
    onSign: upward.one('a sign of the health of a number'),
    onNewerClient: upward.one('a newer client is known'),
    onTyping: upward.one('somebody types in a chat'),
    onReadOnPhone: upward.one('a chat is read on the phone'),
  } satisfies Partial<WhatsAppDeps>
  const history = {
    addPart: upward.one('a part of a history comes in'),
    partsOf: upward.one('parts of a history that are not read'),
    keptSince: upward.one('how much of a history is kept'),
    keep: upward.one('chats of a history come in'),
    partRead: upward.one('a part of a history was read'),
    partFailed: upward.one('a part of a history could not be read'),
  } satisfies WhatsAppDeps['history']
  const network = createWhatsAppNetwork({
    address: sandbox
      ? sandbox.address
      : () => ({ url: config.whatsappUrl, rootKey: config.whatsappRootKey }),
    proxyOf: proxies.findAccess,
    goThrough,
    fixedVersion: config.whatsappVersion,
    // Only WhatsApp itself publishes client versions.
    isLive: config.network === 'live' && config.whatsappUrl === null,
    versions: createVersionStore(base.db),
    credentials: createCredentialStore(base.db, base.box, cluster.owned),
    sentMessages,
    ...callbacks,
    history,
    mayBeReplaced: cluster.mayBeReplaced,
    clock,
    log,
  })
  const testProxy = createTestProxy({
    networkUrl: network.url,
    goThrough,
    withinMs: 2 * PROXY_TIMEOUT_MS,
  })
  return { ...network, sentMessages, ...callbacks, history, proxies, testProxy }
}

export type Network = ReturnType<typeof wireNetwork>
