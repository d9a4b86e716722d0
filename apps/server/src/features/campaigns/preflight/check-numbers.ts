import type { NumberCheck } from '@kirim/contract/number-check'
import { Mutex } from 'async-mutex'
import { backOff } from '../../../platform/back-off.ts'
import { type Clock, pause } from '../../../platform/clock.ts'
import type { Part } from '../../../platform/lifecycle.ts'
import type { Work } from '../../../platform/nodes/work.ts'
import type { LearnResolved } from '../campaigns.ports.ts'
import type { NumberChecksRepository } from '../recipients/number-checks.repository.ts'
import type { NumberLookUp } from './preflight.ports.ts'

/** As many as a phone looks up when it syncs its address book. */
const BATCH_SIZE = 20
const REST_MS = { min: 3000, max: 6000 }
const BATCHES_BEFORE_LONG_REST = 25
const LONG_REST_MS = 60_000
/** The network did not answer, or answered with a rate limit. */
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
  /** Reports the progress of a device; null when nothing is left. */
  tell(workspaceId: string, deviceId: string, check: NumberCheck | null): void
  onFault(deviceId: string, error: unknown): void
}

interface Runner {
  readonly ending: AbortController
  /** Aborted to check again at once. */
  nap: AbortController
  batches: number
  /** How many of the next numbers are looked up one by one. */
  singly: number
  finished: Promise<void>
}

/**
 * Looks up requested numbers through each connected device, in batches with rests between them.
 * Requests are stored, so the check resumes when the device or the server is back.
 */
export function createNumberChecking(deps: CheckNumbersDeps) {
  const { checks, clock } = deps
  const runners = new Map<string, Runner>()
  const leaving = new Map<string, Promise<void>>()
  /** The largest number of requests since the last check ended. */
  const totals = new Map<string, number>()
  /** Serializes counting and reporting, so that reports arrive in order. */
  const reporting = new Mutex()
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
        // New requests do not shorten the rest.
        if (isMore) await pause(clock, restOf(runner), signal)
        else await pause(clock, Number.POSITIVE_INFINITY, waking)
      } catch (error) {
        if (signal.aborted) return
        deps.onFault(deviceId, error)
        await pause(clock, backOff(faults++, REST_AFTER_FAULT_MS, LONGEST_REST_MS), signal)
      }
    }
  }

  /** False when nothing is requested. */
  async function step(deviceId: string, runner: Runner): Promise<boolean> {
    const requests = await checks.nextWanted(deviceId, runner.singly > 0 ? 1 : BATCH_SIZE)
    const [first] = requests
    if (!first) {
      runner.batches = 0
      runner.singly = 0
      return false
    }
    const numbers = requests.map(({ phoneNumber }) => phoneNumber)
    const identities = await deps.lookUp.resolveAll(deviceId, numbers)
    const deviceName = (await deps.nameOf(deviceId)) ?? ''
    const answers = requests.flatMap((one) => {
      const jid = identities.get(one.phoneNumber)
      return jid === undefined ? [] : { ...one, jid }
    })
    await checks.keep(answers, { deviceName, now: clock.now() })
    for (const { workspaceId, phoneNumber, jid } of answers) {
      if (jid) await deps.learnResolved({ workspaceId, phoneNumber, jid })
    }
    // Numbers left out of a batch come first in the next one.
    runner.singly = Math.max(0, runner.singly - 1) + requests.length - answers.length
    runner.batches += 1
    await reportProgress(first.workspaceId, deviceId)
    return true
  }

  function restOf({ batches }: Runner): number {
    if (batches % BATCHES_BEFORE_LONG_REST === 0) return LONG_REST_MS
    return REST_MS.min + Math.floor(deps.random() * (REST_MS.max - REST_MS.min))
  }

  /** The progress of a device; null when nothing is left. */
  async function progressOf(deviceId: string): Promise<NumberCheck | null> {
    const left = await checks.countWanted(deviceId)
    if (left === 0) {
      totals.delete(deviceId)
      return null
    }
    const total = Math.max(left, totals.get(deviceId) ?? 0)
    totals.set(deviceId, total)
    return { deviceId, done: total - left, total, waits: !runners.has(deviceId) }
  }

  function reportProgress(workspaceId: string, deviceId: string): Promise<NumberCheck | null> {
    return reporting.runExclusive(async () => {
      const check = await progressOf(deviceId)
      deps.tell(workspaceId, deviceId, check)
      return check
    })
  }

  /** Reports that a check waits for its device, or resumes. */
  function announce(deviceId: string): void {
    checks
      .nextWanted(deviceId, 1)
      .then(async ([first]) => {
        if (first) await reportProgress(first.workspaceId, deviceId)
      })
      .catch((error: unknown) => deps.onFault(deviceId, error))
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
    standing: progressOf,
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
    /** More numbers were requested. */
    async begin(workspaceId: string, deviceId: string): Promise<NumberCheck | null> {
      const check = await reportProgress(workspaceId, deviceId)
      runners.get(deviceId)?.nap.abort()
      return check
    },
    /** Cancels all requests of this device. */
    async end(workspaceId: string, deviceId: string): Promise<void> {
      await checks.unwant(deviceId)
      await reportProgress(workspaceId, deviceId)
    },
  }
}
