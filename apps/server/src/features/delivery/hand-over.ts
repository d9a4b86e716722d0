import type { Refusal } from '@kirim/contract/outgoing'
import type { Db } from '../../platform/database/database.ts'
import { createInTurnTogether } from '../../platform/database/together.ts'
import type {
  Departure,
  LastWord,
  MessageSender,
  OriginKind,
  Origins,
  OutgoingLibrary,
  OutgoingMedia,
  OutgoingMessage,
  OwnedDevices,
  SendOutcome,
  SentMessages,
  WrittenMessage,
} from './delivery.ports.ts'
import type { DeviceRests } from './device-rests.ts'
import type { Gate } from './gate.ts'
import type { Leaving } from './leaving.ts'
import type { MessageRests } from './message-rests.ts'
import type { StatusReport } from './moves.ts'
import { createOutgoingRepository, type OutgoingRepository } from './outgoing.repository.ts'
import type { SentChats } from './sent-chats.ts'

/** The outcome of handing a message to the network. */
export type HandOverOutcome =
  /** The network accepted it, and this is recorded. */
  | { readonly kind: 'taken' }
  /** It failed, or was taken back before it could leave, and this is recorded. */
  | { readonly kind: 'failed' }
  /** Nobody has it for certain; the same id is sent again, after a rest where it has one. */
  | { readonly kind: 'unanswered' }
  /**
   * The network lets the device write to nobody new for now, and did not take this one; an earlier
   * try of it may have arrived.
   */
  | { readonly kind: 'limited'; readonly messageId: string }
  /** A check refused it, and it was not sent. */
  | { readonly kind: 'withheld'; readonly refusal: Refusal }

/** A message that was tried so often is not sent again. */
export const ATTEMPTS_MAX = 5

/** Messages of one device. */
const CHECKED_AT_ONCE = 100

/** The network's own code for a limit of new chats. */
const NEW_CHATS_CODE = '463'

export interface HandOverDeps {
  readonly db: Db
  readonly messages: OutgoingRepository
  readonly sender: MessageSender
  readonly library: OutgoingLibrary
  readonly origins: Pick<Origins, 'of'>
  readonly gate: Gate
  readonly rests: Pick<DeviceRests, 'begin'>
  readonly messageRests: MessageRests
  readonly leaving: Pick<Leaving, 'begin'>
  readonly owned: OwnedDevices
  readonly sentChats: Pick<SentChats, 'keep'>
  record(deviceId: string, reports: readonly StatusReport[]): Promise<void>
}

/** The only way to send messages. */
export function createHandOver(deps: HandOverDeps) {
  const { db, messages, sender, gate } = deps

  const outlastsOutages = ({ origin }: WrittenMessage) => deps.origins.of(origin).outlastsOutages

  async function fileOf(userId: string, mediaId: string): Promise<OutgoingMedia | null> {
    const [file] = await deps.library.find(userId, [mediaId])
    const path = file && (await deps.library.localPath(file.fileName))
    if (!path) return null
    const { fileType, originalName, facts } = file
    return { path, fileType, originalName, ...(facts && { facts }) }
  }

  /** The message in the network's form; null when its file is missing and it needs the file. */
  async function toOutgoingMessage(message: WrittenMessage): Promise<OutgoingMessage | null> {
    const { messageId, jid, text, mediaId, userId } = message
    const media = mediaId === null ? null : await fileOf(userId, mediaId)
    if (mediaId !== null && !media) {
      if (!deps.origins.of(message.origin).sendsTextWithoutMedia || !text) return null
    }
    return { messageId, jid, text, media }
  }

  /** Asked about once for what leaves a device at the same time. */
  const requireOwned = createInTurnTogether<null, null>(CHECKED_AT_ONCE, async (deviceId, asks) => {
    await deps.owned.require(db, deviceId)
    return asks
  })

  /** False when it is not to be sent any more. Throws when another node has the device. */
  async function markLeaving(message: WrittenMessage): Promise<boolean> {
    const { deviceId } = message
    if (!message.marked) {
      return deps.owned.whileOwned(deviceId, (tx) =>
        createOutgoingRepository(tx).mark(message, true),
      )
    }
    await requireOwned(deviceId, null)
    return true
  }

  /** A message that was stored to be sent at once is marked; it has not been sent after all. */
  async function withhold(message: WrittenMessage, refusal: Refusal): Promise<HandOverOutcome> {
    if (message.marked) await messages.mark(message, false)
    return { kind: 'withheld', refusal }
  }

  async function fail(message: WrittenMessage, reason: string): Promise<HandOverOutcome> {
    const { deviceId, messageId } = message
    deps.messageRests.forget(messageId)
    await deps.record(deviceId, [{ messageId, status: 'failed', reason }])
    return { kind: 'failed' }
  }

  /** Why a message is not sent now, recorded where that is for good; null when it is. */
  async function withheldBefore(
    message: WrittenMessage,
    departure: Departure | undefined,
  ): Promise<HandOverOutcome | null> {
    const { marked, mayHaveLeft, messageId } = message
    // Whoever wrote it down to leave at its departure has asked the gate in that transaction.
    if (departure && marked && !mayHaveLeft) return null
    const refusal = await gate.before(message)
    if (refusal !== null && !mayHaveLeft) return withhold(message, refusal)
    if (refusal === 'device_rests') return { kind: 'withheld', refusal }
    if (refusal !== null) return fail(message, `${refusal}_unsettled`)
    return mayHaveLeft && deps.messageRests.isResting(messageId) ? { kind: 'unanswered' } : null
  }

  /**
   * Sends a message and records the answer. The gate is asked before and in the last moment. One
   * that may have been sent is sent again with the same id, whatever has changed since, unless the
   * person may no longer be written to: it fails then. Throws when nothing could be sent at all
   * (the file was not uploaded, for example): this is no failed attempt.
   */
  async function handOver(
    message: WrittenMessage,
    departure?: Departure,
  ): Promise<HandOverOutcome> {
    const { deviceId } = message
    const withheld = await withheldBefore(message, departure)
    if (withheld) return withheld
    const outgoing = await toOutgoingMessage(message).catch(async (error: unknown) => {
      if (message.marked && !message.mayHaveLeft) await messages.mark(message, false)
      throw error
    })
    if (!outgoing) return fail(message, `${refusedOf(message)}_media_missing`)
    if (!(await markLeaving(message))) return { kind: 'failed' }
    deps.sentChats.keep(message)
    let hasLeft = () => {}
    const lastWord: LastWord = async (receiver) => {
      hasLeft()
      hasLeft = deps.leaving.begin(message.userId)
      // Another node may have taken the device since the message was marked.
      if (departure) await deps.owned.require(db, deviceId)
      const about = departure && !message.mayHaveLeft ? 'all' : 'person'
      return gate.atLast({ ...message, receiver }, about)
    }
    const outcome = await sender
      .send(deviceId, outgoing, lastWord, departure)
      .catch(async (error: unknown) => {
        if (!message.mayHaveLeft) await messages.mark(message, false)
        else if (!outlastsOutages(message)) await messages.countAttempt(message)
        throw error
      })
      .finally(() => hasLeft())
    return settle(message, outcome)
  }

  /** The device asks too much of the network. One that may have arrived stays marked. */
  async function rest(message: WrittenMessage): Promise<HandOverOutcome> {
    deps.rests.begin(message.deviceId)
    return withhold({ ...message, marked: !message.mayHaveLeft }, 'device_rests')
  }

  async function settle(message: WrittenMessage, outcome: SendOutcome): Promise<HandOverOutcome> {
    const { deviceId, messageId } = message
    if (outcome.kind === 'withdrawn') {
      if (message.mayHaveLeft) return fail(message, `${outcome.refusal}_unsettled`)
      return withhold({ ...message, marked: true }, outcome.refusal)
    }
    if (outcome.kind === 'limited') {
      if (!deps.origins.of(message.origin).waitsForNewChats) {
        return fail(message, `${refusedOf(message)}_${NEW_CHATS_CODE}`)
      }
      deps.messageRests.forget(messageId)
      await messages.startAnew(message)
      return { kind: 'limited', messageId }
    }
    if (outcome.kind === 'overloaded') return rest(message)
    if (outcome.kind === 'refused') return fail(message, `${refusedOf(message)}_${outcome.code}`)
    if (outcome.kind === 'unable') return unable(message, outcome.code)
    if (outcome.kind === 'unknown') return unanswered(message, outcome)
    deps.messageRests.forget(messageId)
    await deps.record(deviceId, [{ messageId, status: 'sent', reason: null }])
    return { kind: 'taken' }
  }

  /** Nothing says whether the trouble is the network's alone, or of this message. */
  async function unable(message: WrittenMessage, code: string): Promise<HandOverOutcome> {
    const isLast = !outlastsOutages(message) || message.attempts + 1 >= ATTEMPTS_MAX
    return isLast ? fail(message, `${refusedOf(message)}_${code}`) : unanswered(message)
  }

  /**
   * Only what may be the message's own fault counts: not a server that is killed, and not a
   * connection that is lost, unless that happens again and again after ever longer rests.
   */
  async function unanswered(
    message: WrittenMessage,
    { lost = false }: { readonly lost?: boolean } = {},
  ): Promise<HandOverOutcome> {
    if (!outlastsOutages(message)) {
      await messages.countAttempt(message)
      return { kind: 'unanswered' }
    }
    const { longestRestMs } = deps.origins.of(message.origin)
    const hasRestedLongest = deps.messageRests.begin(message.messageId, longestRestMs)
    if (!lost || hasRestedLongest) await messages.countAttempt(message)
    return { kind: 'unanswered' }
  }

  return {
    fileOf,
    handOver,

    /**
     * Sends the pending messages of one origin in order, until one is not accepted. `written` are
     * the same, when they were stored just now: then it is known that none has been sent.
     */
    async handOverAll(
      origin: OriginKind,
      originId: string,
      written?: readonly WrittenMessage[],
      departure?: Departure,
    ): Promise<HandOverOutcome> {
      for (const message of written ?? (await messages.pendingOf(origin, originId))) {
        const outcome = await handOver(message, departure)
        if (outcome.kind !== 'taken') return outcome
      }
      return { kind: 'taken' }
    },

    /**
     * A message as it was sent earlier, for a phone that asks for it again; null for a person who
     * may no longer be written to.
     */
    async findSent(
      ...[deviceId, messageId, receiverOf]: Parameters<SentMessages['find']>
    ): Promise<OutgoingMessage | null> {
      const message = await messages.find(deviceId, messageId)
      if (!message) return null
      const receiver = (await receiverOf?.(message.jid)) ?? null
      const refusal = await gate.atLast({ ...message, receiver }, 'person')
      return refusal === null ? toOutgoingMessage(message) : null
    },
  }
}

/**
 * How the reason of a refusal begins. An earlier try may have arrived although the network refused
 * the next: somebody like that is never sent another message for it.
 */
function refusedOf({ mayHaveLeft }: WrittenMessage): 'refused' | 'unsettled' {
  return mayHaveLeft ? 'unsettled' : 'refused'
}
