import { type CampaignTextCode, campaignTexts } from '@kirim/contract/campaign-texts'
import { expect, test } from 'vitest'
import { CAMPAIGN_SETTINGS } from '../../../testing/campaign-row.ts'
import type { DevicePlace } from '../rotation/campaign-devices.repository.ts'
import type { Campaign, Counts } from '../stored-campaign.ts'
import { type LiveState, progressOf } from './campaign-progress.ts'

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
    deviceRemoved: false,
    deviceUnlinked: unlinked ?? false,
    deviceOfflineSince: null,
    limitedUntil: limited ?? null,
    isLimitNamed: !isGuess,
    pace: { ...PACE, daily_cap: full ? 9 : null },
  }
}

/** The own number is called Kedai, those beside it Satu and Dua. */
function standing(
  [own, ...others]: readonly Stands[],
  { isCurrent = false, counts = {} }: { isCurrent?: boolean; counts?: Partial<Counts> } = {},
) {
  const names = ['Satu', 'Dua'].slice(0, others.length)
  const stands: Record<string, Stands> = { Kedai: own ?? {} }
  names.forEach((name, index) => {
    stands[name] = others[index] ?? {}
  })
  const campaign: Campaign = {
    ...CAMPAIGN_SETTINGS,
    ...placeOf('Kedai', own ?? {}),
    id: 'c',
    userId: 'u',
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
    currentOf: (id) => stands[id]?.sends ?? null,
    nextMessageAt: () => null,
    connectionOf: (id) => stands[id]?.connection ?? 'connected',
    storageIsFull: () => false,
    restsUntil: (id) => stands[id]?.rests ?? null,
    dayOf: ({ daily_cap: cap }) => ({ cap, used: 9, endsAt: NOW + 20 * HOUR }),
  }
  const beside = new Map(names.map((name) => [name, placeOf(name, stands[name] ?? {})]))
  const { status, sentence } = progressOf(campaign, beside, live, NOW)
  return { status, code: sentence.code, params: sentence.params }
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
  expect(standing(stands)).toEqual({ status, code, params })
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
  expect(standing(stands, { isCurrent: true })).toEqual({ status: 'sending', code, params })
  const named = campaignTexts[code as CampaignTextCode].match(/(?<=\{)\w+/g) ?? []
  expect(Object.keys(params).sort()).toEqual([...named].sort())
})

test('whoever is held waits for the number that is limited, though another is free', () => {
  const counts = { queued: 0, held: 3 }
  expect(standing([{}, limited(2)], { counts })).toEqual({
    status: 'held',
    code: 'held_new_chats',
    params: { people, device: 'Satu', at: iso(NOW + 2 * HOUR) },
  })
})
