import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import { CAMPAIGN_SETTINGS } from '../../../testing/campaign-row.ts'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { ledgerRooms } from '../../../testing/ledger-rooms.ts'
import { seedGroup } from '../../../testing/seed-group.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { createCampaignsRepository } from '../campaigns.repository.ts'
import { freezePeople } from '../people/freeze-people.ts'
import { createFrozenPeopleRepository } from '../people/frozen-people.repository.ts'
import { hearAnswer } from './hear-answer.ts'

const FARAH = '60123456701'
const DAY = 86_400_000
const [FAILED_AT, ANSWERED_AT] = [20 * DAY, 21 * DAY]

describe.each(engines)('an answer on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
  })
  afterAll(() => close())

  /** Somebody of a campaign, as the ledger has them. */
  async function recipient(columns: { state: 'failed' | 'sending'; reason: string | null }) {
    const userId = await seedUser(db)
    const deviceId = await seedDevice(db, userId)
    const rooms = ledgerRooms(db)
    const id = newId()
    const groupId = await seedGroup(db, userId, id, [FARAH])
    const campaigns = createCampaignsRepository(db, rooms.devices)
    await campaigns.insert({ id, userId, deviceId, now: 0 }, CAMPAIGN_SETTINGS, [])
    await createFrozenPeopleRepository(db, rooms).ask(id, { groupId })
    await freezePeople({ db, ...rooms }, id)
    const settled_at = columns.state === 'failed' ? FAILED_AT : null
    const row = { ...columns, settled_at, device_id: deviceId }
    await db.updateTable('recipients').set(row).where('campaign_id', '=', id).execute()
    const events = { changed: () => {}, stop: async () => {} }
    const message = { messageId: 'm', fromMe: false, chat: 'individual', chatLid: null } as const
    const hear = async (sentAt: number) => {
      const heard = { ...message, senderNumber: FARAH, sentAt }
      const answer = await hearAnswer({ db, events }, userId, heard)
      await db.transaction().execute(async (tx) => answer?.write(tx))
      return (await campaigns.findById(id))?.answered
    }
    return hear
  }

  test.each([
    ['no_answer', 1],
    ['number_removed', 1],
    ['unsettled_479', 1],
    ['opted_out_unsettled', 1],
    ['refused_479', 0],
    ['not_on_whatsapp', 0],
  ])('of somebody who failed with %s counts %i times', async (reason, times) => {
    const hear = await recipient({ state: 'failed', reason })
    expect(await hear(ANSWERED_AT)).toBe(times)
    expect(await hear(ANSWERED_AT + DAY)).toBe(times)
  })

  test('more than seven days later counts no more, nor from somebody who has nothing yet', async () => {
    const hear = await recipient({ state: 'failed', reason: 'no_answer' })
    expect(await hear(FAILED_AT + 8 * DAY)).toBe(0)
    const waiting = await recipient({ state: 'sending', reason: null })
    expect(await waiting(ANSWERED_AT)).toBe(0)
  })
})
