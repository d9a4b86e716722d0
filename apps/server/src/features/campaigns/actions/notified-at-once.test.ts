import { createFakeClock } from '@kirim/testing/fake-clock'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import { CAMPAIGN_SETTINGS } from '../../../testing/campaign-row.ts'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { ledgerRooms } from '../../../testing/ledger-rooms.ts'
import { seedGroup } from '../../../testing/seed-group.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { freezePeople } from '../audience/freeze-people.ts'
import { createFreezesRepository } from '../audience/freezes.repository.ts'
import { createCampaignsRepository } from '../campaign/campaigns.repository.ts'
import { cancelCampaign } from './cancel-campaign.ts'
import { retryFailed } from './retry-failed.ts'

const PEOPLE = ['60123400001', '60123400002', '60123400003']

describe.each(engines)('a change of many people on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
  })
  afterAll(() => close())

  const unlimited = {
    admit: async () => {},
    change: async () => {},
  }

  async function campaign() {
    const workspaceId = await seedUser(db)
    const deviceId = await seedDevice(db, workspaceId)
    const rooms = ledgerRooms(db)
    const campaigns = createCampaignsRepository(db, rooms.devices)
    const id = newId()
    const groupId = await seedGroup(db, workspaceId, id, PEOPLE)
    await campaigns.insert({ id, workspaceId, deviceId, now: 0 }, CAMPAIGN_SETTINGS, [])
    await createFreezesRepository(db, rooms.groups).request(id, { groupId })
    await freezePeople({ db, ...rooms }, id)
    const load = async () => {
      const found = await campaigns.findById(id)
      if (!found) throw new Error('no campaign')
      return found
    }
    return { id, load, deps: { db, clock: createFakeClock(), ...rooms } }
  }

  /** Cuts the action off when it notifies the screens for the first time. */
  const cutOff = () => {
    throw new Error('told')
  }

  test('is announced after the first write, before everybody is skipped', async () => {
    const { id, load, deps } = await campaign()
    await expect(cancelCampaign(deps, { campaignId: id, by: 'p' }, cutOff)).rejects.toThrow('told')
    expect((await load()).cancelledAt).not.toBeNull()
    const states = db.selectFrom('recipients').select('state').where('campaign_id', '=', id)
    expect(await states.execute()).toEqual(PEOPLE.map(() => ({ state: 'queued' })))
  })

  test('is announced after the first write, before everybody is re-queued', async () => {
    const { id, load, deps } = await campaign()
    const failed = { state: 'failed', reason: 'refused_479', device_id: 'before' } as const
    await db.updateTable('recipients').set(failed).where('campaign_id', '=', id).execute()
    const counts = { queued: 0, failed: 3 }
    await db.updateTable('campaigns').set(counts).where('id', '=', id).execute()
    const asked = {
      ...deps,
      quotas: { campaigns: unlimited, peopleWaiting: unlimited, recipients: unlimited },
    }
    await expect(retryFailed(asked, await load(), cutOff)).rejects.toThrow('told')
    expect((await load()).counts).toMatchObject({ queued: 0, failed: 3 })
    await freezePeople(deps, id)
    expect((await load()).counts).toMatchObject({ queued: 3, failed: 0 })
    const devices = db.selectFrom('recipients').select('device_id').where('campaign_id', '=', id)
    expect(await devices.execute()).toEqual(PEOPLE.map(() => ({ device_id: null })))
  })
})
