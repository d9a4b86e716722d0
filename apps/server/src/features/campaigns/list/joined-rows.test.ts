import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { ledgerRooms } from '../../../testing/ledger-rooms.ts'
import { queryPlans } from '../../../testing/query-plans.ts'
import { seeingAll } from '../../../testing/seeing.ts'
import { insertPage, pageEnd } from '../audience/freeze-pages.ts'
import { createUnreachedPeopleRepository } from '../audience/unreached-people.repository.ts'
import { createCampaignsRepository } from '../campaign/campaigns.repository.ts'
import { createCampaignListsRepository } from './campaign-lists.repository.ts'

const LEDGER = { campaignId: 'campaign', groupId: 'group' }
const FREEZE = {
  campaign_id: 'campaign',
  dropping: 0,
  group_id: 'group',
  source_id: null,
  outcome: '',
  after: '',
  until: 'z',
  position: 0,
  expected: 0,
  rejoining: 'nobody',
  fresh_variants: '',
  dealt_to: 0,
  dealt_seen: 0,
  dealt: 0,
} as const

const QUERIES: readonly (readonly [string, (db: Db) => Promise<unknown>])[] = [
  [
    'a campaign',
    (db) => createCampaignsRepository(db, ledgerRooms(db).devices).find('user', 'device', 'id'),
  ],
  [
    'a page of campaigns',
    (db) =>
      createCampaignListsRepository(db, ledgerRooms(db).devices).page(
        seeingAll('user'),
        { group: null, q: '', now: 0 },
        { sort: 'newest', after: null, limit: 10 },
      ),
  ],
  [
    'who is in a ledger',
    (db) => createUnreachedPeopleRepository(db, ledgerRooms(db)).countInLedger(LEDGER, ['sent']),
  ],
  [
    'who was not reached',
    (db) => createUnreachedPeopleRepository(db, ledgerRooms(db)).countUnreached(LEDGER, 'failed'),
  ],
  ['where a page of people ends', (db) => pageEnd(db, ledgerRooms(db).groups, FREEZE, 500)],
  ['a page of people', (db) => insertPage(db, ledgerRooms(db).groups, FREEZE, 'z')],
]

describe.each(engines)('rows of other rooms, on %s,', (engine) => {
  let db: Db
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
  })
  afterAll(() => close())

  test.each(QUERIES)('are joined by their indexes: %s', async (_what, ask) => {
    const plans = await queryPlans(db, ask)
    const tables = plans.filter((line) => /devices|contacts|group_members/.test(line))
    expect(tables).not.toEqual([])
    for (const line of tables) expect(line).toMatch(/^SEARCH |Index/)
    expect(plans.filter((line) => /\b(device|member)\b/.test(line))).toEqual([])
  })
})
