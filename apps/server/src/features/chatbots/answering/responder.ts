import { Semaphore } from 'async-mutex'
import { LRUCache } from 'lru-cache'
import { backOff } from '../../../platform/back-off.ts'
import { type Clock, pause } from '../../../platform/clock.ts'
import { inIterations } from '../../../platform/in-iterations.ts'
import type { OpenChat, StoredMessage } from '../../../platform/inbound-message.ts'
import type { Part } from '../../../platform/lifecycle.ts'
import { maxEntries } from '../../../platform/lru.ts'
import { waitForLongTextTurn } from '../../../platform/turns.ts'
import { type AnswerDeps, answerMessage, continueChain } from '../decide/answer-message.ts'
import {
  type AttendDeps,
  type DeliverDeps,
  type Delivery,
  deliverReply,
  type ExternalService,
  type ReplyPacing,
  withAttendance,
} from '../reply/deliver-reply.ts'
import { chatsWithReplies } from '../reply/replies.repository.ts'
import type { PendingReply } from '../reply/reply.ts'

/**
 * Chats of one number that are answered concurrently; chats that show a presence or wait do not
 * count.
 */
const CONCURRENT_CHATS = 100
/**
 * Chats of one number that wait for an AI provider concurrently, and as many for an API; they do
 * not block other chats.
 */
const CONCURRENT_CALLS = 100
/** Quiet chats remembered per number; other chats are queried at their next message. */
const QUIET_CHATS = 5000
const REST_AFTER_FAULT_MS = 2000
const LONGEST_REST_MS = 60_000
const DRAIN_TIMEOUT_MS = 5000

export type ResponderDeps = AnswerDeps &
  DeliverDeps &
  AttendDeps & {
    readonly clock: Clock
    onFault(deviceId: string, error: unknown): void
  }

interface Runner {
  readonly deviceId: string
  readonly ending: AbortController
  /** Chats being answered; true when another message has arrived meanwhile. */
  readonly busy: Map<string, boolean>
  /**
   * Chats without open work. All their messages are offered here, so the next one can be answered
   * without a query for others.
   */
  readonly quiet: LRUCache<string, true>
  readonly places: Semaphore
  readonly calls: Readonly<Record<ExternalService, Semaphore>>
  readonly running: Set<Promise<void>>
}

/**
 * Answers inbound messages of connected devices: one at a time in each chat, many chats
 * concurrently. Stored unsettled messages are resumed when the device connects.
 */
export function createResponder(deps: ResponderDeps) {
  const runners = new Map<string, Runner>()
  let stopped = false

  /** `stored` is the message that was stored just now. */
  function offer(runner: Runner, chatKey: string, stored: StoredMessage | null = null): void {
    if (runner.ending.signal.aborted) return
    if (runner.busy.has(chatKey)) {
      runner.busy.set(chatKey, true)
      return
    }
    runner.busy.set(chatKey, false)
    const isQuiet = runner.quiet.delete(chatKey)
    const work = waitForLongTextTurn(stored?.text ?? '').then(() =>
      answerChat(runner, chatKey, isQuiet ? stored : null),
    )
    runner.running.add(work)
    void work.finally(() => {
      runner.running.delete(work)
      const more = runner.busy.get(chatKey)
      runner.busy.delete(chatKey)
      if (more) offer(runner, chatKey)
      // Messages stored while the device reconnected are for the current runner.
      const current = runners.get(runner.deviceId)
      if (current && current !== runner) offer(current, chatKey)
    })
  }

  async function answerChat(
    runner: Runner,
    chatKey: string,
    only: StoredMessage | null,
  ): Promise<void> {
    const { deviceId, places, calls } = runner
    const { signal } = runner.ending
    const pace: ReplyPacing = {
      signal,
      async rest(ms) {
        places.release()
        await pause(deps.clock, ms, signal)
        await places.acquire()
      },
      async waitForService(whom, call) {
        places.release()
        await calls[whom].acquire()
        try {
          // A stopped runner starts no call, since the next runner will. A call in progress is not
          // aborted: its reply is stored, in case the next connection is lost, too.
          signal.throwIfAborted()
          return await call()
        } finally {
          calls[whom].release()
          await places.acquire()
        }
      },
    }
    await places.acquire()
    for (let faults = 0; !signal.aborted; faults++) {
      try {
        if (await settle(deviceId, chatKey, faults === 0 ? only : null, pace)) {
          runner.quiet.set(chatKey, true)
          break
        }
      } catch (error) {
        if (!signal.aborted) deps.onFault(deviceId, error)
      }
      await pace.rest(backOff(faults, REST_AFTER_FAULT_MS, LONGEST_REST_MS))
    }
    places.release()
  }

  /**
   * True when nothing is left to do in this chat. The only message of a chat is answered without
   * looking for others.
   */
  async function settle(
    deviceId: string,
    chatKey: string,
    only: StoredMessage | null,
    pace: ReplyPacing,
  ): Promise<boolean> {
    const reply = only && (await answerMessage(deps, only, pace))
    const delivery = reply && (await settleChain(reply, pace))
    if (delivery === 'settled') return true
    return delivery !== 'later' && settleChat(deviceId, chatKey, pace)
  }

  /** True when nothing is left to do in this chat. */
  async function settleChat(
    deviceId: string,
    chatKey: string,
    pace: ReplyPacing,
  ): Promise<boolean> {
    while (!pace.signal.aborted) {
      const left = await deps.replies.nextUnsettled(deviceId, chatKey)
      if (!left) break
      if ((await settleChain(left, pace)) === 'later') return false
    }
    while (!pace.signal.aborted) {
      const message = await deps.inbox.nextToAnswer(deviceId, chatKey)
      if (!message) return true
      const reply = await answerMessage(deps, message, pace)
      if (reply && (await settleChain(reply, pace)) === 'later') return false
    }
    return false
  }

  /**
   * Sends a reply and its chain, each stored once the previous one was sent. Returns the outcome of
   * the last one.
   */
  async function settleChain(first: PendingReply, pace: ReplyPacing): Promise<Delivery> {
    return withAttendance(deps, first, async (attendance) => {
      for (let reply = first; ; ) {
        const delivery = await deliverReply(deps, reply, pace, attendance)
        const next = delivery === 'settled' ? await continueChain(deps, reply, pace) : null
        if (!next) return delivery
        reply = next
      }
    })
  }

  function connected(deviceId: string): void {
    if (stopped || runners.has(deviceId)) return
    const runner: Runner = {
      deviceId,
      ending: new AbortController(),
      busy: new Map(),
      quiet: new LRUCache(maxEntries(QUIET_CHATS)),
      places: new Semaphore(CONCURRENT_CHATS),
      calls: { ai: new Semaphore(CONCURRENT_CALLS), api: new Semaphore(CONCURRENT_CALLS) },
      running: new Set(),
    }
    runners.set(deviceId, runner)
    void resumeOpenWork(runner)
  }

  /** Resumes open work from the last connection; a database fault only delays it. */
  async function resumeOpenWork(runner: Runner): Promise<void> {
    const { signal } = runner.ending
    while (!signal.aborted) {
      try {
        const chats = await chatsWithWork(deps, runner.deviceId)
        await inIterations(chats, (chatKey) => offer(runner, chatKey))
        return
      } catch (error) {
        deps.onFault(runner.deviceId, error)
        await pause(deps.clock, REST_AFTER_FAULT_MS, signal)
      }
    }
  }

  function disconnected(deviceId: string): Runner | null {
    const runner = runners.get(deviceId) ?? null
    runners.delete(deviceId)
    runner?.ending.abort()
    return runner
  }

  /** Answers open messages of a chat; without a connection they wait for the next one. */
  function answer({ deviceId, chatKey, stored }: OpenChat): void {
    const runner = runners.get(deviceId)
    if (runner) offer(runner, chatKey, stored)
  }

  const part: Part = {
    name: 'responder',
    start: async () => {},
    async stop() {
      stopped = true
      const ended = [...runners.keys()].map(disconnected)
      const working = ended.flatMap((runner) => [...(runner?.running ?? [])])
      await Promise.race([Promise.all(working), pause(deps.clock, DRAIN_TIMEOUT_MS)])
    },
  }

  return {
    part,
    answer,
    connected,
    disconnected: (deviceId: string) => {
      disconnected(deviceId)
    },
  }
}

/** Chats with an unanswered message, an unsettled reply or an unfinished chain. */
async function chatsWithWork(
  { db, inbox }: Pick<ResponderDeps, 'db' | 'inbox'>,
  deviceId: string,
): Promise<string[]> {
  const waiting = await inbox.chatsToAnswer(deviceId)
  return [...new Set([...waiting, ...(await chatsWithReplies(db, deviceId))])]
}
