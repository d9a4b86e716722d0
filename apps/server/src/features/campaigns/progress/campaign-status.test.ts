import { campaignTexts } from '@kirim/contract/campaign-texts'
import type { RecipientCounts } from '@kirim/contract/campaigns'
import { expect, test } from 'vitest'
import { campaignStanding, type StatusFacts } from './campaign-status.ts'

const KL = 'Asia/Kuala_Lumpur'
const kl = (hour: number) => Date.UTC(2026, 10, 27, hour - 8)
const at = (hour: number) => new Date(kl(hour)).toISOString()

const nobody: RecipientCounts = {
  queued: 0,
  held: 0,
  sending: 0,
  sent: 0,
  delivered: 0,
  read: 0,
  failed: 0,
  skipped: 0,
}

type Given = Partial<Omit<StatusFacts, 'counts'>> & { counts?: Partial<RecipientCounts> }

function facts({ counts, ...given }: Given): StatusFacts {
  return {
    id: 'a',
    createdAt: kl(8),
    scheduledAt: null,
    scheduleType: 'anytime',
    timeZone: KL,
    enabled: true,
    pausedAt: null,
    pausedBy: null,
    cancelledAt: null,
    startedAt: null,
    failuresInARow: 0,
    limitedUntil: null,
    isLimitNamed: true,
    isLimited: false,
    day: { cap: null, used: 0, endsAt: kl(24) },
    preparing: false,
    deviceName: 'Kedai',
    connection: 'connected',
    storageIsFull: false,
    isCurrent: false,
    lacksMedia: false,
    waitsForHost: false,
    ahead: null,
    restsUntil: null,
    waiting: [],
    ...given,
    counts: { ...nobody, ...(counts ?? { queued: 3 }) },
  }
}

const people = 3
const device = 'Kedai'
const off = { enabled: false }
const begun = { queued: 3, read: 1 }

test.each<[string, Given, string, string, object]>([
  ['never started', off, 'draft', 'draft', { people }],
  ['never started, for nobody', { ...off, counts: {} }, 'draft', 'draft_empty', {}],
  [
    'never started, of a removed number',
    { ...off, connection: 'removed' },
    'cancelled',
    'cancelled',
    { people },
  ],
  [
    'switched off before its first message',
    { ...off, pausedAt: kl(10), pausedBy: 'owner' },
    'paused',
    'paused',
    { people, at: at(10) },
  ],
  [
    'switched off in the middle',
    { ...off, pausedAt: kl(10), pausedBy: 'owner', counts: begun },
    'paused',
    'paused',
    { people, at: at(10) },
  ],
  [
    'switched off when nobody wrote down since when',
    { ...off, counts: begun },
    'paused',
    'paused_earlier',
    { people },
  ],
  [
    'somebody was being written to',
    { ...off, counts: { queued: 2, sending: 1 } },
    'paused',
    'paused_earlier',
    { people },
  ],
  [
    'switched off because its number was removed, which is linked again',
    { ...off, pausedAt: kl(10), pausedBy: 'number_removed' },
    'paused',
    'paused_number_removed',
    { people, at: at(10) },
  ],
  [
    'of a removed number',
    { ...off, pausedAt: kl(10), pausedBy: 'number_removed', connection: 'removed' },
    'cancelled',
    'cancelled',
    { people },
  ],
  [
    'paused on a number that is away',
    { ...off, pausedAt: kl(10), connection: 'unlinked' },
    'paused',
    'paused',
    { people, at: at(10) },
  ],
  [
    'to start later',
    { scheduledAt: kl(20), scheduleType: 'nighttime' },
    'scheduled',
    'scheduled',
    { people, at: at(20) },
  ],
  [
    'to start later, connecting',
    { scheduledAt: kl(20), connection: 'connecting' },
    'scheduled',
    'scheduled',
    { people, at: at(20) },
  ],
  [
    'to start later, closed',
    { scheduledAt: kl(20), connection: 'disconnected' },
    'scheduled',
    'scheduled_disconnected',
    { device, at: at(20) },
  ],
  [
    'to start later, unlinked',
    { scheduledAt: kl(20), connection: 'unlinked' },
    'scheduled',
    'scheduled_unlinked',
    { device, at: at(20) },
  ],
  [
    'to start later, banned',
    { scheduledAt: kl(20), connection: 'banned' },
    'scheduled',
    'scheduled_banned',
    { device, at: at(20) },
  ],
  ['due, banned', { connection: 'banned' }, 'waiting_number', 'number_banned', { people, device }],
  [
    'due, banned for a time',
    { connection: 'banned_for_now', scheduleType: 'nighttime' },
    'waiting_number',
    'number_banned_for_now',
    { people, device },
  ],
  [
    'due, refused',
    { connection: 'refused' },
    'waiting_number',
    'number_refused',
    { people, device },
  ],
  [
    'due, closed',
    { connection: 'disconnected' },
    'waiting_number',
    'number_disconnected',
    { people, device },
  ],
  [
    'due, closed, at rest',
    { connection: 'disconnected', scheduleType: 'nighttime' },
    'waiting_number',
    'number_disconnected',
    { people, device },
  ],
  [
    'due, unlinked',
    { connection: 'unlinked' },
    'waiting_number',
    'number_unlinked',
    { people, device },
  ],
  [
    'due, connecting',
    { connection: 'connecting' },
    'waiting_number',
    'number_connecting',
    { people, device },
  ],
  [
    'at rest',
    { scheduleType: 'nighttime' },
    'outside_hours',
    'outside_hours',
    { people, at: at(19) },
  ],
  [
    'at rest, connecting',
    { scheduleType: 'nighttime', connection: 'connecting' },
    'outside_hours',
    'outside_hours',
    { people, at: at(19) },
  ],
  ['being prepared', { counts: {}, preparing: true }, 'queued', 'preparing', {}],
  ['off, being prepared', { ...off, counts: {}, preparing: true }, 'draft', 'draft', { people: 1 }],
  ['its turn', { isCurrent: true, ahead: 'Promo' }, 'sending', 'sending', { people }],
  ['behind another', { ahead: 'Promo' }, 'queued', 'queued', { people, campaign: 'Promo' }],
  ['next', {}, 'queued', 'queued_next', { people }],
  [
    'whose people are all held',
    { counts: { held: 3 }, limitedUntil: kl(14) },
    'held',
    'held_new_chats',
    { people, device, at: at(14) },
  ],
  [
    'whose people are all held, nobody knows until when',
    { counts: { held: 3 }, limitedUntil: kl(14), isLimitNamed: false },
    'held',
    'held_new_chats_guess',
    { people, device, at: at(14) },
  ],
  [
    'next, on several devices that are all limited',
    { limitedUntil: kl(14), isLimited: true },
    'held',
    'held_new_chats',
    { people, device, at: at(14) },
  ],
  [
    'on such devices, writing to somebody known',
    { limitedUntil: kl(14), isLimited: true, isCurrent: true },
    'sending',
    'sending',
    { people },
  ],
  [
    'its turn, with a full disk',
    { isCurrent: true, storageIsFull: true },
    'queued',
    'storage_full',
    { people },
  ],
  [
    'its turn, with the storage of its file away',
    { isCurrent: true, lacksMedia: true },
    'queued',
    'media_away',
    { people },
  ],
  [
    'its turn before, while the network takes no files',
    { waitsForHost: true },
    'queued',
    'media_host_away',
    { people },
  ],
  [
    'over',
    { counts: { read: 2, delivered: 1, sent: 1, skipped: 1 } },
    'completed',
    'completed',
    { reached: 3, total: 5 },
  ],
  [
    'over, with failures',
    { counts: { read: 2, failed: 1 } },
    'completed',
    'completed_failed',
    { reached: 2, total: 3, failed: 1 },
  ],
  [
    'over, switched off since',
    { ...off, pausedAt: kl(10), counts: { read: 2 } },
    'completed',
    'completed',
    { reached: 2, total: 2 },
  ],
  [
    'over, of a removed number',
    { counts: { read: 2 }, connection: 'removed' },
    'completed',
    'completed',
    { reached: 2, total: 2 },
  ],
  ['on, for nobody', { counts: {} }, 'completed', 'completed_empty', {}],
])('a campaign %s', (_name, given, status, code, params) => {
  const standing = campaignStanding(facts(given), kl(12))
  expect(standing).toEqual({ status, code, params })
  const named = campaignTexts[standing.code].match(/(?<=\{)\w+/g) ?? []
  expect(Object.keys(standing.params).sort()).toEqual([...named].sort())
})
