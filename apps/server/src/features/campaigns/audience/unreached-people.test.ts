import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import { campaignRow } from '../../../testing/campaign-row.ts'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { ledgerRooms } from '../../../testing/ledger-rooms.ts'
import { seedGroup } from '../../../testing/seed-group.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { createUnreachedPeopleRepository } from './unreached-people.repository.ts'

const WHY = {
  reason_params: JSON.stringify({ at: '2026-11-27T07:00:00.000Z' }),
  settled_at: 7,
}
const NO_REASON = { reason: null, reason_params: '', settled_at: null }
const NUMBERS = ['60123450001', '60123450002']

describe.each(engines)('people re-queued by sending to the rest, on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
  })
  afterAll(() => close())

  test.each([
    ['keeps why they failed', 'failed', 'not_on_whatsapp', { reason: 'not_on_whatsapp', ...WHY }],
    ['has nothing left of having been skipped', 'skipped', 'taken_out', NO_REASON],
  ] as const)('%s', async (_what, state, reason, kept) => {
    const user_id = await seedUser(db)
    const device_id = await seedDevice(db, user_id)
    const campaignId = newId()
    const groupId = await seedGroup(db, user_id, campaignId, NUMBERS)
    const row = campaignRow({ id: campaignId, user_id, device_id, [state]: NUMBERS.length })
    await db.insertInto('campaigns').values(row).execute()
    const people = NUMBERS.map((phone_number, place) => ({
      id: newId(),
      campaign_id: campaignId,
      user_id,
      position: place + 1,
      name: '',
      phone_number,
      jid: `${phone_number}@s.whatsapp.net`,
      state,
      reason,
      device_id,
      ...WHY,
    }))
    await db.insertInto('recipients').values(people).execute()
    const rest = createUnreachedPeopleRepository(db, ledgerRooms(db))
    const again = () =>
      db.transaction().execute((tx) => {
        return createUnreachedPeopleRepository(tx, ledgerRooms(tx)).queueMembers(
          { campaignId, groupId },
          state,
        )
      })
    expect(await rest.countUnreached({ campaignId, groupId }, state)).toBe(NUMBERS.length)
    expect([await again(), await again()]).toEqual([NUMBERS.length, 0])
    const columns = ['state', 'reason', 'reason_params', 'settled_at', 'jid', 'device_id'] as const
    const now = db.selectFrom('recipients').select(columns).where('campaign_id', '=', campaignId)
    const waiting = { state: 'queued', ...kept, jid: null, device_id: null }
    expect(await now.execute()).toEqual(NUMBERS.map(() => waiting))
    const counts = db.selectFrom('campaigns').select(['queued', state]).where('id', '=', campaignId)
    expect(await counts.executeTakeFirst()).toEqual({ queued: NUMBERS.length, [state]: 0 })
  })
})
