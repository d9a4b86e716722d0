import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import { campaignRow } from '../../../testing/campaign-row.ts'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { ledgerRooms } from '../../../testing/ledger-rooms.ts'
import { seedGroup } from '../../../testing/seed-group.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { createRestRepository } from './rest.repository.ts'

const NUMBERS = ['60123450001', '60123450002']

describe.each(engines)('whoever is let wait again by sending to the rest, on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
  })
  afterAll(() => close())

  test.each([
    ['failed', 'not_on_whatsapp'],
    ['skipped', 'taken_out'],
  ] as const)('has nothing left of having %s', async (state, reason) => {
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
      reason_params: JSON.stringify({ at: '2026-11-27T07:00:00.000Z' }),
      device_id,
      settled_at: 7,
    }))
    await db.insertInto('recipients').values(people).execute()
    const rest = createRestRepository(db, ledgerRooms(db))
    const again = () =>
      db.transaction().execute((tx) => {
        return createRestRepository(tx, ledgerRooms(tx)).queueSomeAgain(
          { campaignId, groupId },
          state,
        )
      })
    expect(await rest.countUnreached({ campaignId, groupId }, state)).toBe(NUMBERS.length)
    expect([await again(), await again()]).toEqual([NUMBERS.length, 0])
    const columns = ['state', 'reason', 'reason_params', 'settled_at', 'jid', 'device_id'] as const
    const now = db.selectFrom('recipients').select(columns).where('campaign_id', '=', campaignId)
    const clean = { reason: null, reason_params: '', settled_at: null, jid: null, device_id: null }
    expect(await now.execute()).toEqual(NUMBERS.map(() => ({ state: 'queued', ...clean })))
    const counts = db.selectFrom('campaigns').select(['queued', state]).where('id', '=', campaignId)
    expect(await counts.executeTakeFirst()).toEqual({ queued: NUMBERS.length, [state]: 0 })
  })
})
