import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { inSteps } from '../../platform/database/in-steps.ts'
import { indexPendingTexts } from '../../platform/database/pending-texts.ts'
import { fillGap } from '../../platform/database/search-gaps.ts'
import { createStepSize } from '../../platform/database/step-size.ts'
import { isSqlite } from '../../platform/database/text-search.ts'
import type { Log } from '../../platform/log.ts'
import { createLeftovers, type Leftovers } from '../../platform/nodes/leftovers.ts'
import type { Work } from '../../platform/nodes/work.ts'

const STEPS = { first: 500, fewest: 50, most: 2000 }
/** For texts added one by one: a longer pending list makes PostgreSQL's searches slower. */
const EVERY_MS = 10_000

interface IndexingDeps {
  readonly db: Db
  readonly work: Pick<Work, 'hold' | 'onLeft'>
  readonly clock: Clock
  readonly log: Log
}

/**
 * Adds imported contacts to the search index after the import; until then searches find them
 * without the index. After a crash it resumes from what each engine has stored. On PostgreSQL one
 * node also does it periodically, for all searched texts.
 */
export function createTextIndexing({ db, work, clock, log }: IndexingDeps): Leftovers {
  const onSqlite = isSqlite(db)
  const indexing = createLeftovers({
    name: 'imported contacts being indexed',
    work,
    finish: (signal) => (onSqlite ? fillGaps(db, signal) : indexPending()),
    onFault: (err) => log.warn({ err }, 'imported contacts stay without an index'),
  })
  if (onSqlite) return indexing
  let cancel = () => {}

  /** If another node is already indexing, it continues until nothing is left. */
  async function indexPending(): Promise<void> {
    await work.hold('texts', 'pending', () => indexPendingTexts(db))
  }

  function lookAgain(): void {
    cancel = clock.after(EVERY_MS, () => {
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
