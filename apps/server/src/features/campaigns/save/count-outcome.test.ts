import type { FollowUpOutcome } from '@kirim/contract/campaign-actions'
import type { RecipientState } from '@kirim/contract/campaigns'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { campaignRow } from '../../../testing/campaign-row.ts'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { TAKEN_OUT } from '../recipients/reasons.ts'
import { countOutcome } from './copy-campaign.ts'

interface Person {
  readonly state: RecipientState
  readonly answered?: true
  readonly reason?: string
}

const PEOPLE: readonly Person[] = [
  { state: 'sent' },
  { state: 'delivered' },
  { state: 'delivered', answered: true },
  { state: 'read' },
  // Their message may have arrived all the same.
  { state: 'failed', reason: 'no_answer', answered: true },
  { state: 'failed', reason: 'no_answer', answered: true },
  { state: 'failed', reason: 'refused_479' },
  { state: 'skipped', reason: TAKEN_OUT, answered: true },
  { state: 'queued' },
]
/** More than one statement counts. */
const MORE = 2100

describe.each(engines)('the people of a follow-up on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
    const user_id = await seedUser(db)
    const device_id = await seedDevice(db, user_id)
    await db
      .insertInto('campaigns')
      .values(campaignRow({ id: 'c', user_id, device_id }))
      .execute()
    const all = [...PEOPLE, ...Array.from({ length: MORE }, (): Person => ({ state: 'read' }))]
    const rows = all.map(({ state, answered, reason = null }, position) => ({
      id: `c:${position}`,
      campaign_id: 'c',
      user_id,
      position,
      name: '',
      phone_number: String(60_120_000_000 + position),
      state,
      reason,
      answered_at: answered ? 1 : null,
    }))
    for (let from = 0; from < rows.length; from += 500) {
      await db
        .insertInto('recipients')
        .values(rows.slice(from, from + 500))
        .execute()
    }
  })
  afterAll(() => close())

  test.each<[FollowUpOutcome, number]>([
    ['not_answered', 3 + MORE],
    ['not_read', 3],
    ['answered', 3],
    ['failed', 3],
  ])('%s: %i', async (outcome, people) => {
    expect(await countOutcome(db, 'c', outcome)).toBe(people)
  })
})
