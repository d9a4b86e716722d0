import { type Clock, pause } from '../../platform/clock.ts'
import type { Part } from '../../platform/lifecycle.ts'
import { type AnswerDeps, answerMessage } from './answer-message.ts'
import { type DeliverDeps, deliverReplies } from './deliver-replies.ts'
import type { KeepInbound } from './responder.ports.ts'

/** Chats of one number that are worked on at the same time. */
const CHATS_AT_ONCE = 100
const REST_AFTER_FAULT_MS = 2000
const LONGEST_REST_MS = 60_000
const DRAIN_WITHIN_MS = 5000

export interface ResponderDeps extends AnswerDeps, DeliverDeps {
  readonly clock: Clock
  onFault(deviceId: string, error: unknown): void
}

interface Runner {
  readonly deviceId: string
  readonly ending: AbortController
  /** Chats being worked on; true when something more has come for one meanwhile. */
  readonly busy: Map<string, boolean>
  readonly waiting: Set<string>
  readonly running: Set<Promise<void>>
}

/**
 * Answers inbound messages of connected devices: one at a time in each chat, many chats side by side.
 * Whatever is kept and not settled is taken up again when the device connects.
 */
export function createResponder(deps: ResponderDeps) {
  const runners = new Map<string, Runner>()

  function offer(runner: Runner, chatKey: string): void {
    if (runner.busy.has(chatKey)) runner.busy.set(chatKey, true)
    else runner.waiting.add(chatKey)
    startMore(runner)
  }

  function startMore(runner: Runner): void {
    for (const chatKey of runner.waiting) {
      if (runner.busy.size >= CHATS_AT_ONCE || runner.ending.signal.aborted) return
      runner.waiting.delete(chatKey)
      runner.busy.set(chatKey, false)
      const work = workOn(runner, chatKey)
      runner.running.add(work)
      void work.finally(() => {
        runner.running.delete(work)
        const more = runner.busy.get(chatKey)
        runner.busy.delete(chatKey)
        if (more) runner.waiting.add(chatKey)
        startMore(runner)
      })
    }
  }

  async function workOn(runner: Runner, chatKey: string): Promise<void> {
    const { deviceId, ending } = runner
    for (let faults = 0; !ending.signal.aborted; faults++) {
      try {
        if (await settleChat(deviceId, chatKey, ending.signal)) return
      } catch (error) {
        deps.onFault(deviceId, error)
      }
      const rest = Math.min(REST_AFTER_FAULT_MS * 2 ** Math.min(faults, 10), LONGEST_REST_MS)
      await pause(deps.clock, rest, ending.signal)
    }
  }

  /** True when nothing is left to do in this chat. */
  async function settleChat(
    deviceId: string,
    chatKey: string,
    signal: AbortSignal,
  ): Promise<boolean> {
    while (!signal.aborted) {
      if (!(await deliverReplies(deps, deviceId, chatKey, signal))) return false
      const message = await deps.inbox.nextToAnswer(deviceId, chatKey)
      if (!message) return true
      await answerMessage(deps, message)
    }
    return false
  }

  function connected(deviceId: string): void {
    if (runners.has(deviceId)) return
    const runner: Runner = {
      deviceId,
      ending: new AbortController(),
      busy: new Map(),
      waiting: new Set(),
      running: new Set(),
    }
    runners.set(deviceId, runner)
    deps.inbox.chatsWithWork(deviceId).then(
      (chats) => {
        for (const chatKey of chats) offer(runner, chatKey)
      },
      (error) => deps.onFault(deviceId, error),
    )
  }

  function disconnected(deviceId: string): Runner | null {
    const runner = runners.get(deviceId) ?? null
    runners.delete(deviceId)
    runner?.ending.abort()
    return runner
  }

  const keep: KeepInbound = async (message) => {
    const kept = await deps.inbox.keep(message, deps.clock.now())
    const runner = runners.get(message.deviceId)
    if (kept && runner) offer(runner, kept.chatKey)
  }

  const part: Part = {
    name: 'responder',
    start: async () => {},
    async stop() {
      const ended = [...runners.keys()].map(disconnected)
      const working = ended.flatMap((runner) => [...(runner?.running ?? [])])
      await Promise.race([Promise.all(working), pause(deps.clock, DRAIN_WITHIN_MS)])
    },
  }

  return {
    part,
    keep,
    connected,
    disconnected: (deviceId: string) => {
      disconnected(deviceId)
    },
  }
}
