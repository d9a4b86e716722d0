import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { inSteps } from '../../platform/database/in-steps.ts'
import { fillGap } from '../../platform/database/search-gaps.ts'
import { createStepSize } from '../../platform/database/step-size.ts'
import { isSqlite } from '../../platform/database/text-search.ts'
import type { Log } from '../../platform/log.ts'
import { createLeftovers, type Leftovers } from '../../platform/nodes/leftovers.ts'
import type { Work } from '../../platform/nodes/work.ts'

const STEPS = { first: 500, fewest: 50, most: 2000 }

interface IndexingDeps {
  readonly db: Db
  readonly work: Pick<Work, 'onLeft'>
  readonly log: Log
}

/**
 * Brings imported contacts into the index of searched texts, after the import: a search finds them
 * before that, too, without the index. Found again after a crash by what each engine keeps of it.
 */
export function createTextIndexing({ db, work, log }: IndexingDeps): Leftovers {
  return createLeftovers({
    name: 'imported contacts being indexed',
    work,
    finish: (signal) => (isSqlite(db) ? fillGaps(db, signal) : cleanPending(db)),
    onFault: (err) => log.warn({ err }, 'imported contacts stay without an index'),
  })
}

function fillGaps(db: Db, signal: AbortSignal): Promise<void> {
  const size = createStepSize(STEPS)
  return inSteps(() => size.run((numbers) => fillGap(db, 'contacts', numbers)), signal)
}

/** In a process of the database's; otherwise whoever adds a contact next would wait for it. */
async function cleanPending(db: Db): Promise<void> {
  await sql`
    select gin_clean_pending_list(oid) from pg_class
    where oid = to_regclass('contacts_parts') and pg_has_role(relowner, 'usage')
  `.execute(db)
}
