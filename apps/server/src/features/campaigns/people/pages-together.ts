import { Mutex } from 'async-mutex'
import type { Db } from '../../../platform/database/database.ts'
import type { CampaignGroups } from '../campaigns.ports.ts'
import { type Freeze, insertPage, pageEnd } from './freeze-pages.ts'
import { findFreeze, pageAdded } from './freezes.repository.ts'
import { lockCampaign } from './recipient-moves.ts'

/** Two keep two processes of PostgreSQL busy, and one connection each. */
const PAGES = 2
/** Of one campaign at a time; pages of others come one after the other meanwhile. */
const turn = new Mutex()

interface Page {
  readonly freeze: Freeze
  readonly upTo: string
  readonly rows: number
}

/**
 * Adds the next pages of a freeze on PostgreSQL at the same time, each in a transaction of its own.
 * They are stored in their order, and only if the freeze is still where the page begins: another
 * may have taken its place. False when another campaign has its turn, or no page is left.
 */
export async function addPagesTogether(
  db: Db,
  groups: CampaignGroups,
  freeze: Freeze,
  rows: number,
): Promise<boolean> {
  if (turn.isLocked()) return false
  return turn.runExclusive(async () => {
    const pages = await nextPages(db, groups, freeze, rows)
    const added: Promise<void>[] = []
    for (const page of pages) added.push(addPage(db, groups, page, added.at(-1)))
    for (const end of await Promise.allSettled(added)) {
      if (end.status === 'rejected' && !(end.reason instanceof FreezeReplaced)) throw end.reason
    }
    return pages.length > 0
  })
}

class FreezeReplaced extends Error {}

function nextPages(db: Db, groups: CampaignGroups, freeze: Freeze, rows: number): Promise<Page[]> {
  return db.transaction().execute(async (tx) => {
    const pages: Page[] = []
    let from = freeze
    while (pages.length < PAGES) {
      const upTo = await pageEnd(tx, groups, from, rows)
      if (upTo === null) break
      pages.push({ freeze: from, upTo, rows })
      from = { ...from, after: upTo, position: from.position + rows }
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
  const { freeze, upTo, rows } = page
  await db.transaction().execute(async (tx) => {
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
