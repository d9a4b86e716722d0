import { createFakeClock } from '@kirim/testing/fake-clock'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import { CAMPAIGN_SETTINGS } from '../../../testing/campaign-row.ts'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { ledgerRooms } from '../../../testing/ledger-rooms.ts'
import { plainOutgoing } from '../../../testing/plain-outgoing.ts'
import { plannedMessage } from '../../../testing/planned-message.ts'
import { seedGroup } from '../../../testing/seed-group.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { freezePeople } from '../audience/freeze-people.ts'
import { createFreezesRepository } from '../audience/freezes.repository.ts'
import { createCampaignsRepository } from '../campaign/campaigns.repository.ts'
import { hearAnswer } from './hear-answer.ts'

interface Owner {
  readonly workspaceId: string
  readonly deviceId: string
  readonly groupId: string
}

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

  interface Columns {
    readonly state: 'failed' | 'held' | 'sending' | 'sent'
    readonly reason?: string
    readonly settled_at?: number
    readonly sent_at?: number
  }

  async function owner() {
    const workspaceId = await seedUser(db)
    const groupId = await seedGroup(db, workspaceId, newId(), [FARAH])
    return { workspaceId, groupId, deviceId: await seedDevice(db, workspaceId) }
  }

  /** A campaign to one person, as the ledger has them. */
  async function campaignOf({ workspaceId, deviceId, groupId }: Owner, columns: Columns) {
    const rooms = ledgerRooms(db)
    const id = newId()
    const campaigns = createCampaignsRepository(db, rooms.devices)
    await campaigns.insert({ id, workspaceId, deviceId, now: 0 }, CAMPAIGN_SETTINGS, [])
    await createFreezesRepository(db, rooms.groups).request(id, { groupId })
    await freezePeople({ db, ...rooms }, id)
    const row = { ...columns, device_id: deviceId }
    await db.updateTable('recipients').set(row).where('campaign_id', '=', id).execute()
    return { id, answered: async () => (await campaigns.findById(id))?.answered }
  }

  /** What is written to its person, and where it is kept. */
  async function messageTo({ workspaceId, deviceId }: Owner, campaignId: string) {
    const person = await db
      .selectFrom('recipients')
      .select('id')
      .where('campaign_id', '=', campaignId)
      .executeTakeFirstOrThrow()
    const message = plannedMessage({
      workspaceId,
      deviceId,
      origin: 'campaign',
      originId: person.id,
      jid: `${FARAH}@s.whatsapp.net`,
    })
    return { message, outgoing: plainOutgoing(db, { clock: createFakeClock(ANSWERED_AT) }) }
  }

  async function hear({ workspaceId, deviceId }: Owner, sentAt: number) {
    const events = { changed: () => {}, stop: async () => {} }
    const outgoing = plainOutgoing(db)
    const message = {
      messageId: newId(),
      fromMe: false,
      chat: 'individual',
      chatLid: null,
    } as const
    const heard = { ...message, deviceId, senderNumber: FARAH, sentAt }
    const answer = await hearAnswer({ db, events, outgoing }, workspaceId, heard)
    await db.transaction().execute(async (tx) => answer?.write(tx))
  }

  test.each([
    ['no_answer', 1],
    ['number_removed', 1],
    ['unsettled_479', 1],
    ['opted_out_unsettled', 1],
    ['refused_479', 0],
    ['not_on_whatsapp', 0],
  ])('of a person who failed with %s counts %i times', async (reason, times) => {
    const siti = await owner()
    const { answered } = await campaignOf(siti, { state: 'failed', reason, settled_at: FAILED_AT })
    await hear(siti, ANSWERED_AT)
    expect(await answered()).toBe(times)
    await hear(siti, ANSWERED_AT + DAY)
    expect(await answered()).toBe(times)
  })

  test('of a person who has a part of a refused message counts', async () => {
    const siti = await owner()
    const columns = { state: 'failed', reason: 'refused_479', settled_at: FAILED_AT } as const
    const { answered } = await campaignOf(siti, { ...columns, sent_at: FAILED_AT })
    await hear(siti, ANSWERED_AT)
    expect(await answered()).toBe(1)
  })

  test('does not count after seven days', async () => {
    const siti = await owner()
    const columns = { state: 'failed', reason: 'no_answer', settled_at: FAILED_AT } as const
    const { answered } = await campaignOf(siti, columns)
    await hear(siti, FAILED_AT + 8 * DAY)
    expect(await answered()).toBe(0)
  })

  test.each<[string, Columns]>([
    ['is being written to', { state: 'sending' }],
    ['is held and may have it', { state: 'held', reason: 'new_chats_unsettled' }],
  ])('of a person who %s counts once the message may have been sent', async (_who, columns) => {
    const siti = await owner()
    const { id, answered } = await campaignOf(siti, columns)
    await hear(siti, ANSWERED_AT)
    expect(await answered()).toBe(0)
    const { outgoing, message } = await messageTo(siti, id)
    await db
      .transaction()
      .execute((tx) => outgoing.storeMessages(tx, [message], { leaveAtOnce: true }))
    await hear(siti, ANSWERED_AT - DAY)
    expect(await answered()).toBe(0)
    await hear(siti, ANSWERED_AT)
    expect(await answered()).toBe(1)
  })

  test('to the first of several messages counts before the next one is sent', async () => {
    const siti = await owner()
    const { id, answered } = await campaignOf(siti, { state: 'sending' })
    const { outgoing, message } = await messageTo(siti, id)
    const { deviceId, messageId } = message
    const second = { ...message, messageId: newId(), part: 1 }
    const parts = [message, second]
    await db
      .transaction()
      .execute((tx) => outgoing.storeMessages(tx, parts, { leaveAtOnce: false }))
    await hear(siti, ANSWERED_AT)
    expect(await answered()).toBe(0)
    await outgoing.record(deviceId, [{ messageId, status: 'sent', reason: null }])
    await hear(siti, ANSWERED_AT)
    expect(await answered()).toBe(1)
  })

  test('belongs to the number it was sent to, then to the last one that wrote', async () => {
    const siti = await owner()
    const second = { ...siti, deviceId: await seedDevice(db, siti.workspaceId, '60121111112') }
    const third = { ...siti, deviceId: await seedDevice(db, siti.workspaceId, '60121111113') }
    const [first, last] = await Promise.all([
      campaignOf(siti, { state: 'sent', sent_at: FAILED_AT }),
      campaignOf(second, { state: 'sent', sent_at: FAILED_AT + DAY }),
    ])
    await hear(siti, FAILED_AT + 2 * DAY)
    expect([await first.answered(), await last.answered()]).toEqual([1, 0])
    await hear(third, FAILED_AT + 2 * DAY)
    expect([await first.answered(), await last.answered()]).toEqual([1, 1])
  })
})
