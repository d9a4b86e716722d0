import type { CampaignReport } from '@kirim/contract/campaign-ledger'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import { createFastClock } from '@kirim/testing/fast-clock'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { type LinkedNumber, startLinkedNumber } from '../../../testing/linked-number.ts'
import { seedGroup } from '../../../testing/seed-group.ts'
import { campaignForm } from '../../../testing/test-browser.ts'

const [TIMED, OTHER] = ['60123450001', '60123450002'] as const
const WEEK = 7 * 86_400

describe('a chat whose messages disappear', () => {
  let number: LinkedNumber
  let db: Db
  let groupId: string
  beforeAll(async () => {
    number = await startLinkedNumber('SQLite', { clock: createFastClock(20) })
    db = number.app.openDatabase()
    groupId = await seedGroup(db, number.session._id, 'Group', [TIMED, OTHER])
  })
  afterAll(async () => {
    await db.destroy()
    await number.stop()
  })

  /** After how many seconds what each gets disappears. */
  async function written(name: string) {
    const { token } = number.session
    const form = campaignForm({ campaignName: name, caption: name, contactGroupId: groupId })
    const path = `/campaigns/${number.device.id}`
    const { id } = (await number.app.call('POST', path, { token, body: form })).body as BulkCampaign
    const report = async () =>
      (await number.app.call('GET', `/ledger/${id}`, { token })).body as CampaignReport
    await until('both have it', async () => (await report()).counts.read === 2)
    return [TIMED, OTHER].map(
      (one) =>
        number.network
          .messages(number.device.number, one)
          .find(({ text, direction }) => direction === 'to-contact' && text === name)?.expiration,
    )
  }
  const kept = async () => {
    const rows = await db
      .selectFrom('device_credentials')
      .select('sealed')
      .where('kind', '=', 'chat-timer')
      .execute()
    return rows.map(({ sealed }) => sealed).join()
  }
  async function setTimer(seconds: number): Promise<void> {
    const before = await kept()
    await number.network.setDisappearing(number.device.number, TIMED, seconds)
    await until('it is kept', async () => (await kept()) !== before)
  }

  test('is written to with its timer until it is switched off, by number and by LID', async () => {
    expect(await written('Before')).toEqual([undefined, undefined])
    await setTimer(WEEK)
    expect(await written('On')).toEqual([WEEK, undefined])
    number.network.setWeather(number.device.number, { kind: 'migrated' })
    expect(await written('Moved')).toEqual([WEEK, undefined])
    await setTimer(0)
    expect(await written('Off')).toEqual([undefined, undefined])
  })
})
