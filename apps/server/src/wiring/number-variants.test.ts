import type { CampaignReport } from '@kirim/contract/campaign-ledger'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import { createFastClock } from '@kirim/testing/fast-clock'
import { IS_DEEP } from '@kirim/testing/test-run'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createNetworkNumbers } from '../features/contacts/identity/network-numbers.ts'
import { heardIn } from '../features/messages/heard-in.ts'
import type { Db } from '../platform/database/database.ts'
import { journeyEngines } from '../testing/engines.ts'
import { type LinkedNumber, startLinkedNumber } from '../testing/linked-number.ts'
import { seedGroup } from '../testing/seed-group.ts'
import { campaignForm } from '../testing/test-browser.ts'

/** As people write them, and as the network does. */
const BRAZIL = { written: '5531987654321', account: '553187654321' }
const MEXICO = { written: '525512345678', account: '5215512345678' }
const ARGENTINA = { written: '541112345678', account: '5491112345678' }

describe.each(journeyEngines)('numbers that the network writes in another way, on %s', (engine) => {
  let number: LinkedNumber
  let db: Db
  beforeAll(async () => {
    number = await startLinkedNumber(engine, {
      clock: createFastClock(10, Date.now()),
      sharesClock: true,
    })
    db = number.app.openDatabase()
    number.network.setWeather(number.device.number, { kind: 'variants' })
  })
  afterAll(async () => {
    await db.destroy()
    await number.stop()
  })

  async function started(name: string, people: readonly string[]) {
    const { token } = number.session
    const contactGroupId = await seedGroup(db, number.session._id, name, [...people])
    const body = campaignForm({ campaignName: name, caption: name, contactGroupId })
    const path = `/campaigns/${number.device.id}`
    const { id } = (await number.app.call('POST', path, { token, body })).body as BulkCampaign
    return async () =>
      (await number.app.call('GET', `/ledger/${id}`, { token })).body as CampaignReport
  }
  const says = (from: string, text: string) =>
    number.network.sendAsContact(number.device.number, from, { text })
  const leftAlone = async () =>
    (await db.selectFrom('opt_outs').select('phone_number').orderBy('phone_number').execute()).map(
      (row) => row.phone_number,
    )

  test('who answers or opts out is the contact that was written to', async () => {
    const report = await started('Menu', [BRAZIL.written, MEXICO.written])
    await until('both have it', async () => (await report()).counts.read === 2)
    expect(number.heard(BRAZIL.account)).toEqual(['Menu'])
    await says(BRAZIL.account, 'Can I come at ten?')
    await until('it is an answer', async () => (await report()).answered === 1)
    await says(MEXICO.account, 'STOP')
    await until('they are left alone', async () => (await leftAlone()).length === 1)
    expect(await leftAlone()).toEqual([MEXICO.written])
    const contacts = await db
      .selectFrom('contacts')
      .select(['phone_number', 'network_number'])
      .where('lid', 'is not', null)
      .orderBy('phone_number')
      .execute()
    expect(contacts).toEqual([
      { phone_number: MEXICO.written, network_number: MEXICO.account },
      { phone_number: BRAZIL.written, network_number: BRAZIL.account },
    ])
    const called = await createNetworkNumbers(db).calledByNetwork(number.session._id, [
      BRAZIL.written,
      MEXICO.written,
      ARGENTINA.written,
    ])
    const keys = [...called].flatMap(([, names]) => names)
    const heard = await heardIn(db, number.device.id, keys)
    expect([...called.keys()].sort()).toEqual([MEXICO.written, BRAZIL.written])
    expect([BRAZIL, MEXICO].map(({ account }) => heard.get(account))).toEqual(['them', 'them'])
  })

  test.runIf(IS_DEEP)(
    'who opted out before they were listed in another way is left alone',
    async () => {
      await says(ARGENTINA.account, 'STOP')
      await until('they are left alone', async () =>
        (await leftAlone()).includes(ARGENTINA.account),
      )
      const report = await started('News', [ARGENTINA.written])
      await until('it is over', async () => (await report()).counts.skipped === 1)
      expect(number.heard(ARGENTINA.account)).not.toContain('News')
    },
  )
})
