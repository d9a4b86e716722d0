import type { CampaignGroup, CampaignSort } from '@kirim/contract/campaign-list'
import type { CampaignStatus } from '@kirim/contract/campaigns'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sight } from '../../../platform/caller.ts'
import { systemClock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { campaignRow } from '../../../testing/campaign-row.ts'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { ledgerRooms } from '../../../testing/ledger-rooms.ts'
import { seedUser } from '../../../testing/seed-user.ts'
import { seeingAll, seeingNumbers } from '../../../testing/seeing.ts'
import { type LiveState, progressOf } from '../progress/campaign-progress.ts'
import {
  type CampaignListsRepository,
  createCampaignListsRepository,
  placeOf,
} from './campaign-lists.repository.ts'
import { listCampaigns } from './list-campaigns.ts'

const NOW = Date.UTC(2026, 10, 27, 4)
const HOUR = 3_600_000

/** The group of each status; every campaign is in exactly one. */
const GROUP_OF: Record<CampaignStatus, CampaignGroup> = {
  draft: 'draft',
  scheduled: 'scheduled',
  queued: 'under_way',
  sending: 'under_way',
  outside_hours: 'under_way',
  held: 'under_way',
  waiting_number: 'under_way',
  paused: 'paused',
  completed: 'completed',
  cancelled: 'cancelled',
}

const live: LiveState = {
  isCurrent: () => false,
  lacksMedia: () => false,
  waitsForHost: () => false,
  currentOf: () => null,
  nextMessageAt: () => null,
  connectionOf: () => 'connected',
  storageIsFull: () => false,
  restsUntil: () => null,
  dayOf: () => ({ cap: null, used: 0, endsAt: 0 }),
}

const clock = { ...systemClock, now: () => NOW }
const namesOf = async () => new Map<string, string>()

const someRow = fc.record({
  enabled: fc.constantFrom(0 as const, 1 as const),
  scheduled_at: fc.constantFrom(null, NOW - HOUR, NOW, NOW + HOUR),
  schedule_type: fc.constantFrom('anytime' as const, 'nighttime' as const),
  paused_at: fc.constantFrom(null, NOW - HOUR),
  device_id: fc.constantFrom('here', 'unlinked', 'removed'),
  queued: fc.nat(2),
  sending: fc.nat(1),
  sent: fc.nat(1),
  delivered: fc.nat(3),
  read: fc.nat(3),
  failed: fc.nat(2),
  skipped: fc.nat(1),
})

describe.each(engines)('the list of campaigns on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>
  let lists: CampaignListsRepository
  let made = 0

  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
    lists = createCampaignListsRepository(db, ledgerRooms(db).devices)
  })
  afterAll(() => close())
  const rooms = () => ({ db, devices: ledgerRooms(db).devices })

  async function owner(): Promise<string> {
    const id = `user-${++made}`
    await seedUser(db, id)
    for (const [name, more] of [
      ['here', {}],
      ['unlinked', { logged_out: 1 as const }],
      ['removed', { logged_out: 1 as const, removed: 1 as const }],
    ] as const) {
      await db
        .insertInto('devices')
        .values({
          id: `${id}-${name}`,
          user_id: id,
          number: `${made}${name.length}`,
          name: `Kedai ${name}`,
          wanted: 1,
          logged_out: 0,
          removed: 0,
          linked_at: 1,
          ...more,
        })
        .execute()
    }
    return id
  }

  type Row = Partial<typeof someRow extends fc.Arbitrary<infer R> ? R : never> & {
    name?: string
    ended_at?: number
    started_at?: number
    paused_by?: 'owner' | 'failures' | 'number_removed'
    cancelled_at?: number
    held?: number
  }

  /** Ids sort by creation time, as those of the server do. */
  async function add(workspaceId: string, rows: readonly Row[]): Promise<string[]> {
    const ids = rows.map(
      (_, index) => `${workspaceId.length}-${made}-${String(index).padStart(4, '0')}`,
    )
    for (const [index, { device_id = 'here', name = 'Promo', ...row }] of rows.entries()) {
      await db
        .insertInto('campaigns')
        .values(
          campaignRow(
            {
              id: ids[index] ?? '',
              user_id: workspaceId,
              device_id: `${workspaceId}-${device_id}`,
              created_at: NOW - HOUR,
              updated_at: NOW,
              queued: 1,
              ...row,
            },
            { name, groupName: 'Pelanggan' },
          ),
        )
        .execute()
    }
    return ids
  }

  const filter = { group: null, q: '', now: NOW }

  test('lists and counts each campaign in the group of its status', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(someRow, { minLength: 1, maxLength: 8 }), async (rows) => {
        const workspaceId = await owner()
        await add(workspaceId, rows)
        const all = await lists.page(seeingAll(workspaceId), filter, {
          sort: 'newest',
          after: null,
          limit: 100,
        })
        const beside = { places: new Map(), assigned: new Map() }
        const wanted: Partial<Record<CampaignGroup, string[]>> = {}
        for (const campaign of all) {
          const group = GROUP_OF[progressOf(campaign, beside, live, NOW).status]
          wanted[group] = [...(wanted[group] ?? []), campaign.id]
        }
        const page = { sort: 'newest', after: null, limit: 100 } as const
        for (const group of new Set(Object.values(GROUP_OF))) {
          const found = await lists.page(seeingAll(workspaceId), { ...filter, group }, page)
          expect([group, found.map(({ id }) => id)]).toEqual([group, wanted[group] ?? []])
        }
        const counts = Object.entries(wanted).map(([group, ids]) => [group, ids?.length])
        expect(await lists.counts(seeingAll(workspaceId), filter)).toEqual(
          Object.fromEntries(counts),
        )
      }),
      { numRuns: engine === 'SQLite' ? 60 : 20 },
    )
  })

  test('pages in each order contain every campaign once', async () => {
    const workspaceId = await owner()
    const names = ['Sort 10', 'sort 9', 'Épok', 'Sort 2', 'abc']
    await add(
      workspaceId,
      names.map((name, index) => ({ name, read: index % 2, delivered: 1, failed: index % 3 })),
    )
    const orders: Record<CampaignSort, (string | number)[]> = {
      newest: [...names].reverse(),
      name: ['abc', 'Épok', 'Sort 2', 'sort 9', 'Sort 10'],
      '-name': ['Sort 10', 'sort 9', 'Sort 2', 'Épok', 'abc'],
      sent: [1, 1, 1, 2, 2],
      '-sent': [2, 2, 1, 1, 1],
      failed: [0, 0, 1, 1, 2],
      '-failed': [2, 1, 1, 0, 0],
    }
    for (const [sort, wanted] of Object.entries(orders) as [CampaignSort, string[]][]) {
      const seen = []
      for (let after: readonly (string | number)[] | null = null; ; ) {
        const page = await lists.page(seeingAll(workspaceId), filter, { sort, after, limit: 2 })
        seen.push(...page)
        const last = page.at(-1)
        if (!last || page.length < 2) break
        after = placeOf(last, sort, filter)
      }
      expect(new Set(seen.map(({ id }) => id)).size).toBe(names.length)
      const shown = seen.map(({ name, counts }) => {
        if (sort.endsWith('sent')) return counts.delivered + counts.read
        return sort.endsWith('failed') ? counts.failed : name
      })
      expect([sort, shown]).toEqual([sort, wanted])
    }
  })

  test.each([
    ['promo raya', ['Promo Raya']],
    ['RAYA pelanggan', ['Promo Raya']],
    ['kedai unlinked', ['Baucar 100%']],
    ['100%', ['Baucar 100%']],
    ['0%r', []],
    ['promo unlinked', []],
  ])('%j searches name, group and number', async (q, wanted) => {
    const workspaceId = await owner()
    await add(workspaceId, [{ name: 'Promo Raya' }, { name: 'Baucar 100%', device_id: 'unlinked' }])
    const page = { sort: 'newest', after: null, limit: 9 } as const
    const found = await lists.page(seeingAll(workspaceId), { ...filter, q }, page)
    expect(found.map(({ name }) => name)).toEqual(wanted)
    const counted = Object.values(await lists.counts(seeingAll(workspaceId), { ...filter, q }))
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(wanted.length)
  })

  test('current campaigns are under way, ended within the hour, or paused by the server', async () => {
    const workspaceId = await owner()
    const paused = { queued: 1, read: 1, enabled: 0, paused_at: NOW } as const
    const [running, , fresh, , , , failing, removed] = await add(workspaceId, [
      { queued: 1 },
      { queued: 1, scheduled_at: NOW + HOUR },
      { queued: 0, read: 1, ended_at: NOW - HOUR + 1 },
      { queued: 0, read: 1, ended_at: NOW - HOUR },
      { queued: 0, read: 1 },
      { ...paused, ended_at: NOW, paused_by: 'owner' },
      { ...paused, paused_by: 'failures' },
      { ...paused, paused_by: 'number_removed' },
      { ...paused, paused_by: 'failures', cancelled_at: NOW },
    ])
    const page = { sort: 'newest', after: null, limit: 9 } as const
    const found = await lists.page(seeingAll(workspaceId), { ...filter, group: 'current' }, page)
    expect(found.map(({ id }) => id)).toEqual([removed, failing, running, fresh])
  })

  test('current campaigns are sorted by urgency, page by page', async () => {
    const workspaceId = await owner()
    const ended = { queued: 0, read: 1, ended_at: NOW }
    const begun = { queued: 1, read: 1, started_at: NOW - HOUR }
    const stopped = { ...begun, enabled: 0, paused_at: NOW, paused_by: 'failures' } as const
    const [halted, first, waits, over, second, last] = await add(workspaceId, [
      stopped,
      begun,
      { queued: 1 },
      ended,
      { ...begun, held: 1, queued: 0 },
      ended,
    ])
    const seen = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { pages, next } = await listCampaigns(
        { ...rooms(), lists, live, clock, namesOf, endOf: async () => null },
        seeingAll(workspaceId),
        { status: 'current', limit: 2, cursor },
      )
      for await (const page of pages) seen.push(...page.map(({ id }) => id))
      cursor = next
    }
    expect(seen).toEqual([halted, second, first, waits, last, over])
  })

  test('predicts the end of current sending campaigns only', async () => {
    const workspaceId = await owner()
    const [sending] = await add(workspaceId, [{ queued: 1 }, { queued: 1 }, { queued: 0, read: 1 }])
    const endsAt = new Date(NOW + HOUR).toISOString()
    const deps = {
      ...rooms(),
      lists,
      live: { ...live, isCurrent: (id: string) => id === sending },
      clock,
      namesOf,
      endOf: async () => endsAt,
    }
    const ends = async (status?: 'current') => {
      const { pages } = await listCampaigns(deps, seeingAll(workspaceId), {
        limit: 9,
        ...(status && { status }),
      })
      const found = []
      for await (const page of pages) found.push(...page)
      return found.map((campaign) => campaign.endsAt)
    }
    expect(await ends('current')).toEqual([null, endsAt])
    expect(await ends()).toEqual([null, null, null])
  })

  test('campaigns of numbers that are not seen are neither listed, counted nor found', async () => {
    const workspaceId = await owner()
    const [own] = await add(workspaceId, [
      { name: 'Promo' },
      { name: 'Promo', device_id: 'unlinked' },
    ])
    const page = { sort: 'newest', after: null, limit: 9 } as const
    const idsOf = async (sight: Sight, q: string) =>
      (await lists.page(sight, { ...filter, q }, page)).map(({ id }) => id)
    const sight = seeingNumbers(workspaceId, [`${workspaceId}-here`])
    expect(await idsOf(sight, '')).toEqual([own])
    expect(await idsOf(sight, 'promo')).toEqual([own])
    expect(await idsOf(sight, 'unlinked')).toEqual([])
    expect(await lists.counts(sight, filter)).toEqual({ under_way: 1 })
    const none = seeingNumbers(workspaceId, [])
    expect(await idsOf(none, '')).toEqual([])
    expect(await lists.counts(none, filter)).toEqual({})
  })
})
