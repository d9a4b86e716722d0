import type { NumberCheck } from '@kirim/contract/number-check'
import { Mutex } from 'async-mutex'
import { backOff } from '../../../platform/back-off.ts'
import { type Clock, pause } from '../../../platform/clock.ts'
import type { Part } from '../../../platform/lifecycle.ts'
import type { Work } from '../../../platform/nodes/work.ts'
import type { LearnResolved } from '../campaigns.ports.ts'
import type { NumberChecksRepository } from '../recipients/number-checks.repository.ts'
import type { NumberLookUp } from './preflight.ports.ts'

/** The pace at which a person's phone asks when it reads its address book again. */
const BATCH_SIZE = 20
const REST_MS = { min: 3000, max: 6000 }
const BATCHES_BEFORE_LONG_REST = 25
const LONG_REST_MS = 60_000
/** The network did not answer, or answered that it was asked too much. */
const REST_AFTER_FAULT_MS = 30_000
const LONGEST_REST_MS = 15 * 60_000
const FORGET_EVERY_MS = 24 * 60 * 60_000
const DRAIN_TIMEOUT_MS = 5000

export interface CheckNumbersDeps {
  readonly checks: NumberChecksRepository
  readonly lookUp: NumberLookUp
  readonly learnResolved: LearnResolved
  readonly work: Pick<Work, 'hold'>
  readonly clock: Clock
  readonly random: () => number
  nameOf(deviceId: string): Promise<string | null>
  /** How far a device is; null when nothing is left to ask. */
  tell(userId: string, deviceId: string, check: NumberCheck | null): void
  onFault(deviceId: string, error: unknown): void
}

interface Runner {
  readonly ending: AbortController
  /** Aborted to look again at once. */
  nap: AbortController
  batches: number
  /** How many of the next numbers are asked one by one. */
  singly: number
  finished: Promise<void>
}

/**
 * Asks the network for the numbers that are wanted, of each connected device, in batches with rests
 * between them. What is wanted is written down: it goes on when the device or the server is back.
 */
export function createNumberChecking(deps: CheckNumbersDeps) {
  const { checks, clock } = deps
  const runners = new Map<string, Runner>()
  const leaving = new Map<string, Promise<void>>()
  /** How many were wanted at most since the last one was answered. */
  const totals = new Map<string, number>()
  /** One count at a time is read and told: nobody hears of an earlier one last. */
  const telling = new Mutex()
  let stopped = false
  let forgetting = () => {}

  async function run(deviceId: string, runner: Runner): Promise<void> {
    const { signal } = runner.ending
    for (let faults = 0; !signal.aborted; ) {
      runner.nap = new AbortController()
      const waking = AbortSignal.any([signal, runner.nap.signal])
      try {
        const isMore = await step(deviceId, runner)
        faults = 0
        // Its rest is kept whatever is asked for meanwhile.
        if (isMore) await pause(clock, restOf(runner), signal)
        else await pause(clock, Number.POSITIVE_INFINITY, waking)
      } catch (error) {
        if (signal.aborted) return
        deps.onFault(deviceId, error)
        await pause(clock, backOff(faults++, REST_AFTER_FAULT_MS, LONGEST_REST_MS), signal)
      }
    }
  }

  /** False when nothing is wanted. */
  async function step(deviceId: string, runner: Runner): Promise<boolean> {
    const wanted = await checks.nextWanted(deviceId, runner.singly > 0 ? 1 : BATCH_SIZE)
    const [first] = wanted
    if (!first) {
      runner.batches = 0
      runner.singly = 0
      return false
    }
    const numbers = wanted.map(({ phoneNumber }) => phoneNumber)
    const found = await deps.lookUp.resolveAll(deviceId, numbers)
    const deviceName = (await deps.nameOf(deviceId)) ?? ''
    const kept = wanted.flatMap((one) => {
      const jid = found.get(one.phoneNumber)
      return jid === undefined ? [] : { ...one, jid }
    })
    await checks.keep(kept, { deviceName, now: clock.now() })
    for (const { userId, phoneNumber, jid } of kept) {
      if (jid) await deps.learnResolved({ userId, phoneNumber, jid })
    }
    // Who was left out comes first again, before those behind the batch.
    runner.singly = Math.max(0, runner.singly - 1) + wanted.length - kept.length
    runner.batches += 1
    await tellStanding(first.userId, deviceId)
    return true
  }

  function restOf({ batches }: Runner): number {
    if (batches % BATCHES_BEFORE_LONG_REST === 0) return LONG_REST_MS
    return REST_MS.min + Math.floor(deps.random() * (REST_MS.max - REST_MS.min))
  }

  /** How far a device is; null when nothing is left to ask. */
  async function standing(deviceId: string): Promise<NumberCheck | null> {
    const left = await checks.countWanted(deviceId)
    if (left === 0) {
      totals.delete(deviceId)
      return null
    }
    const total = Math.max(left, totals.get(deviceId) ?? 0)
    totals.set(deviceId, total)
    return { deviceId, done: total - left, total, waits: !runners.has(deviceId) }
  }

  function tellStanding(userId: string, deviceId: string): Promise<NumberCheck | null> {
    return telling.runExclusive(async () => {
      const check = await standing(deviceId)
      deps.tell(userId, deviceId, check)
      return check
    })
  }

  /** A check under way waits for its device, or goes on. */
  function announce(deviceId: string): void {
    const told = checks.nextWanted(deviceId, 1).then(async ([first]) => {
      if (first) await tellStanding(first.userId, deviceId)
    })
    told.catch((error: unknown) => deps.onFault(deviceId, error))
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

  const forgetOld = () =>
    deps.work.hold('old checks of numbers', '', () => checks.forgetOld(clock.now()))

  function forgetLater(): void {
    forgetting = clock.after(FORGET_EVERY_MS, () => {
      forgetOld().catch((error: unknown) => deps.onFault('', error))
      forgetLater()
    })
  }

  const part: Part = {
    name: 'checks of numbers',
    async start() {
      await forgetOld()
      forgetLater()
    },
    async stop() {
      stopped = true
      forgetting()
      for (const deviceId of [...runners.keys()]) disconnected(deviceId)
      await Promise.race([Promise.all(leaving.values()), pause(clock, DRAIN_TIMEOUT_MS)])
    },
  }

  return {
    part,
    standing,
    connected(deviceId: string): void {
      if (stopped || runners.has(deviceId)) return
      const runner: Runner = {
        ending: new AbortController(),
        nap: new AbortController(),
        batches: 0,
        singly: 0,
        finished: Promise.resolve(),
      }
      runners.set(deviceId, runner)
      const before = leaving.get(deviceId) ?? Promise.resolve()
      runner.finished = before.then(() => run(deviceId, runner))
      announce(deviceId)
    },
    disconnected(deviceId: string): void {
      disconnected(deviceId)
      announce(deviceId)
    },
    /** More numbers are wanted. */
    async begin(userId: string, deviceId: string): Promise<NumberCheck | null> {
      const check = await tellStanding(userId, deviceId)
      runners.get(deviceId)?.nap.abort()
      return check
    },
    /** Nothing more is asked through this device. */
    async end(userId: string, deviceId: string): Promise<void> {
      await checks.unwant(deviceId)
      await tellStanding(userId, deviceId)
    },
  }
}

export type NumberChecking = ReturnType<typeof createNumberChecking>
