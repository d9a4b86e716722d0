import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { newMessageId } from '../../../platform/ids.ts'
import { freshDatabase, journeyEngines } from '../../../testing/engines.ts'
import { startLimitedNumber } from '../../../testing/limited-number.ts'
import { freezePeople } from '../audience/freeze-people.ts'
import { createFreezesRepository } from '../audience/freezes.repository.ts'
import { createCampaignsRepository } from '../campaign/campaigns.repository.ts'
import { createLedgerPeopleRepository } from '../ledger/ledger-people.repository.ts'
import { createLedgerRepository } from '../send/ledger.repository.ts'
import { skipWaiting } from './cancel-campaign.ts'

const [ABSENT, REFUSED, UNSURE, FRESH] = [
  '60129000001',
  '60129000002',
  '60129000003',
  '60129000004',
]
const FAILED_AT = 5
const CANCELLED_AT = 9
const MARKS = { reason_params: JSON.stringify({ device: 'Sales' }), settled_at: FAILED_AT }

describe.each(journeyEngines)('people waiting for a retry, on %s,', (engine) => {
  let db: Db
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
  })
  afterAll(() => close())

  async function triedAgain() {
    const number = await startLimitedNumber(db)
    const { rooms, campaignTo } = number
    const id = await campaignTo([ABSENT, REFUSED, UNSURE, FRESH])
    const failures = [
      [ABSENT, 'not_on_whatsapp'],
      [REFUSED, 'refused_479'],
      [UNSURE, 'no_answer'],
    ] as const
    for (const [person, reason] of failures) {
      await db
        .updateTable('recipients')
        .set({ state: 'failed', reason, ...MARKS })
        .where('campaign_id', '=', id)
        .where('phone_number', '=', person)
        .execute()
    }
    await db.updateTable('campaigns').set({ queued: 1, failed: 3 }).where('id', '=', id).execute()
    await createFreezesRepository(db, rooms.groups).requestRetry(id, 2)
    await freezePeople({ db, ...rooms }, id)
    const campaigns = createCampaignsRepository(db, rooms.devices)
    const campaign = async () => {
      const found = await campaigns.findById(id)
      if (!found) throw new Error('no campaign')
      return found
    }
    return {
      ...number,
      id,
      campaign,
      counts: async () => (await campaign()).counts,
      async cancel() {
        const row = { cancelled_at: CANCELLED_AT, enabled: 0 } as const
        await db.updateTable('campaigns').set(row).where('id', '=', id).execute()
        await skipWaiting({ db, ...rooms }, id)
      },
      /** As their owner sees them. */
      async listed(reason: string | null = null) {
        const { cancelledAt } = await campaign()
        const filter = { campaignId: id, cancelledAt, state: null, reason, answered: null }
        const rows = await createLedgerPeopleRepository(db).list({ ...filter, typed: '' }, -1, 10)
        return rows.map((row) => [row.phone_number, row.state, row.reason, row.settled_at])
      },
    }
  }

  const FAILED_AGAIN = [
    [ABSENT, 'failed', 'not_on_whatsapp', FAILED_AT],
    [REFUSED, 'failed', 'refused_479', FAILED_AT],
    [UNSURE, 'failed', 'no_answer', FAILED_AT],
    [FRESH, 'skipped', 'cancelled', CANCELLED_AT],
  ]

  test('fail with their earlier reason when the campaign is cancelled', async () => {
    const { listed, counts, cancel } = await triedAgain()
    expect(await listed()).toEqual([
      [ABSENT, 'queued', null, null],
      [REFUSED, 'queued', null, null],
      [UNSURE, 'failed', 'no_answer', FAILED_AT],
      [FRESH, 'queued', null, null],
    ])
    expect(await listed('not_on_whatsapp')).toEqual([])
    await cancel()
    expect(await listed()).toEqual(FAILED_AGAIN)
    expect(await counts()).toMatchObject({ queued: 0, failed: 3, skipped: 1 })
  })

  test('fail with their earlier reason also when they were held meanwhile', async () => {
    const { id, held, clock, campaign, deviceId, listed, counts, cancel } = await triedAgain()
    const until = clock.now() + 3_600_000
    await held.nextKnown(await campaign(), until, clock.now())
    expect(await counts()).toMatchObject({ held: 3, failed: 1 })
    expect((await listed()).map(([, state, reason]) => [state, reason])).toEqual([
      ['held', 'new_chats_limited'],
      ['held', 'new_chats_limited'],
      ['failed', 'no_answer'],
      ['held', 'new_chats_limited'],
    ])
    expect(await held.release(id, { deviceId, runsOn: 'own' }, 1)).toBe(1)
    expect(await listed()).toContainEqual([ABSENT, 'queued', null, null])
    await cancel()
    expect(await listed()).toEqual(FAILED_AGAIN)
    expect(await counts()).toMatchObject({ queued: 0, held: 0, failed: 3, skipped: 1 })
  })

  test('lose their earlier reason once they are claimed', async () => {
    const { id, rooms, campaign, people } = await triedAgain()
    const ledger = createLedgerRepository(db, rooms)
    const person = await ledger.next(id)
    if (!person) throw new Error('nobody')
    const message = { messageId: newMessageId(), text: 'Hi', mediaId: null }
    const jid = `${person.phoneNumber}@s.whatsapp.net`
    await ledger.claim(person, await campaign(), jid, [message], 7)
    const [begun] = await people(id)
    expect(begun).toEqual({
      phone_number: ABSENT,
      state: 'sending',
      reason: null,
      reason_params: '',
    })
  })
})
