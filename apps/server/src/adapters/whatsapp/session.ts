import type { Refusal } from '@kirim/contract/outgoing'
import {
  areJidsSameUser,
  type BinaryNode,
  generateWAMessage,
  isJidGroup,
  makeWASocket,
  type proto,
  type SignalKeyStore,
} from 'baileys'
import type { ShownPresence } from '../../features/chatbots/answering/responder.ports.ts'
import { closeOf } from '../../features/devices/closes.ports.ts'
import {
  type SessionListener,
  UnreadableCredentials,
} from '../../features/devices/devices.ports.ts'
import type { HealthSign } from '../../features/devices/health/health.ports.ts'
import type { AnsweredMessage } from '../../features/manners/manners.ports.ts'
import type {
  Departure,
  OutgoingMessage,
  ReceiptReport,
  SendOutcome,
} from '../../features/outgoing/outgoing.ports.ts'
import { type Clock, pause, systemClock } from '../../platform/clock.ts'
import { isOfTheData } from '../../platform/database/data-fault.ts'
import { tidyLine } from '../../platform/tidy-line.ts'
import { createAcknowledgements } from './acknowledgements.ts'
import { answerRequests, createPasses, type Judgement } from './asked-again.ts'
import { limitAttempt } from './attempt-limits.ts'
import type { openAuthState } from './auth-state.ts'
import { type Call, readCall } from './calls.ts'
import { createChatTimers } from './chat-timers.ts'
import { readClose } from './close-cause.ts'
import { createContactKeys } from './contact-keys.ts'
import { downloadHistory } from './download-history.ts'
import { fenceSignIn } from './fence-sign-in.ts'
import { sendFramesTogether } from './frames-together.ts'
import { createGroupMetadata } from './group-metadata.ts'
import { createHealthSigns, ping, preKeysLeft } from './health-signs.ts'
import { type Change, createInboundKeeper, type Inbound } from './inbound.ts'
import { createLookUp } from './look-up.ts'
import { createMediaCache } from './media-cache.ts'
import { createMediaHosts } from './media-hosts.ts'
import { createMediaUpload, UploadFailed } from './media-upload.ts'
import { hearAcks } from './message-acks.ts'
import { contentOf } from './message-content.ts'
import { type Asked, createMessageParties } from './message-parties.ts'
import { mayHaveLeft, type Stage } from './message-way.ts'
import { hearNewChats } from './new-chats.ts'
import { createOnlineWhileAnswering } from './online-while-answering.ts'
import type { Requests } from './open-requests.ts'
import { isOverload } from './overload.ts'
import { createPersonAddress } from './person-address.ts'
import { forgetChangedDevices, lookUpDevices, sendWithoutMissing } from './person-devices.ts'
import { passOverStatuses } from './plain-acknowledgements.ts'
import { keepIssuedTokens } from './privacy-tokens.ts'
import { keepPhoneNotifying } from './quiet-phone.ts'
import { createHistoryReader } from './read-history.ts'
import { type ReceiptNews, recordBeforeAcknowledging } from './receipts.ts'
import { withNumber } from './sender-number.ts'
import { workSideBySide, writingTo } from './side-by-side.ts'
import { encrypting, storedLater } from './signal-order.ts'
import { type Dialled, socketConfig } from './socket-config.ts'
import { takeInOrder } from './take-in-order.ts'
import { whileOpen } from './while-open.ts'

/** A message without an answer within this time may or may not have arrived. */
const ANSWER_TIMEOUT_MS = 60_000
/** An answer waits no longer for its message to be marked as read. */
const READ_TIMEOUT_MS = 5000
const UNKNOWN: SendOutcome = { kind: 'unknown' }
const LOST: SendOutcome = { kind: 'unknown', lost: true }
const OVERLOADED: SendOutcome = { kind: 'overloaded' }
/** Nothing was sent: the owner of the forged key could have read it. */
const KEY_FORGED: SendOutcome = { kind: 'refused', code: 'key_forged' }
const NOT_UPLOADED: SendOutcome = { kind: 'refused', code: 'media_upload_failed' }

export interface SessionEvents extends SessionListener {
  /** Receipts of sent messages; resolves once they are stored. */
  onReceipts(reports: readonly ReceiptReport[]): Promise<void>
  /** Resolves once the message is stored. */
  onInbound(message: Inbound): Promise<void>
  /** The same for what was done to a message afterwards. */
  onInboundChange(change: Change): Promise<void>
  /** A call begins to ring. */
  onCall(call: Call): Promise<void>
  /** The name that a person uses on the network. */
  onName(phoneNumber: string, name: string): void
  /** Something that tells how well the device works. */
  onSign(sign: HealthSign): void
  findSent(messageId: string): Promise<OutgoingMessage | null>
  /** To whom each of these messages of the device is written. */
  chatsOf(messageIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Whether another server may have the device by now. */
  mayBeReplaced(): boolean
  /** A key from the network for a person is not signed by them. */
  onForgedKey(): void
  /** A question was refused because the device asks too much. */
  onOverload(): void
  /** A write to the database failed. */
  onFault(error: unknown): void
}

/** How a message leaves. */
interface Leave {
  readonly lastWord: () => Promise<Refusal | null>
  readonly departure: Departure | undefined
}

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
  const inbound = createInboundKeeper(keepInbound, keepChange, signs, history)
  const groups = createGroupMetadata(() => socket)
  const contactKeys = createContactKeys(events.onForgedKey)
  const socket = makeWASocket({
    ...socketConfig(address, { ...auth.state, keys: watched(auth.state.keys, hangUp, holdLine) }),
    mediaCache,
    msgRetryCounterCache: passes,
    cachedGroupMetadata: groups.cached,
    shouldSyncHistoryMessage: history.shouldSyncHistoryMessage,
    makeSignalRepository: (...given) => contactKeys.guard(inbound.makeSignalRepository(...given)),
    getMessage: async ({ id, remoteJid, participant }) => {
      const from = isJidGroup(remoteJid ?? '') ? remoteJid : (participant ?? remoteJid)
      const sent = await askedForBy({ id, from, recipient: remoteJid })
      return sent ? contentFor(sent) : undefined
    },
  })
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
  // A handshake takes real time, and so do the driver's own limits of it.
  const attempt = limitAttempt(socket, systemClock, events.onFault)
  fenceSignIn(socket, events.mayBeReplaced, events.onFault)
  let over = false
  /** Null until it is open. */
  let toldName: string | null = null

  const isOpen = () => !over && toldName !== null
  const online = createOnlineWhileAnswering(socket, isOpen, events.onFault)
  keepPhoneNotifying(socket, auth.state.creds, isOpen, online.isShown, events.onFault)
  socket.ev.on('call', (calls) => {
    for (const call of calls) hearCall(readCall(call))
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
  const line = sendFramesTogether(socket)
  keepIssuedTokens(socket)
  inbound.watch(socket)
  passOverStatuses(socket, events.onFault)
  forgetChangedDevices(socket, events.onFault)
  recordBeforeAcknowledging(socket, recordReceipt, events.onFault)
  const requests = answerRequests(socket, clock, copiesOwed, passes, judgeRequest, events.onFault)
  // Beside all that, so that it does not hear what is repeated here.
  signs.watch(socket)

  function holdLine(stored: Promise<void>): void {
    line.holdUntil(stored)
  }

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
    // Baileys rejects waiting queries only when the network closes the connection. When we close
    // it, they would wait for a minute, and block the messages of the next session.
    const waiting = socket.ws.listeners('close')
    await how()
    for (const tell of waiting) tell.call(socket.ws)
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
    const waiting = socket.ws.listeners('close')
    end(() => events.onClosed(closeOf('restart_required')))
    endConnection().catch(events.onFault)
    for (const tell of waiting) tell.call(socket.ws)
  }

  async function recordReceipt(
    { messageIds: named, status }: ReceiptNews,
    attrs: BinaryNode['attrs'],
  ): Promise<void> {
    if (over) return never()
    await hangingUp(async () => {
      const messageIds = await parties.onlyOf(await events.chatsOf(named), attrs)
      if (over) return never()
      for (const messageId of messageIds) acknowledgements.settle(messageId, { kind: 'accepted' })
      await events.onReceipts(messageIds.map((messageId) => ({ messageId, status })))
    })
  }

  /** The message that this request names, for whoever has it and may ask for a copy. */
  async function askedForBy(attrs: Asked): Promise<OutgoingMessage | null> {
    const sent = attrs.id ? await findSent(attrs.id) : null
    return sent && (await parties.isParty(sent.jid, attrs)) ? sent : null
  }

  /** The own phone may also need new keys for what the driver itself has sent it. */
  async function judgeRequest(attrs: BinaryNode['attrs']): Promise<Judgement> {
    if (await askedForBy(attrs)) return 'repeat'
    return isOwn(attrs.from ?? '') ? 'pass' : 'drop'
  }

  async function keepInbound(message: Inbound): Promise<void> {
    if (over) return never()
    await hangingUp(async () => {
      const named = await withNumber(message, lidMapping)
      const { fromMe, chat, senderNumber, senderName } = named
      if (!fromMe && chat === 'individual' && senderNumber && senderName) {
        events.onName(senderNumber, senderName)
      }
      await events.onInbound(named)
    })
  }

  async function keepChange(change: Change): Promise<void> {
    if (over) return never()
    await hangingUp(() => events.onInboundChange(change))
  }

  function hearCall(call: Call | null): void {
    if (call && !over) events.onCall(call).catch(events.onFault)
  }

  async function hangingUp(keep: () => Promise<void>): Promise<void> {
    try {
      await keep()
    } catch (error) {
      if (over) return never()
      hangUp(error)
      throw error
    }
  }

  /**
   * Somebody could not read it and asks for it again. Without an answer the driver would take their
   * question for settled.
   */
  async function findSent(messageId: string): Promise<OutgoingMessage | null> {
    try {
      return await events.findSent(messageId)
    } catch (error) {
      hangUp(error)
      throw error
    }
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
    const waiting = socket.ws.listeners('close')
    socket.end(error instanceof Error ? error : undefined).catch(events.onFault)
    for (const tell of waiting) tell.call(socket.ws)
  }

  /** The owner's own phone and its other devices get a copy of everything. */
  function isOwn(jid: string): boolean {
    const { me } = auth.state.creds
    return [me?.id, me?.lid].some((own) => own && areJidsSameUser(own, jid))
  }

  async function contentFor(message: OutgoingMessage): Promise<proto.IMessage | undefined> {
    const { jid, messageId } = message
    const ephemeralExpiration = isJidGroup(jid)
      ? (await groups.cached(jid))?.ephemeralDuration
      : await timers.of(jid)
    const ready = await generateWAMessage(jid, contentOf(message), {
      userJid: auth.state.creds.me?.id ?? '',
      upload,
      mediaCache,
      messageId,
      ...(ephemeralExpiration && { ephemeralExpiration }),
    })
    return ready.message ?? undefined
  }

  async function send(
    message: OutgoingMessage,
    lastWord: () => Promise<Refusal | null>,
    departure?: Departure,
  ): Promise<SendOutcome> {
    // Files are uploaded here: when the line breaks, nothing was sent.
    let stage: Stage = 'ours'
    try {
      const content = await whileOpen(contentFor(message), ended.signal)
      if (!content) throw new Error('There is nothing to send.')
      const sent = personAddress.send(message.jid, (jid) =>
        sendTo(jid, message.messageId, content, { lastWord, departure }, (next) => {
          stage = next
        }),
      )
      return await whileOpen(sent, ended.signal)
    } catch (error) {
      // All questions come before the message.
      if (isOverload(error)) return OVERLOADED
      if (error instanceof UploadFailed) return NOT_UPLOADED
      return outcomeOf(stage, error)
    }
  }

  /** Throws the error again where the message certainly has not left. */
  function outcomeOf(stage: Stage, error: unknown): SendOutcome {
    const stillOpen = socket.ws.isOpen && !over
    if (!mayHaveLeft(stage, error, stillOpen)) throw error
    if (!over) events.onFault(error)
    return stillOpen ? UNKNOWN : LOST
  }

  /** What was given up as unsent must not leave later, over a connection that is closing. */
  function mustBeOpen(): void {
    if (over) throw new Error('The connection is over.')
  }

  /** Once to this address, and waits for the answer. */
  async function sendTo(
    jid: string,
    messageId: string,
    content: proto.IMessage,
    { lastWord, departure }: Leave,
    comesTo: (stage: Stage) => void,
  ): Promise<SendOutcome> {
    comesTo('ours')
    mustBeOpen()
    let refused: Promise<Refusal | null> | null = null
    let moment: Promise<void> | null = null
    // Once for all devices of the person: it is sent to all of them, or to none.
    async function ask(device: string) {
      mustBeOpen()
      if (isOwn(device)) return
      refused ??= lastWord()
      if ((await refused) !== null) throw new Error('It may no longer be sent.')
    }
    // Without one of the person's devices none of the owner's gets it.
    function mayLeave(device: string) {
      mustBeOpen()
      if (!isOwn(device) || isOwn(jid)) comesTo('encrypted')
    }
    const ahead = departure && {
      moment: () => (moment ??= departure.moment()),
      async lastly(device: string) {
        await ask(device)
        mayLeave(device)
      },
    }
    const sending = ahead
      ? { before: async () => mustBeOpen(), after: mustBeOpen, ahead }
      : { before: ask, after: mayLeave }
    const { answer, forget } = acknowledgements.expect(messageId)
    let stopWaiting = () => {}
    try {
      await contactKeys.forget(jid)
      await sendWithoutMissing(socket, async () => {
        comesTo('driver')
        await lookUpDevices(socket, jid)
        await writingTo.run(jid, () =>
          encrypting.run(sending, () => socket.relayMessage(jid, content, { messageId })),
        )
      })
      stopWaiting = clock.after(ANSWER_TIMEOUT_MS, () => {
        acknowledgements.settle(messageId, UNKNOWN)
      })
      const outcome = await answer
      departure?.answered()
      if (outcome.kind === 'accepted') events.onSign('out')
      return outcome
    } catch (error) {
      const refusal = await Promise.resolve(refused).catch((fault: unknown) => {
        comesTo('ours')
        throw fault
      })
      if (refusal) return { kind: 'withdrawn', refusal }
      if (await contactKeys.areForged(jid)) return KEY_FORGED
      throw error
    } finally {
      stopWaiting()
      forget()
    }
  }

  return {
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
    logOut: () => leave(() => socket.logout()),
  }
}

export type OpenSession = ReturnType<typeof openSession>

/** A closing session accepts nothing more: the network delivers it to the next one. */
function never(): Promise<never> {
  return new Promise(() => {})
}

/**
 * The same keys; when one cannot be read or stored, it is told before anything comes of it. Nothing
 * leaves before what is stored later.
 */
function watched(
  keys: SignalKeyStore,
  onFault: (error: unknown) => void,
  holdLine: (stored: Promise<void>) => void,
): SignalKeyStore {
  const tell = (error: unknown) => {
    onFault(error)
    throw error
  }
  return {
    get: async (type, ids) => Promise.resolve(keys.get(type, ids)).catch(tell),
    async set(data) {
      const stored = Promise.resolve(keys.set(data)).catch(tell)
      if (!storedLater.getStore()) return stored
      holdLine(stored)
    },
  }
}
