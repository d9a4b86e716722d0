import type { Refusal } from '@kirim/contract/outgoing'
import type { Origins, SendOutcome, WrittenMessage } from './delivery.ports.ts'
import type { StatusReport } from './moves.ts'
import type { OutgoingRepository } from './outgoing.repository.ts'
import type { DeviceRests, MessageRests } from './rests.ts'

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

/** The network's own code for a limit of new chats. */
const NEW_CHATS_CODE = '463'

export interface SettleDeps {
  readonly messages: OutgoingRepository
  readonly origins: Pick<Origins, 'of'>
  readonly rests: Pick<DeviceRests, 'begin'>
  readonly messageRests: MessageRests
  record(deviceId: string, reports: readonly StatusReport[]): Promise<void>
}

/** Records what has become of a message that was handed over. */
export function createSettle(deps: SettleDeps) {
  const { messages } = deps

  const outlastsOutages = ({ origin }: WrittenMessage) => deps.origins.of(origin).outlastsOutages

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

  /** Nothing says whether the trouble is the network's alone, or of this message. */
  async function unable(message: WrittenMessage, code: string): Promise<HandOverOutcome> {
    const isLast = !outlastsOutages(message) || message.attempts + 1 >= ATTEMPTS_MAX
    return isLast ? fail(message, `${failureOf(message)}_${code}`) : unanswered(message)
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

  return { withhold, fail, settle }
}

/**
 * How the reason of a refusal begins. An earlier try may have arrived although the network refused
 * the next: somebody like that is never sent another message for it.
 */
export function failureOf({ mayHaveLeft }: WrittenMessage): 'refused' | 'unsettled' {
  return mayHaveLeft ? 'unsettled' : 'refused'
}
