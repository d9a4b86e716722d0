import { EstimateForm } from '@kirim/contract/campaign-sending'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { CAMPAIGN_SETTINGS, campaignRow } from '../../../testing/campaign-row.ts'
import { freshDatabase } from '../../../testing/engines.ts'
import { ledgerRooms } from '../../../testing/ledger-rooms.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { seeingAll } from '../../../testing/seeing.ts'
import { createCampaignDevicesRepository } from '../campaign/campaign-devices.repository.ts'
import { createCampaignsRepository } from '../campaign/campaigns.repository.ts'
import type { Campaign } from '../campaign/stored-campaign.ts'
import { HELD_UNSETTLED } from '../recipients/reasons.ts'
import { estimateCampaign } from './estimate-campaign.ts'
import { estimateCourse, restOfCampaign } from './estimate-course.ts'

const NOW = Date.UTC(2026, 10, 27, 4)
const SECOND = 1000
const HOUR = 3_600_000
const iso = (at: number) => new Date(at).toISOString()

/** How a device stands; `free` is connected and not limited. */
type Standing =
  | 'free'
  | 'away'
  | { limitedFor: number }
  | { restsFor: number }
  | { cap: number }
  | { newChats: number }

/** Days end at midnight UTC, after 20 hours; the network counts chats for half an hour each. */
function columnsOf(standing: { limitedFor: number } | { cap: number } | { newChats: number }) {
  if ('limitedFor' in standing) return { limited_until: NOW + standing.limitedFor }
  if ('cap' in standing) return { daily_cap: standing.cap, day_zone: 'UTC' }
  const { newChats } = standing
  return {
    chats_left: newChats,
    chats_of: newChats,
    chats_from: NOW,
    chats_until: NOW + HOUR / 2,
  }
}

/** How many people a device holds, of whom so many may have the message, and has begun. */
interface Begun {
  held?: number
  unsettled?: number
  sending?: number
}

describe('when a campaign ends', () => {
  let db: Db
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase('SQLite'))
  })
  afterAll(() => close())

  /** A user with devices that stand so; what is reckoned is of a campaign of the first. */
  async function setUp(standings: readonly Standing[]) {
    const workspaceId = await seedUser(db)
    const ids: string[] = []
    const rests = new Map<string, number>()
    const away = new Set<string>()
    for (const [place, standing] of standings.entries()) {
      const id = await seedDevice(db, workspaceId, `6012345678${place}`)
      ids.push(id)
      if (standing === 'away') away.add(id)
      if (typeof standing === 'string') continue
      if ('restsFor' in standing) rests.set(id, NOW + standing.restsFor)
      else await db.updateTable('devices').set(columnsOf(standing)).where('id', '=', id).execute()
    }
    const [deviceId = '', ...furtherDevices] = ids
    const isExpected = (id: string) => !away.has(id)
    const restsUntil = (id: string) => rests.get(id) ?? null
    const deps = { db, ...ledgerRooms(db), isExpected, restsUntil }
    const form = { ...CAMPAIGN_SETTINGS, id: '', createdAt: NOW, minIntervalSeconds: 6 }
    const pace = { ...form, maxIntervalSeconds: 6, furtherDevices }
    const reckon = (people: number) => estimateCourse(deps, deviceId, pace, people, NOW)
    return { deps, workspaceId, deviceId, furtherDevices, reckon }
  }
  type SetUp = Awaited<ReturnType<typeof setUp>>

  /** A campaign that has begun people; those of null are held for nobody in particular. */
  async function begunCampaign(
    { deps, workspaceId, deviceId }: Pick<SetUp, 'deps' | 'workspaceId' | 'deviceId'>,
    how: { furtherDevices: string[]; leaving?: string[]; queued: number },
    people: ReadonlyMap<string | null, Begun>,
  ): Promise<Campaign> {
    const id = `begun ${workspaceId}`
    const sumOf = (state: 'held' | 'sending') =>
      [...people.values()].reduce((sum, begun) => sum + (begun[state] ?? 0), 0)
    const counts = { queued: how.queued, held: sumOf('held'), sending: sumOf('sending') }
    const row = campaignRow(
      { id, user_id: workspaceId, device_id: deviceId, ...counts, sent: 1 },
      { furtherDevices: how.furtherDevices, minIntervalSeconds: 10, maxIntervalSeconds: 10 },
    )
    await db.insertInto('campaigns').values(row).execute()
    const rooms = createCampaignDevicesRepository(db, deps.devices)
    await rooms.replace(id, how.furtherDevices)
    for (const leaving of how.leaving ?? []) await rooms.keepLeaving(id, leaving)
    const rows = [...people].flatMap(([device_id, begun]) =>
      (['held', 'sending'] as const).flatMap((state) =>
        Array.from({ length: begun[state] ?? 0 }, (_, n) => ({
          ...{ id: `${id} ${device_id} ${state} ${n}`, campaign_id: id, user_id: workspaceId },
          ...{ position: n, name: '', phone_number: `${device_id} ${state} ${n}` },
          ...{ state, device_id },
          reason: state === 'held' && n < (begun.unsettled ?? 0) ? HELD_UNSETTLED : null,
        })),
      ),
    )
    if (rows.length > 0) await db.insertInto('recipients').values(rows).execute()
    const campaign = await createCampaignsRepository(db, deps.devices).findById(id)
    if (!campaign) throw new Error('not kept')
    return campaign
  }

  test.each<[string, Standing[], object]>([
    ['one', ['free'], { endsAt: iso(NOW + 600 * SECOND), isOffline: false }],
    ['one that is away', ['away'], { startsAt: null, endsAt: null, isOffline: true, spans: [] }],
    ['two', ['free', 'free'], { endsAt: iso(NOW + 300 * SECOND) }],
    ['two, the first away', ['away', 'free'], { endsAt: iso(NOW + 600 * SECOND) }],
    ['two, the second away', ['free', 'away'], { endsAt: iso(NOW + 600 * SECOND) }],
    ['two that are away', ['away', 'away'], { endsAt: null, isOffline: true }],
    [
      'one that is limited',
      [{ limitedFor: HOUR }],
      { startsAt: iso(NOW + HOUR), endsAt: iso(NOW + HOUR + 600 * SECOND) },
    ],
    ['one whose limit is over', [{ limitedFor: -1 }], { startsAt: iso(NOW) }],
    [
      'two, one limited for long',
      ['free', { limitedFor: 9 * HOUR }],
      { startsAt: iso(NOW), endsAt: iso(NOW + 600 * SECOND) },
    ],
    [
      'two, one limited for a moment',
      ['free', { limitedFor: 60 * SECOND }],
      { endsAt: iso(NOW + 330 * SECOND) },
    ],
    [
      'one that rests',
      [{ restsFor: 60 * SECOND }],
      { startsAt: iso(NOW + 60 * SECOND), endsAt: iso(NOW + 660 * SECOND) },
    ],
    ['two, one of them resting', ['free', { restsFor: HOUR }], { endsAt: iso(NOW + 600 * SECOND) }],
    ['two, one with a small day', ['free', { cap: 10 }], { endsAt: iso(NOW + 540 * SECOND) }],
    ['one with a small day', [{ cap: 60 }], { endsAt: iso(NOW + 20 * HOUR + 240 * SECOND) }],
    [
      'one that may begin few chats',
      [{ newChats: 60 }],
      { endsAt: iso(NOW + HOUR / 2 + 240 * SECOND) },
    ],
    [
      'two, one of them with few new chats',
      [{ newChats: 10 }, 'free'],
      { endsAt: iso(NOW + 540 * SECOND) },
    ],
    [
      'two, one limited and one away',
      [{ limitedFor: HOUR }, 'away'],
      { startsAt: iso(NOW + HOUR), isOffline: false },
    ],
  ])('to 100 people through %s', async (_what, standings, course) => {
    const { reckon } = await setUp(standings)
    expect(await reckon(100)).toMatchObject(course)
  })

  test('people ahead of it are shared among the devices of their own campaign', async () => {
    const { deps, workspaceId, deviceId, furtherDevices, reckon } = await setUp([
      'free',
      'free',
      'free',
    ])
    const [second = '', third = ''] = furtherDevices
    const shared = campaignRow(
      {
        id: `shared ${workspaceId}`,
        user_id: workspaceId,
        device_id: third,
        queued: 100,
        created_at: 1,
      },
      { minIntervalSeconds: 6, maxIntervalSeconds: 6, furtherDevices: [second] },
    )
    await db.insertInto('campaigns').values(shared).execute()
    await createCampaignDevicesRepository(db, deps.devices).replace(shared.id, [second])
    const campaign = await createCampaignsRepository(db, deps.devices).findById(shared.id)
    if (!campaign) throw new Error('not kept')
    expect((await restOfCampaign(deps, campaign, NOW))?.endsAt).toBe(iso(NOW + 300 * SECOND))
    const among = { ...campaign, id: '', createdAt: NOW, furtherDevices: [second] }
    expect(await estimateCourse(deps, deviceId, among, 150, NOW)).toMatchObject({
      ahead: 0,
      endsAt: iso(NOW + 600 * SECOND),
    })
    expect(await reckon(0)).toMatchObject({ ahead: 0, endsAt: null })
  })

  test('people ahead of it are shared among connected devices, after their limit', async () => {
    const { deps, workspaceId, deviceId, furtherDevices, reckon } = await setUp([
      { limitedFor: HOUR },
      'away',
    ])
    const ahead = campaignRow(
      { id: `ahead ${workspaceId}`, user_id: workspaceId, device_id: deviceId, queued: 30 },
      { furtherDevices, minIntervalSeconds: 10, maxIntervalSeconds: 10 },
    )
    await db.insertInto('campaigns').values(ahead).execute()
    expect(await reckon(100)).toMatchObject({
      ahead: 30,
      startsAt: iso(NOW + HOUR + 300 * SECOND),
      endsAt: iso(NOW + HOUR + 900 * SECOND),
    })
    const campaign = await createCampaignsRepository(db, deps.devices).findById(ahead.id)
    if (!campaign) throw new Error('not kept')
    expect((await restOfCampaign(deps, campaign, NOW))?.endsAt).toBe(iso(NOW + HOUR + 300 * SECOND))
    const from = NOW + HOUR
    expect(await restOfCampaign(deps, campaign, NOW)).toMatchObject({
      spans: [{ from, to: from + 300 * SECOND, people: 30 }],
    })
    expect(await restOfCampaign(deps, { ...campaign, enabled: false }, NOW)).toBeNull()
    expect(await restOfCampaign(deps, { ...campaign, deviceRemoved: true }, NOW)).toBeNull()
  })

  test.each<[string, Standing[], object, object]>([
    // Half of the sixty who wait are written to by each of the two.
    ['nobody', ['free', 'free', 'free'], {}, { endsAt: iso(NOW + 300 * SECOND) }],
    [
      'one that is limited',
      ['free', { limitedFor: HOUR }, 'free'],
      { second: { held: 20 } },
      { startsAt: iso(NOW), endsAt: iso(NOW + HOUR + 200 * SECOND) },
    ],
    [
      'one that is limited, and is still writing to somebody',
      ['free', { limitedFor: HOUR }, 'free'],
      { second: { sending: 1 } },
      { endsAt: iso(NOW + 610 * SECOND) },
    ],
    [
      'one whose limit is over',
      ['free', { limitedFor: -1 }, 'free'],
      { second: { held: 70 } },
      { endsAt: iso(NOW + 700 * SECOND) },
    ],
    ['one that is away', ['free', 'away', 'free'], { second: { sending: 1 } }, { endsAt: null }],
    [
      'one that held some and is away: another writes to them',
      ['free', 'away', 'free'],
      { second: { held: 20 } },
      { endsAt: iso(NOW + 800 * SECOND) },
    ],
    [
      'one that is away and held some who may have the message: they wait for it',
      ['free', 'away', 'free'],
      { second: { held: 20, unsettled: 1 } },
      {
        ...{ startsAt: iso(NOW), endsAt: null, isWaited: true },
        spans: [{ from: NOW, to: NOW + 790 * SECOND }],
      },
    ],
    [
      'one that was taken out and is limited',
      ['free', 'free', { limitedFor: HOUR }],
      { third: { held: 20 } },
      { endsAt: iso(NOW + HOUR + 200 * SECOND) },
    ],
    [
      'one that was taken out and is away',
      ['free', 'free', 'away'],
      { third: { sending: 1 } },
      { endsAt: null },
    ],
    [
      'one that was taken out, while the others are away',
      ['away', 'away', 'free'],
      { third: { sending: 2 }, queued: 0 },
      { startsAt: iso(NOW), endsAt: iso(NOW + 20 * SECOND) },
    ],
  ])('with people bound to a device: %s', async (_what, standings, begun, course) => {
    const { deps, workspaceId, deviceId, furtherDevices } = await setUp(standings)
    const [second = '', third = ''] = furtherDevices
    const { queued = 60, ...by } = begun as Partial<Record<'second' | 'third', Begun>> & {
      queued?: number
    }
    const campaign = await begunCampaign(
      { deps, workspaceId, deviceId },
      { furtherDevices: [second], leaving: [third], queued },
      new Map([
        [second, by.second ?? {}],
        [third, by.third ?? {}],
      ]),
    )
    expect(await restOfCampaign(deps, campaign, NOW)).toMatchObject(course)
  })

  test.each<[string, Standing[], Edit, object]>([
    [
      'is written to by nobody else',
      ['free', { limitedFor: HOUR }],
      { shared: true, holds: 'second', saved: true },
      { people: 80, startsAt: iso(NOW), endsAt: iso(NOW + HOUR + 200 * SECOND) },
    ],
    [
      'stays with a device that is taken out',
      ['free', { limitedFor: HOUR }],
      { shared: true, holds: 'second', saved: false },
      { endsAt: iso(NOW + HOUR + 200 * SECOND) },
    ],
    [
      'stays with the own one when another joins it',
      [{ limitedFor: HOUR }, 'free'],
      { shared: false, holds: 'own', saved: true },
      { endsAt: iso(NOW + HOUR + 200 * SECOND) },
    ],
    [
      'goes to another that joins when it waits for none in particular',
      [{ limitedFor: HOUR }, 'free'],
      { shared: false, holds: 'none', saved: true },
      { endsAt: iso(NOW + 800 * SECOND) },
    ],
    [
      'waits for its own, which is away, when they may have the message',
      ['free', 'away'],
      { shared: true, holds: 'second', unsettled: 1, saved: true },
      { people: 80, endsAt: null, isWaited: true },
    ],
    [
      'goes to the others while its own is away',
      ['free', 'away'],
      { shared: true, holds: 'second', saved: true },
      { isWaited: false, endsAt: iso(NOW + 800 * SECOND) },
    ],
  ])('in an edited campaign, a held person %s', async (_what, standings, edit, estimate) => {
    const { deps, workspaceId, deviceId, furtherDevices } = await setUp(standings)
    const [second = ''] = furtherDevices
    const holder = { own: deviceId, second, none: null }[edit.holds]
    const { id } = await begunCampaign(
      { deps, workspaceId, deviceId },
      { furtherDevices: edit.shared ? [second] : [], queued: 60 },
      new Map([[holder, { held: 20, unsettled: edit.unsettled ?? 0 }]]),
    )
    const form = EstimateForm.parse({
      ...{ contactGroupId: 'none', minIntervalSeconds: 10, maxIntervalSeconds: 10 },
      ...{ campaignId: id, alsoFrom: edit.saved ? [second] : [], scheduledAt: null },
    })
    const clock = createFakeClock(NOW)
    expect(
      await estimateCampaign({ ...deps, clock }, seeingAll(workspaceId), deviceId, form),
    ).toMatchObject(estimate)
  })
})

/** Whether a second device sends the campaign before, who holds, and whether it does afterwards. */
interface Edit {
  readonly shared: boolean
  readonly holds: 'own' | 'second' | 'none'
  /** How many of the held people may already have the message. */
  readonly unsettled?: number
  readonly saved: boolean
}
