import type { Refusal } from '@kirim/contract/outgoing'
import type { Origins, SendOutcome, StoredMessage } from './delivery.ports.ts'
import type { StatusReport } from './moves.ts'
import type { OutgoingRepository } from './outgoing.repository.ts'
import type { DeviceRests, MessageRests } from './rests.ts'

/** The outcome of handing a message to the network. */
export type HandOverOutcome =
  /** The network accepted it, and this is recorded. */
  | { readonly kind: 'taken' }
  /** It failed, or was dropped before it could leave, and this is recorded. */
  | { readonly kind: 'failed' }
  /** Delivery unknown. Retried with the same message id, after the back-off if there is one. */
  | { readonly kind: 'unanswered' }
  /** The network limits new chats and refused this one; an earlier attempt may have arrived. */
  | { readonly kind: 'limited'; readonly messageId: string }
  /** A check refused it; it was not sent. */
  | { readonly kind: 'withheld'; readonly refusal: Refusal }

/** After this many attempts a message is not retried. */
export const ATTEMPTS_MAX = 5

/** The network's own code for a limit of new chats. */
const NEW_CHATS_CODE = '463'

export interface SettleDeps {
  readonly messages: OutgoingRepository
  readonly origins: Pick<Origins, 'of'>
  readonly rests: Pick<DeviceRests, 'begin'>
  readonly messageRests: MessageRests
  record(deviceId: string, reports: readonly StatusReport[]): Promise<void>
}

/** Records the outcome of a message that was handed to the network. */
export function createSettle(deps: SettleDeps) {
  const { messages } = deps

  const outlastsOutages = ({ origin }: StoredMessage) => deps.origins.of(origin).outlastsOutages

  /** Removes the mark of a message that was stored to be sent at once and was not sent. */
  async function withhold(message: StoredMessage, refusal: Refusal): Promise<HandOverOutcome> {
    if (message.marked) await messages.mark(message, false)
    return { kind: 'withheld', refusal }
  }

  async function fail(message: StoredMessage, reason: string): Promise<HandOverOutcome> {
    const { deviceId, messageId } = message
    deps.messageRests.forget(messageId)
    await deps.record(deviceId, [{ messageId, status: 'failed', reason }])
    return { kind: 'failed' }
  }

  /** The device is rate-limited. A possibly delivered message stays marked. */
  async function rest(message: StoredMessage): Promise<HandOverOutcome> {
    deps.rests.begin(message.deviceId)
    return withhold({ ...message, marked: !message.mayHaveLeft }, 'device_rests')
  }

  async function settle(message: StoredMessage, outcome: SendOutcome): Promise<HandOverOutcome> {
    const { deviceId, messageId } = message
    if (outcome.kind === 'withdrawn') {
      if (message.mayHaveLeft) return fail(message, `${outcome.refusal}_unsettled`)
      return withhold({ ...message, marked: true }, outcome.refusal)
    }
    if (outcome.kind === 'limited') {
      if (!deps.origins.of(message.origin).waitsForNewChats) {
        return fail(message, `${failureOf(message)}_${NEW_CHATS_CODE}`)
      }
      deps.messageRests.forget(messageId)
      await messages.startAnew(message)
      return { kind: 'limited', messageId }
    }
    if (outcome.kind === 'overloaded') return rest(message)
    if (outcome.kind === 'refused') return fail(message, `${failureOf(message)}_${outcome.code}`)
    if (outcome.kind === 'unable') return unable(message, outcome.code)
    if (outcome.kind === 'unknown') return unanswered(message, outcome)
    deps.messageRests.forget(messageId)
    await deps.record(deviceId, [{ messageId, status: 'sent', reason: null }])
    return { kind: 'taken' }
  }

  /** It is unknown whether the network or this message causes the error. */
  async function unable(message: StoredMessage, code: string): Promise<HandOverOutcome> {
    const isLast = !outlastsOutages(message) || message.attempts + 1 >= ATTEMPTS_MAX
    return isLast ? fail(message, `${failureOf(message)}_${code}`) : unanswered(message)
  }

  /**
   * Counts an attempt only if the message itself may be at fault: not a killed server, and not a
   * lost connection, unless it is lost again after the longest back-off.
   */
  async function unanswered(
    message: StoredMessage,
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

  return { withhold, fail, settle }
}

/**
 * The prefix of a refusal's reason. An earlier attempt may have arrived although the network
 * refused the next: such a person never gets another message in its place.
 */
export function failureOf({ mayHaveLeft }: StoredMessage): 'refused' | 'unsettled' {
  return mayHaveLeft ? 'unsettled' : 'refused'
}
