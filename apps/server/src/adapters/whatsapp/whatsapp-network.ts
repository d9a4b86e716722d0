import type { NumberLookUp } from '../../features/campaigns/preflight/preflight.ports.ts'
import type { ReplyPresence, ShownPresence } from '../../features/chatbots/responder.ports.ts'
import type { MarkedMessage, PhoneNetwork, Typing } from '../../features/chats/phone/phone.ports.ts'
import type {
  Departure,
  LastWord,
  MessageSender,
  OutgoingMessage,
  ReceiptReport,
  SendOutcome,
  SentMessages,
} from '../../features/delivery/delivery.ports.ts'
import type { VersionStore } from '../../features/devices/client-version.ports.ts'
import { type Close, closeOf } from '../../features/devices/closes.ports.ts'
import type {
  CredentialStore,
  DeviceSession,
  SessionListener,
  WhatsAppNetwork,
} from '../../features/devices/devices.ports.ts'
import type { HealthProbe, HealthSign } from '../../features/devices/health/health.ports.ts'
import type {
  GoThroughProxy,
  ProxyAccess,
  ProxyOf,
} from '../../features/devices/proxy/proxy.ports.ts'
import type {
  AnsweredMessage,
  CallOffer,
  HearCall,
  MannersNetwork,
} from '../../features/manners/manners.ports.ts'
import type { FileNetwork } from '../../features/messages/files/files.ports.ts'
import type {
  HistoryKeeper,
  HistoryNetwork,
  OldestMessage,
} from '../../features/messages/history/history.ports.ts'
import type { KeepInbound, KeepInboundChange } from '../../features/messages/messages.ports.ts'
import type { KeepVote, OpenVote } from '../../features/messages/polls/polls.ports.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { createClientVersion } from './connection/client-version.ts'
import { closeOfFault, noteClose, statusOf } from './connection/close-cause.ts'
import type { DialTarget, NetworkAddress } from './connection/socket-config.ts'
import { silenceLibsignal } from './driver/silence-libsignal.ts'
import { createKeyCache } from './keys/key-cache.ts'
import { createLinkAttempts } from './link/link-attempts.ts'
import { loadDriver } from './load-driver.ts'
import type { Call } from './receive/calls.ts'
import type { SharedHistory } from './receive/read-history.ts'
import type { Change, Inbound } from './receive/read-inbound.ts'
import type { Vote } from './receive/votes.ts'
import { createRequests, type Requests } from './send/copy-requests.ts'
import type { OpenSession } from './session/session.ts'
import type { SessionEvents } from './session/session-intake.ts'

export interface WhatsAppDeps {
  /** Called for each connection, because the sandbox has an address only once it runs. */
  readonly address: () => NetworkAddress | Promise<NetworkAddress>
  /** WHATSAPP_VERSION; null without it. */
  readonly fixedVersion: DialTarget['version'] | null
  /** Whether this is the real network, which publishes its newest client version. */
  readonly isLive: boolean
  readonly versions: VersionStore
  readonly proxyOf: ProxyOf
  readonly goThrough: GoThroughProxy
  readonly credentials: CredentialStore
  readonly sentMessages: SentMessages
  readonly clock: Clock
  readonly log: Log
  /** Resolves once they are stored; only then are they acknowledged. */
  onReceipts(deviceId: string, reports: readonly ReceiptReport[]): Promise<void>
  /** A query was refused because the network rate-limits the device. */
  onOverload(deviceId: string): void
  readonly onCall: HearCall
  onName(deviceId: string, phoneNumber: string, name: string): void
  onSign(deviceId: string, sign: HealthSign): void
  /** Whether another server may have the devices by now; then none signs in here. */
  mayBeReplaced(): boolean
  /** Devices refused with 405 can connect now. */
  onNewerClient(): void
  readonly onInbound: KeepInbound
  readonly onInboundChange: KeepInboundChange
  readonly history: HistoryKeeper
  readonly onVote: KeepVote
  /** Somebody types in a chat that is watched. */
  onTyping(deviceId: string, chatJid: string, typing: Typing): void
  /** The owner has read a chat on the phone. */
  onReadOnPhone(deviceId: string, chatJid: string): void
}

/**
 * The Baileys driver, implementing the ports of devices, outgoing, campaigns, chatbots and manners;
 * one session per device.
 */
export function createWhatsAppNetwork(deps: WhatsAppDeps): WhatsAppNetwork &
  MessageSender &
  NumberLookUp &
  ReplyPresence &
  MannersNetwork &
  HistoryNetwork &
  PhoneNetwork &
  HealthProbe &
  FileNetwork & {
    prepare(): Promise<void>
    url(): Promise<string>
    readonly openVote: OpenVote
  } {
  const sessions = new Map<string, OpenSession>()
  const requests = new Map<string, Requests>()
  const keyCache = createKeyCache(deps.credentials)
  silenceLibsignal()
  const version = createClientVersion({
    ...deps,
    fixed: deps.fixedVersion,
    asks: deps.isLive,
    store: deps.versions,
    pinned: async () => (await loadDriver()).PINNED_VERSION,
    fetchLatest: async () => (await loadDriver()).fetchLatest(),
    onNewer: deps.onNewerClient,
  })

  async function connect(proxy: ProxyAccess | null) {
    const driver = await loadDriver()
    const network = await deps.address()
    driver.trustNetwork(network)
    const through = proxy && (await deps.goThrough(proxy))
    const address: DialTarget = { ...network, version: await version.current(), through }
    return { ...driver, address }
  }

  function open(deviceId: string, listener: SessionListener): DeviceSession {
    let isWanted = true
    const opening = start().catch((err: unknown) => {
      deps.log.error({ err, deviceId }, 'session could not be opened')
      if (isWanted) listener.onClosed(closeOfFault(err))
      return null
    })

    async function start(): Promise<OpenSession | null> {
      const proxy = await deps.proxyOf(deviceId)
      const { address, openAuthState, preparePreKeys, openSession } = await connect(proxy)
      const auth = await openAuthState(deps.credentials, keyCache, deviceId)
      if (!isWanted) return null
      if (!auth) {
        listener.onClosed(closeOf('logged_out'))
        return null
      }
      await preparePreKeys(auth)
      if (!isWanted) return null
      const events = eventsOf(deviceId, listener, address)
      const session = openSession(address, auth, events, deps.clock, requestsOf(deviceId))
      sessions.set(deviceId, session)
      return session
    }

    async function finish(how: 'close' | 'logOut') {
      isWanted = false
      const session = await opening
      if (session && sessions.get(deviceId) === session) sessions.delete(deviceId)
      await session?.[how]()
      if (how === 'logOut') requests.delete(deviceId)
    }

    return { close: () => finish('close'), logOut: () => finish('logOut') }
  }

  function requestsOf(deviceId: string): Requests {
    const existing = requests.get(deviceId) ?? createRequests()
    requests.set(deviceId, existing)
    return existing
  }

  function eventsOf(deviceId: string, listener: SessionListener, address: DialTarget) {
    let hasReportedForgedKey = false
    return {
      onOpen: (identity: Parameters<SessionListener['onOpen']>[0]) => {
        deps.log.info({ deviceId }, 'connection opened')
        listener.onOpen(identity)
      },
      onRenamed: listener.onRenamed,
      onNewChats: listener.onNewChats,
      onClosed: (close: Close) => {
        sessions.delete(deviceId)
        noteClose(deps.log, close, { deviceId }, 'connection closed')
        if (close.cause !== 'outdated') return listener.onClosed(close)
        void isNewerKnown(address.version).then((isKnown) =>
          listener.onClosed(isKnown ? closeOf('restart_required') : close),
        )
      },
      onReceipts: (reports: readonly ReceiptReport[]) => deps.onReceipts(deviceId, reports),
      onName: (phoneNumber: string, name: string) => deps.onName(deviceId, phoneNumber, name),
      onInbound: (message: Inbound) => deps.onInbound({ ...message, deviceId }),
      onInboundChange: (change: Change) => deps.onInboundChange({ ...change, deviceId }),
      history: historyOf(deviceId),
      onVote: (vote: Vote) => deps.onVote({ ...vote, deviceId }),
      onTyping: (chatJid: string, typing: Typing) => deps.onTyping(deviceId, chatJid, typing),
      onReadOnPhone: (chatJid: string) => deps.onReadOnPhone(deviceId, chatJid),
      onCall: (call: Call) => deps.onCall({ ...call, deviceId }),
      onSign: (sign: HealthSign) => deps.onSign(deviceId, sign),
      findSent: (...[messageId, receiverOf]: Parameters<SessionEvents['findSent']>) =>
        deps.sentMessages.find(deviceId, messageId, receiverOf),
      chatsOf: (messageIds: readonly string[]) => deps.sentMessages.chatsOf(deviceId, messageIds),
      mayBeReplaced: deps.mayBeReplaced,
      onOverload: () => deps.onOverload(deviceId),
      onForgedKey: () => {
        deps.log.warn(
          { code: 'key_forged', deviceId },
          'the network sent a forged key for a contact',
        )
        if (!hasReportedForgedKey) listener.onForgedKey()
        hasReportedForgedKey = true
      },
      onFault(err: unknown) {
        // Errors of the network or the connection are only warnings.
        const level = statusOf(err) === null && !isBrokenLine(err) ? 'error' : 'warn'
        deps.log[level]({ err, deviceId }, 'something failed in an open session')
      },
    }
  }

  function historyOf(deviceId: string): SharedHistory {
    const { history, sentMessages } = deps
    return {
      addPart: (notification) => history.addPart(deviceId, notification),
      parts: () => history.partsOf(deviceId),
      keptSince: () => history.keptSince(deviceId),
      async keep(chats, how) {
        const own = chats.flatMap(({ messages }) => messages.filter(({ fromMe }) => fromMe))
        const ids = own.map(({ messageId }) => messageId)
        // What was sent from here is stored already.
        const sent = await sentMessages.chatsOf(deviceId, ids)
        const others = chats.map((chat) => ({
          ...chat,
          messages: chat.messages
            .filter(({ fromMe, messageId }) => !fromMe || !sent.has(messageId))
            .map((message) => ({ ...message, deviceId })),
        }))
        await history.keep(deviceId, others, how)
      },
      partRead: (partId, how) => history.partRead(deviceId, partId, how),
      partFailed: (partId) => history.partFailed(deviceId, partId),
    }
  }

  /** Whether a newer version than the refused one is known, so that it can be tried. */
  async function isNewerKnown(used: DialTarget['version']): Promise<boolean> {
    return version.refused(used).catch((err: unknown) => {
      deps.log.error({ err }, 'the newest client version could not be looked up')
      return false
    })
  }

  function sessionOf(deviceId: string): OpenSession {
    const session = sessions.get(deviceId)
    if (!session) throw new Error('The device is not connected.')
    return session
  }

  return {
    /** Loads the driver. Throws when it does not verify signatures. */
    async prepare() {
      await loadDriver()
    },
    /** The address of the network, ws:// or wss://. */
    url: async () => (await deps.address()).url ?? (await loadDriver()).LIVE_URL,
    openVote: async (...vote: Parameters<OpenVote>) => (await loadDriver()).openVote(...vote),
    link: createLinkAttempts({ ...deps, connect, isNewerKnown }),
    open,
    resolve: (deviceId: string, phoneNumber: string) => sessionOf(deviceId).resolve(phoneNumber),
    resolveAll: (deviceId: string, phoneNumbers: readonly string[]) =>
      sessionOf(deviceId).resolveAll(phoneNumbers),
    isOpen: (deviceId: string) => sessions.has(deviceId),
    download: async (deviceId: string, ...file: Parameters<OpenSession['download']>) =>
      sessionOf(deviceId).download(...file),
    askPhone: async (deviceId: string, ...message: Parameters<OpenSession['askPhone']>) =>
      sessionOf(deviceId).askPhone(...message),
    openDevices: () => [...sessions].flatMap(([id, { isOpen }]) => (isOpen() ? [id] : [])),
    reopen: (deviceId: string) => sessions.get(deviceId)?.reopen(),
    ping: async (deviceId: string) => sessionOf(deviceId).ping(),
    preKeysLeft: async (deviceId: string) => sessionOf(deviceId).preKeysLeft(),
    async showPresence(deviceId: string, chatJid: string, presence: ShownPresence): Promise<void> {
      await sessions.get(deviceId)?.showPresence(chatJid, presence)
    },
    async markRead({ deviceId, ...message }: AnsweredMessage): Promise<void> {
      await sessions.get(deviceId)?.markRead([message])
    },
    markAllRead: async (deviceId: string, messages: readonly MarkedMessage[]) =>
      sessionOf(deviceId).markRead(messages),
    watchTyping: async (deviceId: string, chatJid: string) =>
      sessionOf(deviceId).watchTyping(chatJid),
    askOlder: async (deviceId: string, oldest: OldestMessage) =>
      sessionOf(deviceId).askOlder(oldest),
    askHistory: async (deviceId: string, days: number | null) =>
      sessionOf(deviceId).askHistory(days),
    appear: (deviceId: string) => sessions.get(deviceId)?.appear() ?? (() => {}),
    async rejectCall({ deviceId, ...call }: Pick<CallOffer, 'deviceId' | 'callId' | 'from'>) {
      await sessionOf(deviceId).rejectCall(call)
    },
    async send(
      deviceId: string,
      message: OutgoingMessage,
      lastWord: LastWord,
      departure?: Departure,
    ): Promise<SendOutcome> {
      const outcome = await sessionOf(deviceId).send(message, lastWord, departure)
      deps.log.trace({ deviceId, messageId: message.messageId, ...outcome }, 'message sent')
      return outcome
    },
  }
}

const LINE_FAULTS: ReadonlySet<unknown> = new Set(['EPIPE', 'ECONNRESET', 'ETIMEDOUT'])

function isBrokenLine(error: unknown): boolean {
  return error instanceof Error && 'code' in error && LINE_FAULTS.has(error.code)
}
