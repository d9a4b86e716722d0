import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { newId, newMessageId } from '../../../platform/ids.ts'
import { CAMPAIGN_SETTINGS } from '../../../testing/campaign-row.ts'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { ledgerRooms } from '../../../testing/ledger-rooms.ts'
import { seedGroup } from '../../../testing/seed-group.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { freezePeople } from '../audience/freeze-people.ts'
import { createFreezesRepository } from '../audience/freezes.repository.ts'
import { createCampaignsRepository } from '../campaign/campaigns.repository.ts'
import { createLedgerRepository } from './ledger.repository.ts'

const PEOPLE = Array.from({ length: 60 }, (_, index) => `6012345${1000 + index}`)

describe.each(engines)(
  'devices that claim people of one campaign concurrently, on %s',
  (engine) => {
    let db: Db
    let close: () => Promise<void>
    beforeAll(async () => {
      ;({ db, close } = await freshDatabase(engine))
    })
    afterAll(() => close())

    test('never claim the same person, and miss nobody', async () => {
      const workspaceId = await seedUser(db)
      const devices: string[] = []
      for (const number of ['60111111101', '60111111102', '60111111103']) {
        const id = await seedDevice(db, workspaceId)
        await db.updateTable('devices').set({ number }).where('id', '=', id).execute()
        devices.push(id)
      }
      const [deviceId = '', ...furtherDevices] = devices
      const groupId = await seedGroup(db, workspaceId, 'All', PEOPLE)
      const id = newId()
      const rooms = ledgerRooms(db)
      const campaigns = createCampaignsRepository(db, rooms.devices)
      await campaigns.insert(
        { id, workspaceId, deviceId, now: 0 },
        { ...CAMPAIGN_SETTINGS, furtherDevices },
        [],
      )
      await createFreezesRepository(db, rooms.groups).request(id, { groupId })
      await freezePeople({ db, ...rooms }, id)
      const ledger = createLedgerRepository(db, rooms)
      const claims: string[] = []
      // They know nothing of each other: only the claim keeps them apart.
      await Promise.all(
        devices.map(async (device) => {
          for (;;) {
            const campaign = (await campaigns.listOpen(device)).find((one) => one.id === id)
            if (!campaign) return
            expect(campaign.deviceId).toBe(device)
            const recipient = await ledger.next(id)
            if (recipient?.state !== 'queued') return
            const message = { messageId: newMessageId(), text: 'Hi', mediaId: null }
            const jid = `${recipient.phoneNumber}@s.whatsapp.net`
            const { kind } = await ledger.claim(recipient, campaign, jid, [message], 1)
            if (kind === 'claimed') {
              claims.push(recipient.phoneNumber)
              await db
                .updateTable('recipients')
                .set({ state: 'sent' })
                .where('id', '=', recipient.id)
                .execute()
            }
          }
        }),
      )
      const claimed = await db
        .selectFrom('recipients')
        .select(['device_id', 'state'])
        .where('campaign_id', '=', id)
        .where('device_id', 'is not', null)
        .execute()
      expect(claims.length).toBe(new Set(claims).size)
      expect(claimed).toHaveLength(claims.length)
      const written = await db
        .selectFrom('outgoing')
        .select('origin_id')
        .where('origin', '=', 'campaign')
        .execute()
      expect(new Set(written.map((row) => row.origin_id)).size).toBe(written.length)
      expect(claims.length).toBe(PEOPLE.length)
    })
  },
)
