import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../testing/engines.ts'
import { ledgerRooms } from '../../testing/ledger-rooms.ts'
import { queryPlans } from '../../testing/query-plans.ts'
import { createLedgerRepository } from './send/ledger.repository.ts'

test('what a person was sent is found by the person, not among all that the number has sent', async () => {
  const { db, close } = await freshDatabase('SQLite')
  onTestFinished(close)
  const to = { userId: 'user', deviceId: 'device', phoneNumber: '60123456701' }
  const plans = await queryPlans(db, async (asked) => {
    const rooms = ledgerRooms(asked)
    await createLedgerRepository(asked, rooms).saidTo(to, 0, 20)
    const found = { deviceId: to.deviceId, originIds: ['recipient', 'another'] }
    await rooms.outgoing.taken('campaign', found, 0, 20)
  })
  expect(plans).toEqual([
    expect.stringMatching(/^SEARCH campaigns .*\(user_id=\?\)/),
    expect.stringMatching(/^SEARCH recipients .*\(campaign_id=\? AND phone_number=\?\)/),
    expect.stringMatching(/^SEARCH outgoing .*\(origin=\? AND origin_id=\?\)/),
  ])
})
