import { areJidsSameUser, isJidGroup, makeWASocket, type UserFacingSocketConfig } from 'baileys'
import type { ShownPresence } from '../../../features/chatbots/responder.ports.ts'
import { closeOf } from '../../../features/devices/closes.ports.ts'
import { UnreadableCredentials } from '../../../features/devices/devices.ports.ts'
import type { AnsweredMessage } from '../../../features/manners/manners.ports.ts'
import { callInBulkhead, inBulkhead } from '../../../platform/bulkhead.ts'
import { type Clock, pause, systemClock } from '../../../platform/clock.ts'
import { isOfTheData } from '../../../platform/database/data-fault.ts'
import { tidyLine } from '../../../platform/tidy-line.ts'
import { fenceSignIn, limitAttempt } from '../connection/attempt-limits.ts'
import { readClose } from '../connection/close-cause.ts'
import { closeInTime } from '../connection/close-in-time.ts'
import { holdLine } from '../connection/hold-line.ts'
import { ownFrameFaults, SessionFault } from '../connection/session-fault.ts'
import { type Dialled, socketConfig } from '../connection/socket-config.ts'
import type { openAuthState } from '../keys/auth-state.ts'
import { createContactKeys } from '../keys/contact-keys.ts'
import { keepIssuedTokens } from '../keys/privacy-tokens.ts'
import { workSideBySide } from '../keys/side-by-side.ts'
import { watchKeys } from '../keys/signal-order.ts'
import { createMediaCache } from '../media/media-cache.ts'
import { createMediaHosts } from '../media/media-hosts.ts'
import { createMediaUpload } from '../media/media-upload.ts'
import { readCall } from '../receive/calls.ts'
import { downloadHistory } from '../receive/download-history.ts'
import { createHealthSigns, ping, preKeysLeft } from '../receive/health-signs.ts'
import { createInboundKeeper } from '../receive/inbound-keeper.ts'
import { passOverStatuses } from '../receive/plain-acknowledgements.ts'
import { createHistoryReader } from '../receive/read-history.ts'
import { takeInOrder } from '../receive/take-in-order.ts'
import { createAcknowledgements, hearAcks } from '../send/acknowledgements.ts'
import { answerRequests, createPasses } from '../send/asked-again.ts'
import { createChatTimers } from '../send/chat-timers.ts'
import type { Requests } from '../send/copy-requests.ts'
import { createGroupMetadata } from '../send/group-metadata.ts'
import { createLookUp } from '../send/look-up.ts'
import { createReadyContent } from '../send/message-content.ts'
import { createAskedFor, createMessageParties } from '../send/message-parties.ts'
import { hearNewChats } from '../send/new-chats.ts'
import { createPersonAddress } from '../send/person-address.ts'
import { forgetChangedDevices } from '../send/person-devices.ts'
import { recordBeforeAcknowledging } from '../send/receipts.ts'
import { createSendMessage } from '../send/send-message.ts'
import { createOnlineWhileAnswering, keepPhoneNotifying } from './presence.ts'
import type { SessionEvents } from './session-events.ts'
import { createIntake } from './session-intake.ts'

/** An answer waits no longer for its message to be marked as read. */
const READ_TIMEOUT_MS = 5000

type AuthState = NonNullable<Awaited<ReturnType<typeof openAuthState>>>

/** An open connection of a linked device. */
export function openSession(
  address: Dialled,
  auth: AuthState,
  events: SessionEvents,
  clock: Clock,
  copiesOwed: Requests,
) {
  const acknowledgements = createAcknowledgements()
  const passes = createPasses()
  const mediaCache = createMediaCache(clock)
  const signs = createHealthSigns((sign) => over || events.onSign(sign))
  const { dispatcher = null } = address.through ?? {}
  const history = createHistoryReader(events.onFault, (part, signal) =>
    downloadHistory(part, dispatcher, signal),
  )
  const inbound = createInboundKeeper(
    (message) => intake.keepInbound(message),
    (change) => intake.keepChange(change),
    signs,
    history,
  )
  const groups = createGroupMetadata(() => socket)
  const contactKeys = createContactKeys(events.onForgedKey)
  const keys = watchKeys(auth.state.keys, hangUp, (stored) => line.holdUntil(stored))
  const config: UserFacingSocketConfig = {
    ...socketConfig(address, { ...auth.state, keys }),
    mediaCache,
    msgRetryCounterCache: passes,
    cachedGroupMetadata: groups.cached,
    shouldSyncHistoryMessage: history.shouldSyncHistoryMessage,
    makeSignalRepository: (...given) => contactKeys.guard(inbound.makeSignalRepository(...given)),
    getMessage: async ({ id, remoteJid, participant }) => {
      const from = isJidGroup(remoteJid ?? '') ? remoteJid : (participant ?? remoteJid)
      const sent = await askedFor.askedForBy({ id, from, recipient: remoteJid })
      return sent ? contentFor(sent) : undefined
    },
  }
  const socket = inBulkhead(breakOff, () => makeWASocket(config))
  ownFrameFaults(socket, breakOff)
  groups.watch(socket)
  history.watch(socket)
  const { lidMapping } = socket.signalRepository
  const parties = createMessageParties(lidMapping, isOwn)
  const timers = createChatTimers(socket.ev, lidMapping, auth.pieces, events.onFault)
  const personAddress = createPersonAddress(lidMapping, auth.pieces)
  const newChats = hearNewChats(socket, clock, (news) => events.onNewChats(news))
  const ended = new AbortController()
  const upload = createMediaUpload({
    hosts: createMediaHosts(socket.query, clock),
    agent: address.through?.secure,
    clock,
    over: ended.signal,
  })
  const contentFor = createReadyContent({
    creds: auth.state.creds,
    groups,
    timers,
    upload,
    mediaCache,
  })
  const send = createSendMessage({
    socket,
    clock,
    over: ended.signal,
    acknowledgements,
    contactKeys,
    personAddress,
    contentFor,
    isOwn,
    onAccepted: () => events.onSign('out'),
    onFault: events.onFault,
  })
  const intake = createIntake({
    events,
    acknowledgements,
    parties,
    lidMapping,
    isOver: () => over,
    hangUp,
  })
  const findSent = (id: string) => events.findSent(id, personAddress.receiverOf)
  const askedFor = createAskedFor({ parties, findSent, isOwn, hangUp })
  // A handshake takes real time, and so do the driver's own limits of it.
  const attempt = limitAttempt(socket, systemClock, events.onFault)
  const closing = closeInTime(socket, systemClock)
  fenceSignIn(socket, events.mayBeReplaced, events.onFault)
  let over = false
  /** Null until it is open. */
  let toldName: string | null = null

  const isOpen = () => !over && toldName !== null
  const online = createOnlineWhileAnswering(socket, isOpen, events.onFault)
  keepPhoneNotifying(socket, auth.state.creds, isOpen, online.isShown, events.onFault)
  socket.ev.on('call', (calls) => {
    for (const call of calls.map(readCall)) {
      if (call && !over) events.onCall(call).catch(events.onFault)
    }
  })
  socket.ev.on('creds.update', (update) => {
    Object.assign(auth.state.creds, update)
    auth.saveCreds().catch(events.onFault)
    const name = tidyLine(update.me?.name ?? '')
    if (!over && toldName !== null && name && name !== toldName) {
      toldName = name
      events.onRenamed(name)
    }
  })
  socket.ev.on('connection.update', (update) => {
    if (over) return
    if (update.connection === 'open') {
      const me = auth.state.creds.me
      attempt.settled()
      toldName = tidyLine(me?.name ?? '')
      events.onOpen({ name: toldName, lid: me?.lid ?? null })
      newChats.opened()
      requests.opened()
    }
    if (update.connection === 'close')
      end(() => {
        events.onClosed(readClose(update.lastDisconnect?.error, clock.now()))
      })
  })
  socket.ws.on(
    'CB:ack,class:message',
    hearAcks({
      acknowledgements,
      newChats,
      isAskedFor: copiesOwed.has,
      onFailed: (messageId, code) =>
        events.onReceipts([{ messageId, status: 'failed', code }]).catch(events.onFault),
    }),
  )
  takeInOrder(socket, events.onFault)
  workSideBySide(socket)
  const line = holdLine(socket)
  keepIssuedTokens(socket)
  inbound.watch(socket)
  passOverStatuses(socket, events.onFault)
  forgetChangedDevices(socket, events.onFault)
  recordBeforeAcknowledging(socket, intake.recordReceipt, events.onFault)
  const requests = answerRequests(
    socket,
    clock,
    copiesOwed,
    passes,
    askedFor.judgeRequest,
    events.onFault,
  )
  // Beside all that, so that it does not hear what is repeated here.
  signs.watch(socket)

  function end(tell: () => void) {
    over = true
    ended.abort()
    attempt.settled()
    acknowledgements.abandonAll()
    newChats.end()
    requests.end()
    history.end()
    tell()
  }

  async function leave(how: () => Promise<void>): Promise<void> {
    if (over) return
    end(() => {})
    const rejectQueries = waitingQueries()
    await how()
    rejectQueries()
  }

  /**
   * What rejects the queries that wait now. Baileys does so only when the network closes the
   * connection: when we close it, they would wait for a minute, and block the messages of the next
   * session.
   */
  function waitingQueries(): () => void {
    const waiting = socket.ws.listeners('close')
    return () => {
      for (const tell of waiting) tell.call(socket.ws)
    }
  }

  /**
   * What still waits for its keys does not leave any more: the next session goes on from those that
   * are stored, and would use the same.
   */
  function endConnection(): Promise<void> {
    line.giveUp()
    return socket.end(undefined)
  }

  /** The network sends what it has kept to the next connection, which follows at once. */
  function reopen(): void {
    if (over) return
    const rejectQueries = waitingQueries()
    end(() => events.onClosed(closeOf('restart_required')))
    endConnection().catch(events.onFault)
    rejectQueries()
  }

  /**
   * While nothing can be read or kept: the network keeps what comes in for the next connection.
   * Otherwise the driver would ask whoever sent it for another copy, five times at most. From here
   * on it sends nothing.
   */
  function hangUp(error: unknown): void {
    // Neither would pass by trying again.
    if (over || error instanceof UnreadableCredentials || isOfTheData(error)) return
    events.onFault(error)
    endWith(error instanceof Error ? error : undefined)
  }

  /** What came in, or a timer of the driver, has failed where nobody awaits it. */
  function breakOff(error: unknown): void {
    events.onFault(error)
    if (!over) endWith(new SessionFault(error))
  }

  function endWith(error: Error | undefined): void {
    const rejectQueries = waitingQueries()
    socket.end(error).catch(events.onFault)
    rejectQueries()
  }

  /** The owner's own phone and its other devices get a copy of everything. */
  function isOwn(jid: string): boolean {
    const { me } = auth.state.creds
    return [me?.id, me?.lid].some((own) => own && areJidsSameUser(own, jid))
  }

  return callInBulkhead(breakOff, {
    send,
    ...createLookUp({ socket, over: ended.signal, onOverload: events.onOverload }),
    showPresence: (chatJid: string, presence: ShownPresence) =>
      socket.sendPresenceUpdate(presence, chatJid),
    /** The network is asked once whether the account tells of reading at all. */
    async markRead({ chatJid, messageId, senderJid }: Omit<AnsweredMessage, 'deviceId'>) {
      const key = { remoteJid: chatJid, id: messageId, fromMe: false }
      const answered = new AbortController()
      const read = socket.readMessages([{ ...key, ...(senderJid && { participant: senderJid }) }])
      const tooLate = pause(systemClock, READ_TIMEOUT_MS, answered.signal)
      await Promise.race([read, tooLate]).finally(() => answered.abort())
    },
    appear: online.begin,
    rejectCall: ({ callId, from }: { callId: string; from: string }) =>
      socket.rejectCall(callId, from),
    isOpen,
    reopen,
    ping: () => ping(socket),
    preKeysLeft: () => preKeysLeft(socket),
    close: () => leave(endConnection),
    logOut: () =>
      leave(() => {
        // The phone would list a device whose keys are gone. Nobody waits for this close.
        closing.waitLonger()
        return socket.logout()
      }),
  })
}

export type OpenSession = ReturnType<typeof openSession>
