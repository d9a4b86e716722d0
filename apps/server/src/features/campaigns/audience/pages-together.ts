import { Mutex } from 'async-mutex'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { isMissingReference } from '../../../platform/database/missing-reference.ts'
import { lockCampaign } from '../campaign/campaigns.repository.ts'
import type { CampaignGroups } from '../campaigns.ports.ts'
import { insertPage, pageEnd } from './freeze-pages.ts'
import { type Freeze, findFreeze, pageAdded } from './freezes.repository.ts'

/** Two keep two processes of PostgreSQL busy, and one connection each. */
const PAGES = 2

/**
 * How long a page waits for a lock. The second page waits in the program for the first, which
 * PostgreSQL does not know: to whoever has locked the campaign and waits for the second it tells
 * of no deadlock.
 */
const PATIENCE_MS = 2000

const LOCK_NOT_AVAILABLE = '55P03'

/** Of one campaign at a time; pages of others come one after the other meanwhile. */
const turn = new Mutex()

interface PageSize {
  readonly rows: number
  readonly patienceMs: number
}

interface Page extends PageSize {
  readonly freeze: Freeze
  readonly upTo: string
}

/**
 * Adds the next pages of a freeze on PostgreSQL at the same time, each in a transaction of its own.
 * They are stored in their order, and only if the freeze is still where the page begins: another
 * may have taken its place, or the campaign been deleted. Pages that wait too long for whoever has
 * locked the campaign are not stored either. False when another campaign has its turn, or no page
 * is left.
 */
export async function addPagesTogether(
  db: Db,
  groups: CampaignGroups,
  freeze: Freeze,
  rows: number,
  patienceMs = PATIENCE_MS,
): Promise<boolean> {
  if (turn.isLocked()) return false
  return turn.runExclusive(async () => {
    const pages = await nextPages(db, groups, freeze, { rows, patienceMs })
    const added: Promise<void>[] = []
    for (const page of pages) added.push(addPage(db, groups, page, added.at(-1)))
    for (const end of await Promise.allSettled(added)) {
      if (end.status === 'rejected' && !isForTheNextStep(end.reason)) throw end.reason
    }
    return pages.length > 0
  })
}

class FreezeReplaced extends Error {}

/** The next step begins from what is there then. */
function isForTheNextStep(error: unknown): boolean {
  if (error instanceof FreezeReplaced || isMissingReference(error)) return true
  return error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE
}

function nextPages(
  db: Db,
  groups: CampaignGroups,
  freeze: Freeze,
  size: PageSize,
): Promise<Page[]> {
  return db.transaction().execute(async (tx) => {
    const pages: Page[] = []
    let from = freeze
    while (pages.length < PAGES) {
      const upTo = await pageEnd(tx, groups, from, size.rows)
      if (upTo === null) break
      pages.push({ ...size, freeze: from, upTo })
      from = { ...from, after: upTo, position: from.position + size.rows }
    }
    return pages
  })
}

/** The campaign is locked last: each page would else wait for the one before. */
async function addPage(
  db: Db,
  groups: CampaignGroups,
  page: Page,
  before: Promise<void> | undefined,
): Promise<void> {
  const { freeze, upTo, rows, patienceMs } = page
  await db.transaction().execute(async (tx) => {
    await sql`select set_config('lock_timeout', ${`${patienceMs}ms`}, true)`.execute(tx)
    const added = await insertPage(tx, groups, freeze, upTo)
    await before
    await lockCampaign(tx, freeze.campaign_id)
    const now = await findFreeze(tx, freeze.campaign_id)
    if (!now || !isAt(now, freeze)) throw new FreezeReplaced()
    await pageAdded(tx, now, { upTo, rows, added })
  })
}

function isAt(now: Freeze, expected: Freeze): boolean {
  const same = [
    'dropping',
    'group_id',
    'source_id',
    'outcome',
    'after',
    'until',
    'position',
  ] as const
  return same.every((column) => now[column] === expected[column])
}
