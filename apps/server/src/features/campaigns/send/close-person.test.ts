import { expect, test } from 'vitest'
import { CAMPAIGN_SETTINGS } from '../../../testing/campaign-row.ts'
import { freshDatabase } from '../../../testing/engines.ts'
import { ledgerRooms } from '../../../testing/ledger-rooms.ts'
import { seedGroup } from '../../../testing/seed-group.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { freezePeople } from '../audience/freeze-people.ts'
import { createFreezesRepository } from '../audience/freezes.repository.ts'
import { createCampaignsRepository } from '../campaign/campaigns.repository.ts'
import { selectRecipients } from '../recipients/recipient-moves.ts'
import { createLedgerRepository } from './ledger.repository.ts'

test('a number known to be absent fails without counting as a failure in a row', async () => {
  const { db, close } = await freshDatabase('SQLite')
  const workspaceId = await seedUser(db)
  const deviceId = await seedDevice(db, workspaceId)
  const rooms = ledgerRooms(db)
  const groupId = await seedGroup(db, workspaceId, 'All', [
    '60123456701',
    '60123456702',
    '60123456703',
  ])
  const campaigns = createCampaignsRepository(db, rooms.devices)
  await campaigns.insert({ id: 'c', workspaceId, deviceId, now: 0 }, CAMPAIGN_SETTINGS, [])
  await createFreezesRepository(db, rooms.groups).request('c', { groupId })
  await freezePeople({ db, ...rooms }, 'c')
  const ledger = createLedgerRepository(db, rooms)
  const [known, asked] = await selectRecipients(db).execute()
  if (!known || !asked) throw new Error('nobody was frozen')
  const standing = async () => {
    const campaign = await campaigns.findById('c')
    return [campaign?.counts.failed, campaign?.failuresInARow]
  }
  await ledger.close(known, 'failed', { reason: 'not_on_whatsapp', isNews: false }, 1)
  expect(await standing()).toEqual([1, 0])
  await ledger.close(asked, 'failed', { reason: 'not_on_whatsapp' }, 1)
  expect(await standing()).toEqual([2, 1])
  await close()
})
