import { REFUSALS } from '@kirim/contract/outgoing'
import { backOff } from '../../platform/back-off.ts'
import { type Clock, pause } from '../../platform/clock.ts'
import type { Part } from '../../platform/lifecycle.ts'
import type { OriginKind, StoredMessage } from './delivery.ports.ts'
import { ATTEMPTS_MAX, type HandOverOutcome } from './settle-outcome.ts'

const REST_AFTER_FAULT_MS = 1000
const LONGEST_REST_MS = 60_000
const DRAIN_TIMEOUT_MS = 5000
/** Chats of one device at once: a large file in one of them delays no other. */
const CHATS_AT_ONCE = 16

export interface ChatSendingDeps {
  readonly outgoing: {
    /** What the network has not answered, oldest first. */
    pendingOn(deviceId: string, origin: OriginKind): Promise<StoredMessage[]>
    /** Throws when nothing could be sent at all. */
    handOver(message: StoredMessage): Promise<HandOverOutcome>
    record(
      deviceId: string,
      words: readonly { messageId: string; status: 'failed'; reason: string }[],
    ): Promise<void>
  }
  readonly clock: Clock
  onFault(deviceId: string, error: unknown): void
}

/** Rules of one origin for its messages. */
export interface ChatSendingRules {
  readonly origin: OriginKind
  /** In the log, and as a part of the server. */
  readonly name: string
  /** False while it has to wait, because it would begin a chat; called before each attempt. */
  mayBegin(message: StoredMessage): Promise<boolean>
  /** The network refused it because it limits new chats. */
  onLimited(message: StoredMessage): Promise<void>
  /** The network accepted it. */
  onTaken(message: StoredMessage): Promise<void>
}

interface Runner {
  readonly ending: AbortController
  /** There may be more than `look` has seen. */
  isBehind: boolean
  isLooking: boolean
  faults: number
  cancel: () => void
}

/**
 * Sends what is pending of one origin, of each connected device: the messages of a chat one after
 * another, and chats beside each other. What cannot be sent fails; nothing is too late.
 */
export function createChatSending(
  { outgoing, clock, onFault }: ChatSendingDeps,
  { origin, name, mayBegin, onLimited, onTaken }: ChatSendingRules,
) {
  const runners = new Map<string, Runner>()
  /** The chats of each device that are being written to, also over an earlier connection. */
  const lanes = new Map<string, Map<string, Promise<void>>>()
  let stopped = false

  /** Begins to send in each chat with pending messages. */
  async function look(deviceId: string): Promise<void> {
    const runner = runners.get(deviceId)
    if (runner) runner.isBehind = true
    if (!runner || runner.isLooking) return
    runner.isLooking = true
    try {
      while (runner.isBehind && !runner.ending.signal.aborted) {
        runner.isBehind = false
        const pending = await outgoing.pendingOn(deviceId, origin)
        for (const [jid, messages] of Map.groupBy(pending, (message) => message.jid)) {
          begin(deviceId, runner, jid, messages)
        }
      }
    } catch (error) {
      onFault(deviceId, error)
      lookLater(deviceId)
    } finally {
      runner.isLooking = false
    }
  }

  function begin(
    deviceId: string,
    runner: Runner,
    jid: string,
    messages: readonly StoredMessage[],
  ): void {
    const chats = lanes.get(deviceId) ?? new Map<string, Promise<void>>()
    lanes.set(deviceId, chats)
    const isFull = chats.size >= CHATS_AT_ONCE
    if (isFull || chats.has(jid) || runner.ending.signal.aborted) return
    const lane = send(runner, messages).then((isDone) => {
      chats.delete(jid)
      if (chats.size === 0) lanes.delete(deviceId)
      if (isDone) runner.faults = 0
      // Over an earlier connection it has left nothing undone that is not looked for anew.
      if (isDone || runner.ending.signal.aborted) void look(deviceId)
      else lookLater(deviceId)
    })
    chats.set(jid, lane)
  }

  function lookLater(deviceId: string): void {
    const runner = runners.get(deviceId)
    if (!runner) return
    runner.cancel()
    const wait = backOff(runner.faults++, REST_AFTER_FAULT_MS, LONGEST_REST_MS)
    runner.cancel = clock.after(wait, () => void look(deviceId))
  }

  /** False when one has to be tried again; the later ones of the chat wait for it. */
  async function send({ ending }: Runner, messages: readonly StoredMessage[]): Promise<boolean> {
    for (const message of messages) {
      if (ending.signal.aborted) return false
      const isSettled = await sendOne(message).catch((error: unknown) => {
        onFault(message.deviceId, error)
        return false
      })
      if (!isSettled) return false
    }
    return true
  }

  async function sendOne(message: StoredMessage): Promise<boolean> {
    if (message.attempts >= ATTEMPTS_MAX) return fail(message, 'no_answer')
    if (!message.mayHaveLeft && !(await mayBegin(message))) return false
    const handing = await outgoing.handOver(message)
    if (handing.kind === 'taken') await onTaken(message)
    if (handing.kind === 'taken' || handing.kind === 'failed') return true
    if (handing.kind === 'limited') await onLimited(message)
    if (handing.kind !== 'withheld' || REFUSALS[handing.refusal] === 'temporary') return false
    return fail(message, handing.refusal)
  }

  async function fail({ deviceId, messageId }: StoredMessage, reason: string): Promise<true> {
    await outgoing.record(deviceId, [{ messageId, status: 'failed', reason }])
    return true
  }

  function disconnected(deviceId: string): void {
    const runner = runners.get(deviceId)
    runners.delete(deviceId)
    runner?.ending.abort()
    runner?.cancel()
  }

  const part: Part = {
    name,
    start: async () => {},
    async stop() {
      stopped = true
      for (const deviceId of [...runners.keys()]) disconnected(deviceId)
      const open = [...lanes.values()].flatMap((chats) => [...chats.values()])
      await Promise.race([Promise.all(open), pause(clock, DRAIN_TIMEOUT_MS)])
    },
  }

  return {
    part,
    connected(deviceId: string): void {
      if (stopped || runners.has(deviceId)) return
      const runner: Runner = {
        ending: new AbortController(),
        isBehind: false,
        isLooking: false,
        faults: 0,
        cancel: () => {},
      }
      runners.set(deviceId, runner)
      void look(deviceId)
    },
    disconnected,
    /** Another message is pending, or may begin a chat now. */
    wake: (deviceId: string): void => void look(deviceId),
    wakeAll(): void {
      for (const deviceId of runners.keys()) void look(deviceId)
    },
    /** Nothing more is sent from it. */
    async deviceRemoved(deviceId: string): Promise<void> {
      for (const message of await outgoing.pendingOn(deviceId, origin)) {
        await fail(message, 'number_removed')
      }
    },
  }
}
