import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import type { AgingPlace, AgingRows, AgingStep } from '../../platform/database/aging-rows.ts'
import { bulkDatabase, type Db } from '../../platform/database/database.ts'
import { createStepSize } from '../../platform/database/step-size.ts'
import type { Part } from '../../platform/lifecycle.ts'
import type { Log } from '../../platform/log.ts'
import type { Work } from '../../platform/nodes/work.ts'
import { addTotals, type RetentionTotals, retentionTotals } from './retention-totals.ts'

const DAY_MS = 86_400_000
/** Leaves the start of the server undisturbed. */
const FIRST_AFTER_MS = 60_000
/** Rows per transaction. */
const STEPS = { first: 100, fewest: 20, most: 400 }

export interface RetentionDeps {
  readonly db: Db
  /** Null keeps everything. */
  readonly days: number | null
  readonly kinds: readonly AgingRows[]
  /** Deletes those of these files that nothing needs. */
  releaseUnused(mediaIds: readonly string[]): Promise<void>
  readonly work: Pick<Work, 'hold'>
  readonly clock: Clock
  readonly log: Log
}

/**
 * Removes what is older than a number of days, once a day, a few rows at a time, by one node at a
 * time.
 */
export function createRetention(deps: RetentionDeps) {
  const { db, days, kinds, releaseUnused, work, clock, log } = deps
  const bulk = bulkDatabase(db)
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  let cancel = () => {}

  function stepOf(kind: AgingRows, query: Parameters<AgingRows['step']>[1]): Promise<AgingStep> {
    return bulk.transaction().execute(async (tx) => {
      const step = await kind.step(tx, query)
      await addTotals(tx, kind.name, step, query.now)
      return step
    })
  }

  async function walk(kind: AgingRows, before: number): Promise<number> {
    const size = createStepSize(STEPS)
    let removed = 0
    let after: AgingPlace | null = null
    while (!stopping.signal.aborted) {
      const query = { before, now: clock.now(), after }
      const step: AgingStep = await size.run((rows) => stepOf(kind, { ...query, rows }))
      removed += step.removed
      // Files that a crash leaves behind are found at the next start.
      if (step.mediaIds.length > 0) await releaseUnused(step.mediaIds)
      if (step.last === null) break
      after = step.last
      await setImmediate()
    }
    return removed
  }

  async function prune(age: number): Promise<void> {
    const before = clock.now() - age * DAY_MS
    for (const kind of kinds) {
      const removed = await walk(kind, before)
      if (removed > 0) log.info({ kind: kind.name, removed }, 'old rows were removed')
    }
  }

  function schedule(age: number, ms: number): void {
    cancel = clock.after(ms, () => {
      running = work
        .hold('retention', '', () => prune(age))
        .catch((err: unknown) => log.warn({ err }, 'old rows stay until tomorrow'))
        .then(() => {
          if (!stopping.signal.aborted) schedule(age, DAY_MS)
        })
    })
  }

  const part: Part = {
    name: 'retention',
    start: async () => {
      if (days !== null) schedule(days, FIRST_AFTER_MS)
    },
    async stop() {
      stopping.abort()
      cancel()
      await running
    },
  }

  /** The totals of removed rows, and the free space they left. */
  return { part, totals: (): Promise<RetentionTotals> => retentionTotals(db) }
}

export type Retention = ReturnType<typeof createRetention>
