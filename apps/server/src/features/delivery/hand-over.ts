import type { Db } from '../../platform/database/database.ts'
import { createInTurnTogether } from '../../platform/database/together.ts'
import type {
  Departure,
  LastWord,
  MessageSender,
  OriginKind,
  OutgoingLibrary,
  OutgoingMedia,
  OutgoingMessage,
  OwnedDevices,
  SentMessages,
  StoredMessage,
} from './delivery.ports.ts'
import type { Gate, Leaving } from './gate.ts'
import { createOutgoingRepository } from './outgoing.repository.ts'
import type { SentChats } from './sent-chats.ts'
import { createSettle, failureOf, type HandOverOutcome, type SettleDeps } from './settle-outcome.ts'

/** Messages of one device per check. */
const CHECKED_AT_ONCE = 100

export interface HandOverDeps extends SettleDeps {
  readonly db: Db
  readonly sender: MessageSender
  readonly library: OutgoingLibrary
  readonly gate: Gate
  readonly leaving: Pick<Leaving, 'begin'>
  readonly owned: OwnedDevices
  readonly sentChats: Pick<SentChats, 'remember'>
}

/** The only way to send messages. */
export function createHandOver(deps: HandOverDeps) {
  const { db, messages, sender, gate, origins } = deps
  const { withhold, fail, settle } = createSettle(deps)

  async function fileOf(workspaceId: string, mediaId: string): Promise<OutgoingMedia | null> {
    const [file] = await deps.library.find(workspaceId, [mediaId])
    const path = file && (await deps.library.localPath(file.fileName))
    if (!path) return null
    const { fileType, originalName, facts } = file
    return { path, fileType, originalName, ...(facts && { facts }) }
  }

  /** The message in the network's form; null when its file is missing and it needs the file. */
  async function toOutgoingMessage(message: StoredMessage): Promise<OutgoingMessage | null> {
    const { messageId, jid, text, mediaId, workspaceId } = message
    const media = mediaId === null ? null : await fileOf(workspaceId, mediaId)
    if (mediaId !== null && !media) {
      if (!origins.of(message.origin).sendsTextWithoutMedia || !text) return null
    }
    const { content } = message
    return { messageId, jid, text, media, ...(content && { content }) }
  }

  /** Checks the lease once for messages that leave a device at the same time. */
  const requireOwned = createInTurnTogether<null, null>(CHECKED_AT_ONCE, async (deviceId, asks) => {
    await deps.owned.require(db, deviceId)
    return asks
  })

  /** False when it is not to be sent any more. Throws when another node has the device. */
  async function markLeaving(message: StoredMessage): Promise<boolean> {
    const { deviceId } = message
    if (!message.marked) {
      return deps.owned.whileOwned(deviceId, (tx) =>
        createOutgoingRepository(tx).mark(message, true),
      )
    }
    await requireOwned(deviceId, null)
    return true
  }

  /** The outcome of a message that is not sent now, recorded if final; null when it is sent. */
  async function refuseBefore(
    message: StoredMessage,
    departure: Departure | undefined,
  ): Promise<HandOverOutcome | null> {
    const { marked, mayHaveLeft, messageId } = message
    // The transaction that stored the first part with a departure has passed the gate already.
    if (departure && marked && !mayHaveLeft && message.part === 0) return null
    const refusal = await gate.before(message)
    if (refusal !== null && !mayHaveLeft) return withhold(message, refusal)
    if (refusal === 'device_rests') return { kind: 'withheld', refusal }
    if (refusal !== null) return fail(message, `${refusal}_unsettled`)
    return mayHaveLeft && deps.messageRests.isResting(messageId) ? { kind: 'unanswered' } : null
  }

  /**
   * Sends a message and records the answer. The gate checks it before and right before it leaves.
   * A possibly sent message is retried with the same id, whatever has changed since, unless the
   * person opted out: then it fails. Throws when nothing could be sent at all (for example, the
   * file was not uploaded), which is no failed attempt.
   */
  async function handOver(message: StoredMessage, departure?: Departure): Promise<HandOverOutcome> {
    const { deviceId } = message
    const withheld = await refuseBefore(message, departure)
    if (withheld) return withheld
    const outgoing = await toOutgoingMessage(message).catch(async (error: unknown) => {
      if (message.marked && !message.mayHaveLeft) await messages.mark(message, false)
      throw error
    })
    if (!outgoing) return fail(message, `${failureOf(message)}_media_missing`)
    if (!(await markLeaving(message))) return { kind: 'failed' }
    deps.sentChats.remember(message)
    let hasLeft = () => {}
    const lastWord: LastWord = async (receiver) => {
      hasLeft()
      hasLeft = deps.leaving.begin(message.workspaceId)
      // Another node may have leased the device since the message was marked.
      if (departure) await deps.owned.require(db, deviceId)
      const about = departure && !message.mayHaveLeft ? 'all' : 'person'
      return gate.atLast({ ...message, receiver }, about)
    }
    const outcome = await sender
      .send(deviceId, outgoing, lastWord, departure)
      .catch(async (error: unknown) => {
        if (!message.mayHaveLeft) await messages.mark(message, false)
        else if (!origins.of(message.origin).outlastsOutages) await messages.countAttempt(message)
        throw error
      })
      .finally(() => hasLeft())
    return settle(message, outcome)
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
      stored?: readonly StoredMessage[],
      departure?: Departure,
    ): Promise<HandOverOutcome> {
      for (const message of stored ?? (await messages.pendingOf(origin, originId))) {
        const outcome = await handOver(message, departure)
        if (outcome.kind !== 'taken') return outcome
      }
      return { kind: 'taken' }
    },

    /** A message as it was sent, for a phone that asks for it again; null after an opt-out. */
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
