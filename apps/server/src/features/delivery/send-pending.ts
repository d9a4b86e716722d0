import { REFUSALS } from '@kirim/contract/outgoing'
import { backOff } from '../../platform/back-off.ts'
import { type Clock, pause } from '../../platform/clock.ts'
import type { Part } from '../../platform/lifecycle.ts'
import type { OriginKind, StoredMessage } from './delivery.ports.ts'
import { ATTEMPTS_MAX, type HandOverOutcome } from './settle-outcome.ts'

const REST_AFTER_FAULT_MS = 2000
const LONGEST_REST_MS = 60_000
const DRAIN_TIMEOUT_MS = 5000

/** What is sent as soon as its device can, and alone: one message of an origin each. */
export interface PendingKind {
  readonly origin: OriginKind
  /** In the log, and as a part of the server. */
  readonly name: string
  /** What was not sent by then is dropped. */
  readonly tooLateMs: number
}

type Pending = Pick<
  StoredMessage,
  'deviceId' | 'messageId' | 'mayHaveLeft' | 'attempts' | 'createdAt'
>

interface SendPendingDeps<Written extends Pending> {
  readonly outgoing: {
    /** What the network has not answered, oldest first. */
    pendingOn(deviceId: string, origin: OriginKind): Promise<Written[]>
    /** Throws when nothing could be sent at all. */
    handOver(message: Written): Promise<HandOverOutcome>
    record(
      deviceId: string,
      words: readonly { messageId: string; status: 'failed'; reason: string }[],
    ): Promise<void>
    drop(message: Written, reason: string): Promise<void>
  }
  readonly clock: Clock
  onFault(deviceId: string, error: unknown): void
}

interface Runner {
  readonly ending: AbortController
  /** Aborted to look again at once. */
  nap: AbortController
  finished: Promise<void>
}

/** Sends what is pending of one origin, of each connected device, one after another. */
export function createPendingSending<Written extends Pending>(
  { outgoing, clock, onFault }: SendPendingDeps<Written>,
  { origin, name, tooLateMs }: PendingKind,
) {
  const runners = new Map<string, Runner>()
  const leaving = new Map<string, Promise<void>>()
  let stopped = false

  async function run(deviceId: string, runner: Runner): Promise<void> {
    const { signal } = runner.ending
    for (let faults = 0; !signal.aborted; ) {
      runner.nap = new AbortController()
      let rest = Number.POSITIVE_INFINITY
      try {
        const isDone = await sendAll(deviceId, signal)
        if (!isDone) rest = backOff(faults++, REST_AFTER_FAULT_MS, LONGEST_REST_MS)
        else faults = 0
      } catch (error) {
        onFault(deviceId, error)
        rest = backOff(faults++, REST_AFTER_FAULT_MS, LONGEST_REST_MS)
      }
      if (!signal.aborted) await pause(clock, rest, AbortSignal.any([signal, runner.nap.signal]))
    }
  }

  /**
   * False when one has to be tried again: not answered by the network, or refused for now. One that
   * cannot be sent keeps back no other.
   */
  async function sendAll(deviceId: string, signal: AbortSignal): Promise<boolean> {
    let isDone = true
    for (const message of await outgoing.pendingOn(deviceId, origin)) {
      if (signal.aborted) return false
      const isSettled = await sendOne(message).catch((error: unknown) => {
        onFault(deviceId, error)
        return false
      })
      if (!isSettled) isDone = false
    }
    return isDone
  }

  async function sendOne(message: Written): Promise<boolean> {
    const { deviceId, messageId, mayHaveLeft, attempts, createdAt } = message
    if (!mayHaveLeft && clock.now() - createdAt > tooLateMs) {
      await outgoing.drop(message, 'too_late')
      return true
    }
    if (attempts >= ATTEMPTS_MAX) {
      await outgoing.record(deviceId, [{ messageId, status: 'failed', reason: 'no_answer' }])
      return true
    }
    const handing = await outgoing.handOver(message)
    if (handing.kind !== 'withheld') return handing.kind !== 'unanswered'
    if (REFUSALS[handing.refusal] === 'temporary') return false
    await outgoing.drop(message, handing.refusal)
    return true
  }

  function disconnected(deviceId: string): void {
    const runner = runners.get(deviceId)
    if (!runner) return
    runners.delete(deviceId)
    runner.ending.abort()
    leaving.set(deviceId, runner.finished)
    void runner.finished.then(() => {
      if (leaving.get(deviceId) === runner.finished) leaving.delete(deviceId)
    })
  }

  const part: Part = {
    name,
    start: async () => {},
    async stop() {
      stopped = true
      for (const deviceId of [...runners.keys()]) disconnected(deviceId)
      await Promise.race([Promise.all(leaving.values()), pause(clock, DRAIN_TIMEOUT_MS)])
    },
  }

  return {
    part,
    connected(deviceId: string): void {
      if (stopped || runners.has(deviceId)) return
      const runner: Runner = {
        ending: new AbortController(),
        nap: new AbortController(),
        finished: Promise.resolve(),
      }
      runners.set(deviceId, runner)
      const before = leaving.get(deviceId) ?? Promise.resolve()
      runner.finished = before.then(() => run(deviceId, runner))
    },
    disconnected,
    /** Another message is pending. */
    wake: (deviceId: string) => runners.get(deviceId)?.nap.abort(),
    /** Nothing more is sent from it. */
    async deviceRemoved(deviceId: string): Promise<void> {
      for (const message of await outgoing.pendingOn(deviceId, origin)) {
        const { messageId } = message
        const failed = { messageId, status: 'failed', reason: 'number_removed' } as const
        if (message.mayHaveLeft) await outgoing.record(deviceId, [failed])
        else await outgoing.drop(message, 'number_gone')
      }
    },
  }
}
