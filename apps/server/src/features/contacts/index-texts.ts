import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { inSteps } from '../../platform/database/in-steps.ts'
import { fillGap } from '../../platform/database/search-gaps.ts'
import { createStepSize } from '../../platform/database/step-size.ts'
import { isSqlite } from '../../platform/database/text-search.ts'
import type { Log } from '../../platform/log.ts'
import { createLeftovers, type Leftovers } from '../../platform/nodes/leftovers.ts'
import type { Work } from '../../platform/nodes/work.ts'

const STEPS = { first: 500, fewest: 50, most: 2000 }
/** Those who are added one by one: the longer PostgreSQL's list, the longer a search. */
const CLEAN_EVERY_MS = 60_000

interface IndexingDeps {
  readonly db: Db
  readonly work: Pick<Work, 'hold' | 'onLeft'>
  readonly clock: Clock
  readonly log: Log
}

/**
 * Brings imported contacts into the index of searched texts, after the import: a search finds them
 * before that, too, without the index. Found again after a crash by what each engine keeps of it.
 * On PostgreSQL one node also does it again and again, for those who are added one by one.
 */
export function createTextIndexing({ db, work, clock, log }: IndexingDeps): Leftovers {
  const onSqlite = isSqlite(db)
  const indexing = createLeftovers({
    name: 'imported contacts being indexed',
    work,
    finish: (signal) => (onSqlite ? fillGaps(db, signal) : cleanPending(db, work)),
    onFault: (err) => log.warn({ err }, 'imported contacts stay without an index'),
  })
  if (onSqlite) return indexing
  let cancel = () => {}

  function lookAgain(): void {
    cancel = clock.after(CLEAN_EVERY_MS, () => {
      indexing.look()
      lookAgain()
    })
  }

  return {
    ...indexing,
    async start() {
      await indexing.start()
      lookAgain()
    },
    async stop() {
      cancel()
      await indexing.stop()
    },
  }
}

function fillGaps(db: Db, signal: AbortSignal): Promise<void> {
  const size = createStepSize(STEPS)
  return inSteps(() => size.run((numbers) => fillGap(db, 'contacts', numbers)), signal)
}

/**
 * In a process of the database's; who adds a contact meanwhile does not wait for it. Another node
 * that is at it goes on until the list is empty.
 */
async function cleanPending(db: Db, work: Pick<Work, 'hold'>): Promise<void> {
  await work.hold('contacts', 'pending texts', async () => {
    await sql`
      select gin_clean_pending_list(oid) from pg_class
      where oid = to_regclass('contacts_parts') and pg_has_role(relowner, 'usage')
    `.execute(db)
  })
}
