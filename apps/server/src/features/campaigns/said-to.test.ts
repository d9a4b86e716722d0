import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../testing/engines.ts'
import { queryPlans } from '../../testing/query-plans.ts'
import { createLedgerRepository } from './ledger.repository.ts'

test('what a person was sent is found by the person, not among all that the number has sent', async () => {
  const { db, close } = await freshDatabase('SQLite')
  onTestFinished(close)
  const to = { userId: 'user', deviceId: 'device', phoneNumber: '60123456701' }
  const plans = await queryPlans(db, (asked) => createLedgerRepository(asked).saidTo(to, 0, 20))
  expect(plans).toEqual([
    expect.stringMatching(/^SEARCH campaigns .*\(user_id=\?\)/),
    expect.stringMatching(/^SEARCH recipients .*\(campaign_id=\? AND phone_number=\?\)/),
    expect.stringMatching(/^SEARCH messages .*\(recipient_id=\?\)/),
  ])
})
