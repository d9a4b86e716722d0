import { type CampaignTextCode, campaignTexts } from '@kirim/contract/campaign-texts'
import { expect, test } from 'vitest'
import { CAMPAIGN_SETTINGS } from '../../../testing/campaign-row.ts'
import type { Campaign, Counts, DevicePlace } from '../campaign/stored-campaign.ts'
import { type LiveState, progressOf } from './campaign-progress.ts'
import { firstThatHolds, numbersOf } from './sending-numbers.ts'

const NOW = Date.UTC(2026, 10, 27, 4)
const HOUR = 3_600_000
const iso = (at: number) => new Date(at).toISOString()

const PACE = {
  daily_cap: null,
  warm_up_from: '',
  warm_up_start: 0,
  warm_up_step: 0,
  day_zone: 'UTC',
  used_day: '',
  used_count: 0,
}
const COUNTS: Counts = {
  queued: 3,
  held: 0,
  sending: 0,
  sent: 0,
  delivered: 0,
  read: 0,
  failed: 0,
  skipped: 0,
}

/** How one of the numbers stands: connected and free, but for what is said. */
interface Stands {
  connection?: 'connecting' | 'disconnected'
  unlinked?: boolean
  limited?: number
  isGuess?: boolean
  rests?: number
  full?: boolean
  sends?: string
}

function placeOf(name: string, { unlinked, limited, isGuess, full }: Stands): DevicePlace {
  return {
    deviceName: name,
    deviceNumber: '',
    deviceRemoved: false,
    deviceUnlinked: unlinked ?? false,
    deviceOfflineSince: null,
    limitedUntil: limited ?? null,
    isLimitNamed: !isGuess,
    pace: { ...PACE, daily_cap: full ? 9 : null },
  }
}

/** How many people a number holds, and how many it is writing to. */
type Assigned = Readonly<Record<string, readonly [held: number, sending: number]>>

interface Sent {
  isCurrent?: boolean
  counts?: Partial<Counts>
  assigned?: Assigned
  /** How the number that was taken out of the campaign stands; it is called Lama. */
  leaving?: Stands
}

/** The own number is called Kedai, those beside it Satu and Dua. */
function standing(
  [own, ...others]: readonly Stands[],
  { isCurrent = false, counts = {}, assigned, leaving }: Sent = {},
) {
  const names = ['Satu', 'Dua'].slice(0, others.length)
  const stands: Record<string, Stands> = { Kedai: own ?? {} }
  names.forEach((name, index) => {
    stands[name] = others[index] ?? {}
  })
  if (leaving) stands.Lama = leaving
  const campaign: Campaign = {
    ...CAMPAIGN_SETTINGS,
    ...placeOf('Kedai', own ?? {}),
    createdBy: null,
    stoppedBy: null,
    id: 'c',
    workspaceId: 'u',
    deviceId: 'Kedai',
    runsOn: 'own',
    deviceNumber: '',
    furtherDevices: names,
    createdAt: 0,
    updatedAt: 0,
    pausedAt: null,
    pausedBy: null,
    cancelledAt: null,
    failuresInARow: 0,
    answered: 0,
    endedAt: null,
    startedAt: null,
    sortKey: '',
    counts: { ...COUNTS, ...counts },
    preparing: false,
  }
  const live: LiveState = {
    isCurrent: () => isCurrent,
    lacksMedia: () => false,
    waitsForHost: () => false,
    currentOf: (id) => stands[id]?.sends ?? null,
    nextMessageAt: () => null,
    connectionOf: (id) => stands[id]?.connection ?? 'connected',
    storageIsFull: () => false,
    restsUntil: (id) => stands[id]?.rests ?? null,
    dayOf: ({ daily_cap: cap }) => ({ cap, used: 9, endsAt: NOW + 20 * HOUR }),
  }
  const places = new Map(Object.entries(stands).map(([name, each]) => [name, placeOf(name, each)]))
  const people = Object.entries(assigned ?? {}).map(
    ([name, [held, sending]]) =>
      [name, { held, heldForAny: 0, heldUnsettled: 0, sending }] as const,
  )
  const beside = { places, assigned: new Map(assigned && [[campaign.id, new Map(people)]]) }
  const held = firstThatHolds(numbersOf(campaign, beside, live, NOW))
  const { status, sentence } = progressOf(campaign, beside, live, NOW)
  return {
    said: { status, code: sentence.code, params: sentence.params },
    heldUntil: held?.limitedUntil ?? null,
  }
}

const away = { connection: 'disconnected' } as const
const limited = (hours: number, isGuess = false) => ({ limited: NOW + hours * HOUR, isGuess })
const people = 3

test.each<[string, readonly Stands[], string, string, object]>([
  ['one rests', [{ rests: NOW + HOUR }], 'held', 'number_resting', { device: 'Kedai', at: 1 }],
  ['its rest is over', [{ rests: NOW }], 'queued', 'queued_next', {}],
  ['a past limit', [limited(-1), away], 'queued', 'queued_next', {}],
  [
    'both limited',
    [limited(2), limited(1, true)],
    'held',
    'held_new_chats_guess',
    { device: 'Satu', at: 1 },
  ],
  [
    'both limited, the first named',
    [limited(1), limited(2, true)],
    'held',
    'held_new_chats',
    { device: 'Kedai', at: 1 },
  ],
  [
    'one limited, one away',
    [away, limited(2)],
    'held',
    'held_new_chats',
    { device: 'Satu', at: 2 },
  ],
  [
    'one limited, one rests',
    [{ rests: NOW + HOUR }, limited(2)],
    'held',
    'number_resting',
    { device: 'Kedai', at: 1 },
  ],
  ['one limited, one free', [limited(2), {}], 'queued', 'queued_next', {}],
  ['one full, one free', [{ full: true }, {}], 'queued', 'queued_next', {}],
  [
    'one full, one away',
    [away, { full: true }],
    'held',
    'daily_cap',
    { device: 'Satu', cap: 9, at: 20 },
  ],
  [
    'all full',
    [{ full: true }, { full: true }],
    'held',
    'daily_cap',
    { device: 'Kedai', cap: 9, at: 20 },
  ],
  ['all away', [away, away], 'waiting_number', 'number_disconnected', { device: 'Kedai' }],
  [
    'one comes back',
    [away, { connection: 'connecting' }],
    'waiting_number',
    'number_connecting',
    { device: 'Satu' },
  ],
  [
    'one unlinked, one away',
    [{ unlinked: true }, away],
    'waiting_number',
    'number_disconnected',
    { device: 'Satu' },
  ],
  [
    'all unlinked',
    [{ unlinked: true }, { unlinked: true }],
    'waiting_number',
    'number_unlinked',
    { device: 'Kedai' },
  ],
  ['one busy, one away', [{ sends: 'Promo' }, away], 'queued', 'queued', { campaign: 'Promo' }],
  ['one busy, one free', [{ sends: 'Promo' }, {}], 'queued', 'queued_next', {}],
])('of a campaign that is not being sent, %s', (_name, stands, status, code, given) => {
  const params = {
    people,
    ...given,
    ...('at' in given && { at: iso(NOW + Number(given.at) * HOUR) }),
  }
  expect(standing(stands).said).toEqual({ status, code, params })
})

test.each<[string, readonly Stands[], string, object]>([
  ['all can', [{}, {}], 'sending', {}],
  ['one away', [away, {}], 'sending_away', { device: 'Kedai' }],
  ['another away', [{}, { connection: 'connecting' }], 'sending_away', { device: 'Satu' }],
  ['one unlinked', [{}, { unlinked: true }], 'sending_unlinked_number', { device: 'Satu' }],
  ['one rests', [{ rests: NOW + HOUR }, {}], 'sending_resting', { device: 'Kedai', at: 1 }],
  ['one limited', [limited(2), {}], 'sending_limited', { device: 'Kedai', at: 2 }],
  [
    'one limited, by a guess',
    [{}, limited(1, true)],
    'sending_limited_guess',
    { device: 'Satu', at: 1 },
  ],
  ['one full', [{}, { full: true }], 'sending_capped', { device: 'Satu', at: 20 }],
  ['two wait', [limited(2), {}, away], 'sending_without', { device: 'Kedai, Dua' }],
  ['all limited, writing to people they know', [limited(1), limited(2)], 'sending', {}],
  ['a single one, limited', [limited(1)], 'sending', {}],
])('of a campaign that is being sent, %s', (_name, stands, code, given) => {
  const params = {
    people,
    ...given,
    ...('at' in given && { at: iso(NOW + Number(given.at) * HOUR) }),
  }
  expect(standing(stands, { isCurrent: true }).said).toEqual({ status: 'sending', code, params })
  const named = campaignTexts[code as CampaignTextCode].match(/(?<=\{)\w+/g) ?? []
  expect(Object.keys(params).sort()).toEqual([...named].sort())
})

test('held people wait for their limited number even if another is free', () => {
  const counts = { queued: 0, held: 3 }
  expect(standing([{}, limited(2)], { counts, assigned: { Satu: [3, 0] } })).toEqual({
    said: {
      status: 'held',
      code: 'held_new_chats',
      params: { people, device: 'Satu', at: iso(NOW + 2 * HOUR) },
    },
    heldUntil: NOW + 2 * HOUR,
  })
})

const back = { connection: 'connecting' } as const
const gone = { unlinked: true }

/** Two people are left whom only their own number may write to, unless some are queued as well. */
test.each<[string, readonly Stands[], Sent, string, object]>([
  [
    'assigned to one that is away',
    [{}, away],
    { assigned: { Satu: [0, 2] } },
    'number_disconnected',
    {},
  ],
  [
    'assigned to one that comes back',
    [{}, back],
    { assigned: { Satu: [0, 2] } },
    'number_connecting',
    {},
  ],
  [
    'assigned to one that is unlinked',
    [{}, gone],
    { assigned: { Satu: [0, 2] } },
    'number_unlinked',
    {},
  ],
  ['assigned to one that is free', [away, {}], { assigned: { Satu: [0, 2] } }, 'queued_next', {}],
  [
    'assigned to one that is free though limited',
    [{}, limited(2)],
    { assigned: { Satu: [0, 2] } },
    'queued_next',
    {},
  ],
  [
    'being sent, another away that has nobody',
    [away, {}],
    { assigned: { Satu: [0, 2] }, isCurrent: true },
    'sending',
    {},
  ],
  [
    'being sent, another away that has somebody',
    [{}, away],
    { assigned: { Kedai: [0, 1], Satu: [0, 1] }, isCurrent: true },
    'sending_away',
    { device: 'Satu' },
  ],
  [
    'held by one whose limit is over, and that is unlinked',
    [{}, { ...limited(-1), ...gone }],
    { assigned: { Satu: [2, 0] } },
    'number_unlinked',
    {},
  ],
  [
    'held by one whose limit is over, and that is away',
    [{}, { ...limited(-1), ...away }],
    { assigned: { Satu: [2, 0] } },
    'number_disconnected',
    {},
  ],
  [
    'held by one whose limit is over',
    [away, limited(-1)],
    { assigned: { Satu: [2, 0] } },
    'queued_next',
    {},
  ],
  [
    'held by one, another limited for less',
    [limited(1), limited(2)],
    { assigned: { Satu: [2, 0] } },
    'held_new_chats',
    { at: 2 },
  ],
  [
    'held by both',
    [limited(3), limited(2, true)],
    { assigned: { Kedai: [1, 0], Satu: [1, 0] } },
    'held_new_chats_guess',
    { at: 2 },
  ],
  [
    'held by one, and assigned by another that is limited for less and away',
    [{ ...limited(1), ...away }, limited(2)],
    { assigned: { Kedai: [0, 1], Satu: [1, 0] } },
    'held_new_chats',
    { at: 2 },
  ],
  [
    'held by one that was taken out',
    [{}],
    { assigned: { Lama: [2, 0] }, leaving: limited(2) },
    'held_new_chats',
    { device: 'Lama', at: 2 },
  ],
  [
    'assigned to one that was taken out and is away',
    [{}, {}],
    { assigned: { Lama: [0, 2] }, leaving: away },
    'number_disconnected',
    { device: 'Lama' },
  ],
  [
    'assigned to one that was taken out and is unlinked',
    [{}],
    { assigned: { Lama: [0, 2] }, leaving: gone },
    'number_unlinked',
    { device: 'Lama' },
  ],
  [
    'queued for all, and held by one that is limited for longer',
    [limited(1), limited(2)],
    { assigned: { Satu: [1, 0] }, counts: { queued: 1 } },
    'held_new_chats',
    { device: 'Kedai', at: 1, held: 2 },
  ],
  [
    'queued while all that take somebody new are away, and one is free that was taken out',
    [away],
    { assigned: { Lama: [0, 1] }, counts: { queued: 1 }, leaving: {} },
    'number_disconnected',
    { device: 'Kedai' },
  ],
])('of a campaign whose people are %s', (_name, stands, sent, code, given) => {
  const sumOf = (index: 0 | 1) =>
    Object.values(sent.assigned ?? {}).reduce((sum, assigned) => sum + assigned[index], 0)
  const counts = { queued: 0, held: sumOf(0), sending: sumOf(1), ...sent.counts }
  const found = standing(stands, { ...sent, counts })
  const {
    at,
    held: until = at,
    ...others
  } = { at: 0, device: 'Satu', ...given } as {
    at: number
    held?: number
    device: string
  }
  const named: readonly string[] =
    campaignTexts[code as CampaignTextCode].match(/(?<=\{)\w+/g) ?? []
  const params = { people: 2, ...others, at: iso(NOW + at * HOUR) }
  const wanted = Object.entries(params).filter(([name]) => named.includes(name))
  expect(found.said.code).toBe(code)
  expect(found.said.params).toEqual(Object.fromEntries(wanted))
  expect(found.heldUntil).toBe(until === 0 ? null : NOW + until * HOUR)
})
