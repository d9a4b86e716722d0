import {
  areJidsSameUser,
  isJidGroup,
  jidDecode,
  makeWASocket,
  type UserFacingSocketConfig,
} from 'baileys'
import type { ShownPresence } from '../../../features/chatbots/responder.ports.ts'
import { callInBulkhead, inBulkhead } from '../../../platform/bulkhead.ts'
import { type Clock, systemClock } from '../../../platform/clock.ts'
import { tidyLine } from '../../../platform/tidy-line.ts'
import { fenceSignIn, limitAttempt } from '../connection/attempt-limits.ts'
import { readClose } from '../connection/close-cause.ts'
import { closeInTime } from '../connection/close-in-time.ts'
import { holdLine } from '../connection/hold-line.ts'
import { ownFrameFaults } from '../connection/session-fault.ts'
import { type DialTarget, socketConfig } from '../connection/socket-config.ts'
import type { openAuthState } from '../keys/auth-state.ts'
import { createContactKeys } from '../keys/contact-keys.ts'
import { allowParallelChats } from '../keys/parallel-chats.ts'
import { keepIssuedTokens } from '../keys/privacy-tokens.ts'
import { watchKeys } from '../keys/signal-order.ts'
import { createMediaCache } from '../media/media-cache.ts'
import { createMediaHosts } from '../media/media-hosts.ts'
import { createCallEntries } from '../receive/call-entries.ts'
import { readCall } from '../receive/calls.ts'
import { downloadHistory } from '../receive/download-history.ts'
import { createHealthSigns, ping, preKeysLeft } from '../receive/health-signs.ts'
import { createInboundKeeper } from '../receive/inbound-keeper.ts'
import { beforeAcknowledging, passOverStatuses } from '../receive/plain-acknowledgements.ts'
import { createHistoryReader } from '../receive/read-history.ts'
import { watchReadOnPhone } from '../receive/read-on-phone.ts'
import { createSessionFiles } from '../receive/session-files.ts'
import { takeInOrder } from '../receive/take-in-order.ts'
import { createAckHandler, createAcknowledgements } from '../send/acknowledgements.ts'
import { answerRequests, createPasses } from '../send/answer-requests.ts'
import { createAskHistory } from '../send/ask-history.ts'
import type { Requests } from '../send/copy-requests.ts'
import { createGroupMetadata } from '../send/group-metadata.ts'
import { createLookUp } from '../send/look-up.ts'
import { createCopyRequestJudge, createMessageParties } from '../send/message-parties.ts'
import { watchNewChats } from '../send/new-chats.ts'
import { forgetChangedDevices } from '../send/person-devices.ts'
import { recordBeforeAcknowledging } from '../send/receipts.ts'
import { createSending } from '../send/sending.ts'
import {
  createOnlineWhileAnswering,
  keepPhoneNotifying,
  markRead,
  type ReadMessage,
} from './presence.ts'
import { createSessionEnd } from './session-end.ts'
import type { SessionEvents } from './session-intake.ts'
import { createIntake } from './session-intake.ts'
import { createTypingWatch } from './typing.ts'

type AuthState = NonNullable<Awaited<ReturnType<typeof openAuthState>>>

/** An open connection of a linked device. */
export function openSession(
  address: DialTarget,
  auth: AuthState,
  events: SessionEvents,
  clock: Clock,
  copyRequests: Requests,
) {
  const ending = createSessionEnd({
    socket: () => socket,
    line: () => line,
    release() {
      attempt.cancel()
      acknowledgements.abandonAll()
      newChats.end()
      requests.end()
      history.end()
    },
    events,
  })
  const { isOver, hangUp, breakOff } = ending
  const acknowledgements = createAcknowledgements()
  const passes = createPasses()
  const mediaCache = createMediaCache(clock)
  const signs = createHealthSigns((sign) => isOver() || events.onSign(sign))
  const { dispatcher = null } = address.through ?? {}
  const me = () => ({ id: auth.state.creds.me?.id ?? '', lid: auth.state.creds.me?.lid ?? '' })
  const history = createHistoryReader({
    history: events.history,
    me,
    numberOf: async (lid) =>
      jidDecode((await lidMapping.getPNForLID(lid)) ?? undefined)?.user ?? null,
    onFault: events.onFault,
    download: (part, signal) => downloadHistory(part, dispatcher, signal),
  })
  const inbound = createInboundKeeper(
    (message) => intake.keepInbound(message),
    (change) => intake.keepChange(change),
    (vote) => intake.keepVote(vote),
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
      const message = await copyJudge.messageRequestedBy({ id, from, recipient: remoteJid })
      return message ? contentFor(message) : undefined
    },
  }
  const socket = inBulkhead(breakOff, () => makeWASocket(config))
  ownFrameFaults(socket, breakOff)
  groups.watch(socket)
  history.watch(socket)
  const { lidMapping } = socket.signalRepository
  const parties = createMessageParties(lidMapping, isOwn)
  const newChats = watchNewChats(socket, clock, (news) => events.onNewChats(news))
  const { contentFor, receiverOf, send } = createSending({
    socket,
    clock,
    over: ending.signal,
    creds: auth.state.creds,
    pieces: auth.pieces,
    through: address.through,
    groups,
    mediaCache,
    acknowledgements,
    contactKeys,
    isOwn,
    onAccepted: () => events.onSign('out'),
    onFault: events.onFault,
  })
  const files = createSessionFiles({
    socket,
    hosts: createMediaHosts(socket.query, clock),
    dispatcher,
    me: () => auth.state.creds.me?.id ?? '',
  })
  const intake = createIntake({ events, acknowledgements, parties, lidMapping, isOver, hangUp })
  const callEntries = createCallEntries(intake.keepInbound)
  const findSent = (id: string) => events.findSent(id, receiverOf)
  const copyJudge = createCopyRequestJudge({ parties, findSent, isOwn, hangUp })
  // The handshake, like the driver's own time limits, runs in real time.
  const attempt = limitAttempt(socket, systemClock, events.onFault)
  const closing = closeInTime(socket, systemClock)
  fenceSignIn(socket, events.mayBeReplaced, events.onFault)
  /** Null until it is open. */
  let announcedName: string | null = null

  const isOpen = () => !isOver() && announcedName !== null
  const online = createOnlineWhileAnswering(socket, isOpen, events.onFault)
  keepPhoneNotifying(socket, auth.state.creds, isOpen, online.isShown, events.onFault)
  const typing = createTypingWatch(
    socket,
    clock.now,
    (...news) => isOver() || events.onTyping(...news),
  )
  watchReadOnPhone(socket, auth.state.creds, (jid) => isOver() || events.onReadOnPhone(jid))
  socket.ev.on('call', (calls) => {
    for (const call of calls.map(readCall)) {
      if (call && !isOver()) events.onCall(call).catch(events.onFault)
    }
    for (const call of calls) callEntries.hear(call).catch(events.onFault)
  })
  socket.ev.on('creds.update', (update) => {
    Object.assign(auth.state.creds, update)
    auth.saveCreds().catch(events.onFault)
    const name = tidyLine(update.me?.name ?? '')
    if (!isOver() && announcedName !== null && name && name !== announcedName) {
      announcedName = name
      events.onRenamed(name)
    }
  })
  socket.ev.on('connection.update', (update) => {
    if (isOver()) return
    if (update.connection === 'open') {
      const me = auth.state.creds.me
      attempt.cancel()
      announcedName = tidyLine(me?.name ?? '')
      events.onOpen({ name: announcedName, lid: me?.lid ?? null })
      newChats.opened()
      requests.opened()
      history.resume().catch(events.onFault)
    }
    if (update.connection === 'close') {
      ending.endAs(readClose(update.lastDisconnect?.error, clock.now()))
    }
  })
  socket.ws.on(
    'CB:ack,class:message',
    createAckHandler({
      acknowledgements,
      newChats,
      isAskedFor: copyRequests.has,
      onFailed: (messageId, code) =>
        events.onReceipts([{ messageId, status: 'failed', code }]).catch(events.onFault),
    }),
  )
  beforeAcknowledging(socket, inbound.keepWithheld)
  takeInOrder(socket, events.onFault)
  allowParallelChats(socket)
  const line = holdLine(socket)
  keepIssuedTokens(socket)
  inbound.watch(socket)
  passOverStatuses(socket, events.onFault)
  forgetChangedDevices(socket, events.onFault)
  recordBeforeAcknowledging(socket, intake.recordReceipt, events.onFault)
  const requests = answerRequests(
    socket,
    clock,
    copyRequests,
    passes,
    copyJudge.judgeRequest,
    events.onFault,
  )
  // Added last, so that it ignores repeated requests.
  signs.watch(socket)

  /** The owner's phone and other devices get a copy of every message. */
  function isOwn(jid: string): boolean {
    const { me } = auth.state.creds
    return [me?.id, me?.lid].some((own) => own && areJidsSameUser(own, jid))
  }

  return callInBulkhead(breakOff, {
    send,
    ...files,
    ...createAskHistory(socket),
    ...createLookUp({ socket, over: ending.signal, onOverload: events.onOverload }),
    showPresence: (chatJid: string, presence: ShownPresence) =>
      socket.sendPresenceUpdate(presence, chatJid),
    markRead: (messages: readonly ReadMessage[]) => markRead(socket, messages),
    watchTyping: typing.subscribe,
    appear: online.begin,
    async rejectCall({ callId, from }: { callId: string; from: string }): Promise<void> {
      await socket.rejectCall(callId, from)
      await callEntries.rejected(callId)
    },
    isOpen,
    reopen: ending.reopen,
    ping: () => ping(socket),
    preKeysLeft: () => preKeysLeft(socket),
    close: ending.close,
    logOut: () =>
      ending.leave(() => {
        // Otherwise the phone would keep listing a device whose keys are deleted.
        closing.waitLonger()
        return socket.logout()
      }),
  })
}

export type OpenSession = ReturnType<typeof openSession>
