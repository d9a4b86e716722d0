import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../../platform/clock.ts'
import { bulkDatabase, type Db } from '../../../platform/database/database.ts'
import { createStepSize } from '../../../platform/database/step-size.ts'
import type { Part } from '../../../platform/lifecycle.ts'
import type { Log } from '../../../platform/log.ts'
import type { Work } from '../../../platform/nodes/work.ts'
import type { RowKey, SearchedRows } from './search.ports.ts'
import { indexTexts, takePending } from './search-rows.ts'

/** Leaves the start of the server undisturbed. */
const FIRST_AFTER_MS = 5000
const EVERY_MS = 2000
const AFTER_FAULT_MS = 60_000
/** Rows per transaction. */
const NOTED = { first: 50, fewest: 10, most: 200, stepMs: 10 }
const OLDER = { first: 100, fewest: 20, most: 1000 }
/** Steps of older rows before new ones are looked for again. */
const OLDER_STEPS = 20

export interface SearchIndexDeps {
  readonly db: Db
  readonly searched: readonly SearchedRows[]
  readonly work: Pick<Work, 'hold'>
  readonly clock: Clock
  readonly log: Log
}

/**
 * Indexes what the database noted as new, changed or gone, and then what older versions stored, in
 * short transactions, on one node at a time. What is indexed is read in the transaction that takes
 * the note, so that a kill leaves nothing out, and a change meanwhile is noted anew.
 */
export function createSearchIndex({ db, searched, work, clock, log }: SearchIndexDeps) {
  const bulk = bulkDatabase(db)
  const stopping = new AbortController()
  const notedSize = createStepSize(NOTED)
  const olderSize = createStepSize(OLDER)
  let running: Promise<unknown> = Promise.resolve()
  let cancel = () => {}

  /** False when nothing is noted. A few at a time, in the thread of the event loop. */
  async function indexNoted(): Promise<boolean> {
    const noted = await db.selectFrom('search_pending').select('what').limit(1).executeTakeFirst()
    if (!noted) return false
    return notedSize.run((most) =>
      db.transaction().execute(async (tx) => {
        const keys = await takePending(tx, most)
        for (const rows of searched) {
          const own = keys.filter(({ what }) => what === rows.what)
          if (own.length > 0) await indexRows(tx, rows, own)
        }
        return keys.length > 0
      }),
    )
  }

  /** False when all older rows are indexed. */
  async function indexOlder(): Promise<boolean> {
    const place = await db
      .selectFrom('search_backlog')
      .selectAll()
      .orderBy('what', 'desc')
      .limit(1)
      .executeTakeFirst()
    const rows = searched.find(({ what }) => what === place?.what)
    if (!place || !rows) return false
    return olderSize.run(async (most) => {
      const after = { deviceId: place.device_id, itemId: place.item_id }
      const keys = await rows.keysAfter(db, after, most)
      const last = keys.at(-1)
      if (!last) {
        await db.deleteFrom('search_backlog').where('what', '=', rows.what).execute()
        return true
      }
      await bulk.transaction().execute(async (tx) => {
        await indexRows(tx, rows, keys)
        await tx
          .updateTable('search_backlog')
          .set({ device_id: last.deviceId, item_id: last.itemId })
          .where('what', '=', rows.what)
          .execute()
      })
      return true
    })
  }

  /** Whether messages of older versions are not indexed yet. */
  async function isIncomplete(): Promise<boolean> {
    const row = await db.selectFrom('search_backlog').select('what').limit(1).executeTakeFirst()
    return row !== undefined
  }

  async function repeat(step: () => Promise<boolean>, most: number): Promise<boolean> {
    for (let n = 0; n < most; n += 1) {
      if (stopping.signal.aborted || !(await step())) return false
      await setImmediate()
    }
    return true
  }

  /** Indexes everything there is. */
  async function indexAll(): Promise<void> {
    do await repeat(indexNoted, Number.POSITIVE_INFINITY)
    while (await repeat(indexOlder, OLDER_STEPS))
  }

  function schedule(ms: number): void {
    if (stopping.signal.aborted) return
    cancel = clock.after(ms, () => {
      running = work
        .hold('chat search', '', indexAll)
        .then(() => schedule(EVERY_MS))
        .catch((err: unknown) => {
          log.warn({ err }, 'messages are found later')
          schedule(AFTER_FAULT_MS)
        })
    })
  }

  const part: Part = {
    name: 'chat search',
    start: async () => schedule(FIRST_AFTER_MS),
    async stop() {
      stopping.abort()
      cancel()
      await running
    },
  }

  return { part, indexAll, isIncomplete }
}

async function indexRows(tx: Db, rows: SearchedRows, keys: readonly RowKey[]): Promise<void> {
  const { what } = rows
  const texts = keys.length > 0 ? await rows.load(tx, keys) : []
  await indexTexts(
    tx,
    keys.map((key) => ({ ...key, what })),
    texts.map((text) => ({ ...text, what })),
  )
}
