import type { RecipientState } from '@kirim/contract/campaigns'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import { campaignRow } from '../../../testing/campaign-row.ts'
import { freshDatabase } from '../../../testing/engines.ts'
import { ledgerRooms } from '../../../testing/ledger-rooms.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { seeingAll } from '../../../testing/seeing.ts'
import { createCampaignDevicesRepository } from '../campaign/campaign-devices.repository.ts'
import { createCampaignsRepository } from '../campaign/campaigns.repository.ts'
import { createLedgerPeopleRepository } from './ledger-people.repository.ts'
import { createCampaignReports } from './report-campaign.ts'

const SECOND = 1000
const HOUR = 3_600_000

interface Person {
  readonly state: RecipientState
  readonly answered?: boolean
  /** Before now, in ms. */
  readonly sentBefore?: number
  /** Of the device beside it. */
  readonly isBeside?: boolean
}

describe('the report of a campaign', () => {
  let db: Db
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase('SQLite'))
  })
  afterAll(() => close())

  const clock = createFakeClock(Date.UTC(2026, 10, 27, 4))
  const NOW = clock.now()

  /** As it is sent by two devices, of which the second is away. */
  async function seeded(people: readonly Person[], columns: object = {}) {
    const workspaceId = await seedUser(db)
    const [own, away] = [
      await seedDevice(db, workspaceId, '601'),
      await seedDevice(db, workspaceId, '602'),
    ]
    const id = newId()
    const counted = (state: RecipientState) => people.filter((one) => one.state === state).length
    const row = campaignRow(
      {
        id,
        user_id: workspaceId,
        device_id: own,
        sent: counted('sent'),
        read: counted('read'),
        failed: counted('failed'),
        held: counted('held'),
        answered: people.filter(({ answered }) => answered).length,
        ...columns,
      },
      { furtherDevices: [away] },
    )
    await db.insertInto('campaigns').values(row).execute()
    const rooms = ledgerRooms(db)
    await createCampaignDevicesRepository(db, rooms.devices).replace(id, [away])
    const rows = people.map(({ state, answered, sentBefore, isBeside }, place) => ({
      id: newId(),
      campaign_id: id,
      user_id: workspaceId,
      position: place + 1,
      name: '',
      phone_number: String(60_123_400_000 + place),
      state,
      reason: state === 'failed' ? 'no_answer' : null,
      device_id: isBeside ? away : null,
      answered_at: answered ? NOW : null,
      sent_at: sentBefore === undefined ? null : NOW - sentBefore,
    }))
    if (rows.length > 0) await db.insertInto('recipients').values(rows).execute()
    const connectionOf = (deviceId: string) =>
      deviceId === away ? ('disconnected' as const) : ('connected' as const)
    const restsUntil = () => null
    const live = {
      isCurrent: () => false,
      lacksMedia: () => false,
      waitsForHost: () => false,
      currentOf: () => null,
      nextMessageAt: () => null,
      storageIsFull: () => false,
      connectionOf,
      restsUntil,
      dayOf: rooms.devices.dayOf,
    }
    const ledger = createLedgerPeopleRepository(db)
    let changes = 0
    const changesOf = () => changes
    const isExpected = (deviceId: string) => deviceId !== away
    const namesOf = async () => new Map<string, string>()
    const told = { isExpected, restsUntil, changesOf, namesOf }
    const deps = { db, ...rooms, people: ledger, clock, live, ...told }
    const reports = createCampaignReports(deps)
    const limit = (deviceId: string, until: number, isNamed: 0 | 1) =>
      db
        .updateTable('devices')
        .set({ limited_until: until, limit_named: isNamed })
        .where('id', '=', deviceId)
        .execute()
    async function report() {
      const campaigns = createCampaignsRepository(db, rooms.devices)
      const [campaign, texts] = [await campaigns.findById(id), await campaigns.textsOf(id)]
      if (!campaign || !texts) throw new Error('not kept')
      return reports(seeingAll(campaign.workspaceId), { ...campaign, ...texts })
    }
    const changed = () => {
      changes += 1
    }
    return { id, own, away, ledger, limit, report, changed }
  }

  test('counts as not answered what the ledger lists as such', async () => {
    const { id, ledger, report } = await seeded([
      { state: 'sent' },
      { state: 'read' },
      { state: 'read', answered: true },
      // The network's receipt was lost, but the person has the message all the same.
      { state: 'failed', answered: true },
      { state: 'failed' },
    ])
    const everybody = { campaignId: id, cancelledAt: null, state: null, reason: null, typed: '' }
    const listed = await ledger.list({ ...everybody, answered: 'no' }, -1, 10)
    expect(listed).toHaveLength(2)
    expect(await report()).toMatchObject({ answered: 2, notAnswered: 2 })
  })

  test('counts the parts of failed messages', async () => {
    const { id, report, changed } = await seeded([
      { state: 'read', sentBefore: 9 },
      { state: 'failed' },
      { state: 'failed', sentBefore: 5 },
      { state: 'failed', sentBefore: 5 },
    ])
    expect((await report()).partly).toEqual({ sent: 2, delivered: 0, read: 0 })
    await db
      .updateTable('recipients')
      .set({ read_at: NOW })
      .where('campaign_id', '=', id)
      .where('position', '=', 3)
      .execute()
    changed()
    expect((await report()).partly).toEqual({ sent: 2, delivered: 1, read: 1 })
  })

  test.each<[string, object, number, number]>([
    ['since it began', { started_at: NOW - 20 * SECOND }, 20, 6],
    ['of a moment, as of a quarter of a minute', { started_at: NOW - SECOND }, 15, 8],
    ['of five minutes at most', { started_at: NOW - HOUR }, 300, 0.6],
    ['since it began again', { started_at: NOW - HOUR, scheduled_at: NOW - 30 * SECOND }, 30, 4],
    [
      'since its first message, where that came later',
      { started_at: NOW - 60 * SECOND, scheduled_at: NOW - HOUR },
      60,
      2,
    ],
  ])('has the pace %s', async (_what, columns, paceSeconds, perMinute) => {
    const people = [
      { state: 'sent' as const, sentBefore: 2 * SECOND },
      { state: 'sent' as const, sentBefore: SECOND },
      { state: 'sent' as const, sentBefore: 250 * SECOND },
    ]
    expect(await (await seeded(people, columns)).report()).toMatchObject({ paceSeconds, perMinute })
  })

  test('has the end of the limit that its sentence names', async () => {
    const { own, away, limit, report } = await seeded(
      [{ state: 'held' }, { state: 'held', isBeside: true }],
      { enabled: 1 },
    )
    await limit(away, NOW + HOUR, 1)
    await limit(own, NOW + 2 * HOUR, 0)
    const { heldUntil, heldUntilIsGuess, sentence } = await report()
    // The one that is away may be away for longer.
    expect([heldUntil, heldUntilIsGuess]).toEqual([new Date(NOW + 2 * HOUR).toISOString(), true])
    expect(sentence).toMatchObject({ code: 'held_new_chats_guess', params: { at: heldUntil } })
    await limit(own, NOW - 1, 0)
    expect(await report()).toMatchObject({
      heldUntil: new Date(NOW + HOUR).toISOString(),
      heldUntilIsGuess: false,
    })
  })

  test('has no limit of a device without held people', async () => {
    const { away, limit, report } = await seeded([{ state: 'held' }], { enabled: 1 })
    await limit(away, NOW + HOUR, 1)
    expect(await report()).toMatchObject({ heldUntil: null, sentence: { code: 'queued_next' } })
  })
})
