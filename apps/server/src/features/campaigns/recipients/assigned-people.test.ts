import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { campaignRow } from '../../../testing/campaign-row.ts'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { ledgerRooms } from '../../../testing/ledger-rooms.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { createCampaignDevicesRepository } from '../campaign/campaign-devices.repository.ts'
import { createCampaignsRepository } from '../campaign/campaigns.repository.ts'
import { countAssignedTo } from './assigned-people.repository.ts'
import { HELD_UNSETTLED } from './reasons.ts'

describe.each(engines)('the people assigned to devices, on %s,', (engine) => {
  let db: Db
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
  })
  afterAll(() => close())

  test('are counted by device for shared campaigns and those a device is leaving', async () => {
    const workspaceId = await seedUser(db)
    const [own, beside, gone] = [
      await seedDevice(db, workspaceId, '60123456781'),
      await seedDevice(db, workspaceId, '60123456782'),
      await seedDevice(db, workspaceId, '60123456783'),
    ]
    const { devices } = ledgerRooms(db)
    const place = { user_id: workspaceId, device_id: own, held: 3, sending: 1 }
    const further = { furtherDevices: [beside] }
    const rows = [
      campaignRow({ ...place, id: 'shared' }, further),
      campaignRow({ ...place, id: 'left' }),
      campaignRow({ ...place, id: 'alone' }),
      campaignRow({ ...place, id: 'ended', cancelled_at: 1 }, further),
      campaignRow({ ...place, id: 'waiting', held: 0, sending: 0 }, further),
    ]
    await db.insertInto('campaigns').values(rows).execute()
    await createCampaignDevicesRepository(db, devices).keepLeaving('left', gone)
    const people = [
      ['held', null],
      ['held', own],
      ['held', own, HELD_UNSETTLED],
      ['held', gone],
      ['sending', beside],
      ['queued', null],
      ['read', beside],
    ] as const
    const of = (campaign_id: string) =>
      people.map(([state, device_id, reason = null], position) => ({
        id: `${campaign_id} ${position}`,
        user_id: workspaceId,
        name: '',
        phone_number: `6012345670${position}`,
        ...{ campaign_id, position, state, device_id, reason },
      }))
    const all = rows.flatMap(({ id }) => of(id))
    await db.insertInto('recipients').values(all).execute()
    const found = await countAssignedTo(
      db,
      await createCampaignsRepository(db, devices).some(rows.map(({ id }) => id)),
    )
    const begun = new Map([
      [own, { held: 3, heldForAny: 1, heldUnsettled: 1, sending: 0 }],
      [gone, { held: 1, heldForAny: 0, heldUnsettled: 0, sending: 0 }],
      [beside, { held: 0, heldForAny: 0, heldUnsettled: 0, sending: 1 }],
    ])
    expect(found).toEqual(
      new Map([
        ['shared', begun],
        ['left', begun],
      ]),
    )
    expect(await countAssignedTo(db, [])).toEqual(new Map())
  })
})
