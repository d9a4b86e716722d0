import type { RecipientState } from '@kirim/contract/campaigns'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { campaignRow } from '../../../testing/campaign-row.ts'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { queryPlans } from '../../../testing/query-plans.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { createLedgerPeopleRepository } from './ledger-people.repository.ts'

const STATES: readonly RecipientState[] = ['sent', 'delivered', 'read', 'failed']
/** The first quarter was written to last, as those who are tried again are. */
const PEOPLE = 1600
const LATELY = 5000

describe.each(engines)('the people a campaign has written to recently, on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
    const user_id = await seedUser(db)
    const device_id = await seedDevice(db, user_id)
    for (const id of ['c', 'other']) {
      await db.insertInto('campaigns').values(campaignRow({ id, user_id, device_id })).execute()
    }
    const row = (position: number, campaign_id = 'c') => ({
      id: `${campaign_id}:${position}`,
      campaign_id,
      user_id,
      position,
      name: '',
      phone_number: String(60_120_000_000 + position),
      state: STATES[position % STATES.length] ?? 'sent',
      sent_at: position < PEOPLE / 4 ? LATELY + 1 : LATELY,
    })
    for (let from = 0; from < PEOPLE; from += 400) {
      const rows = Array.from({ length: 400 }, (_, n) => row(from + n))
      await db.insertInto('recipients').values(rows).execute()
    }
    await db
      .insertInto('recipients')
      .values([row(0, 'other'), { ...row(1, 'other'), sent_at: null }])
      .execute()
  })
  afterAll(() => close())

  test('are counted in any position', async () => {
    const people = createLedgerPeopleRepository(db)
    expect(await people.sentSince('c', LATELY)).toBe(PEOPLE / 4)
    expect(await people.sentSince('c', LATELY + 1)).toBe(0)
    expect(await people.sentSince('other', 0)).toBe(1)
  })

  test('are found by an index', async () => {
    const plans = await queryPlans(db, (asked) =>
      createLedgerPeopleRepository(asked).sentSince('c', LATELY),
    )
    expect(plans.join('\n')).toMatch(/recipients_sent/)
  })
})
