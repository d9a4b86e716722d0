import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sight } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/database/database.ts'
import { campaignRow } from '../../../testing/campaign-row.ts'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { seeingAll, seeingNumbers } from '../../../testing/seeing.ts'
import { campaignsAmong, campaignTotalsOf } from '../campaign/campaign-facts.ts'
import { lastMoments, personConditions } from './contact-history.ts'

const SITI = '60123456701'

/** A person in one campaign of each of two numbers: written to at 1 and 2, answered the second. */
describe.each(engines)('what campaigns of some numbers know, on %s,', (engine) => {
  let db: Db
  let close: () => Promise<void>
  let workspaceId: string
  let own: Sight
  let all: Sight
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
    workspaceId = await seedUser(db)
    const devices = [await seedDevice(db, workspaceId), await seedDevice(db, workspaceId, '601')]
    const rows = devices.map((device_id, n) =>
      campaignRow({ id: `c${n}`, user_id: workspaceId, device_id, read: n + 1, failed: n }),
    )
    await db.insertInto('campaigns').values(rows).execute()
    const people = rows.map(({ id: campaign_id }, n) => ({
      id: `${campaign_id} 0`,
      user_id: workspaceId,
      name: '',
      phone_number: SITI,
      position: 0,
      state: 'read' as const,
      sent_at: n + 1,
      answered_at: n === 1 ? 5 : null,
      campaign_id,
    }))
    await db.insertInto('recipients').values(people).execute()
    own = seeingNumbers(workspaceId, devices.slice(0, 1))
    all = seeingAll(workspaceId)
  })
  afterAll(() => close())

  test('when they last wrote to somebody, and were answered', async () => {
    expect((await lastMoments(db, all, [SITI])).get(SITI)).toEqual({ writtenAt: 2, answeredAt: 5 })
    const seen = await lastMoments(db, own, [SITI])
    expect(seen.get(SITI)).toEqual({ writtenAt: 1, answeredAt: null })
    expect(await lastMoments(db, seeingNumbers(workspaceId, []), [SITI])).toEqual(new Map())
  })

  test('who was written to, has answered and is in a campaign', async () => {
    const holds = async ({ deviceIds }: Sight) => {
      const person = { workspaceId, phoneNumber: 'recipients.phone_number', deviceIds }
      const { isWrittenTo, hasAnswered, isInCampaign } = personConditions
      const conditions = [
        isWrittenTo(person, 2),
        hasAnswered(person, null),
        isInCampaign(person, 'c1', null),
      ]
      const found = conditions.map((condition) =>
        db
          .selectFrom('recipients')
          .select(sql<number>`1`.as('one'))
          .where('id', '=', 'c0 0')
          .where(condition)
          .execute(),
      )
      return (await Promise.all(found)).map(({ length }) => length)
    }
    expect(await holds(all)).toEqual([1, 1, 1])
    expect(await holds(own)).toEqual([0, 0, 0])
  })

  test('which of them there are, and their sums', async () => {
    expect([...(await campaignsAmong(db, own, ['c0', 'c1']))]).toEqual(['c0'])
    expect((await campaignsAmong(db, all, ['c0', 'c1'])).size).toBe(2)
    const totals = { workspaceId, deviceIds: own.deviceIds ?? [] }
    expect(await campaignTotalsOf(db, totals)).toEqual({ total: 1, sent: 1, failed: 0 })
    expect(await campaignTotalsOf(db, { workspaceId, deviceIds: ['x'] })).toEqual({
      total: 0,
      sent: 0,
      failed: 0,
    })
  })
})
