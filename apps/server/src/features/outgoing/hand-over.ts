import type { Refusal } from '@kirim/contract/outgoing'
import type { Db } from '../../platform/database/database.ts'
import type { StatusReport } from './moves.ts'
import type {
  Check,
  FromOrigin,
  MessageSender,
  OriginKind,
  Origins,
  OutgoingLibrary,
  OutgoingMedia,
  OutgoingMessage,
  WrittenMessage,
} from './outgoing.ports.ts'
import type { OutgoingRepository } from './outgoing.repository.ts'

/** What came of handing a message over. */
export type HandOverOutcome =
  /** The network has taken it; that is written down. */
  | { readonly kind: 'taken' }
  /** It has failed; that is written down. */
  | { readonly kind: 'failed' }
  /** Whether it left is not known; the attempt is counted, and the same id is tried again. */
  | { readonly kind: 'unanswered' }
  /** It may not leave, and has not. */
  | { readonly kind: 'withheld'; readonly refusal: Refusal }

export interface HandOverDeps {
  readonly db: Db
  readonly messages: OutgoingRepository
  readonly sender: MessageSender
  readonly library: OutgoingLibrary
  readonly origins: () => Origins
  /** Asked in order for every message; the first refusal counts. */
  readonly checks: readonly Check[]
  record(deviceId: string, words: readonly StatusReport[]): Promise<void>
}

/** The only way by which messages leave. */
export function createHandOver(deps: HandOverDeps) {
  const { db, messages, sender } = deps

  /** The gate: why a message may not leave now; null when it may. */
  async function refusalOf(
    message: FromOrigin & { messageId: string },
    tx: Db = db,
  ): Promise<Refusal | null> {
    for (const check of deps.checks) {
      const refusal = await check(message, tx)
      if (refusal !== null) return refusal
    }
    return null
  }

  async function fileOf(userId: string, mediaId: string): Promise<OutgoingMedia | null> {
    const [file] = await deps.library.find(userId, [mediaId])
    const path = file && deps.library.localPath(file.fileName)
    if (!path) return null
    return { path, fileType: file.fileType, originalName: file.originalName }
  }

  /**
   * The message in the network's form; null when its file is gone and it cannot be sent without.
   */
  async function toOutgoingMessage(message: WrittenMessage): Promise<OutgoingMessage | null> {
    const { messageId, jid, text, mediaId, userId } = message
    const media = mediaId === null ? null : await fileOf(userId, mediaId)
    if (mediaId !== null && !media) {
      if (!deps.origins()[message.origin].sendsWordsAlone || !text) return null
    }
    return { messageId, jid, text, media }
  }

  async function fail(message: WrittenMessage, reason: string): Promise<HandOverOutcome> {
    const { deviceId, messageId } = message
    await deps.record(deviceId, [{ messageId, status: 'failed', reason }])
    return { kind: 'failed' }
  }

  /**
   * Hands a message to the network and writes down what it answers. One that cannot have left is
   * asked about at the gate first; one that may have is settled with the same id, whatever has
   * changed. Throws when nothing could be sent at all (a file not uploaded, say): that is no failed
   * attempt, and one that had not left before still has not.
   */
  async function handOver(message: WrittenMessage): Promise<HandOverOutcome> {
    const { deviceId, messageId } = message
    const refusal = message.mayHaveLeft ? null : await refusalOf(message)
    if (refusal !== null) return { kind: 'withheld', refusal }
    const handed = await toOutgoingMessage(message)
    if (!handed) return fail(message, 'refused_media_missing')
    if (!message.marked) await messages.mark(message, true)
    const outcome = await sender.send(deviceId, handed).catch(async (error: unknown) => {
      if (!message.mayHaveLeft) await messages.mark(message, false)
      else if (deps.origins()[message.origin].faultsCount) await messages.countAttempt(message)
      throw error
    })
    if (outcome.kind === 'refused') return fail(message, `refused_${outcome.code}`)
    if (outcome.kind === 'unknown') {
      // Only attempts that may have left count: a server that was killed five times is no fault of
      // the message.
      await messages.countAttempt(message)
      return { kind: 'unanswered' }
    }
    await deps.record(deviceId, [{ messageId, status: 'sent', reason: null }])
    return { kind: 'taken' }
  }

  return {
    refusalOf,
    fileOf,
    handOver,

    /** Hands over what is pending of one origin, in order, until one is not taken. */
    async handOverAll(origin: OriginKind, originId: string): Promise<HandOverOutcome> {
      for (const message of await messages.pendingOf(origin, originId)) {
        const handing = await handOver(message)
        if (handing.kind !== 'taken') return handing
      }
      return { kind: 'taken' }
    },

    /** A message sent earlier, as it left. */
    async findSent(deviceId: string, messageId: string): Promise<OutgoingMessage | null> {
      const message = await messages.find(deviceId, messageId)
      return message && toOutgoingMessage(message)
    },
  }
}
