import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { activeFrom, chooseCampaign, type Sendable } from './choose-campaign.ts'

const KL = 'Asia/Kuala_Lumpur'
/** A time of day in Kuala Lumpur (UTC+8, no summer time) on 15 January 2026. */
const kl = (hour: number, minute = 0) => Date.UTC(2026, 0, 15, hour - 8, minute)

describe('activeFrom', () => {
  test.each([
    ['anytime', kl(3), kl(3)],
    ['daytime', kl(7), kl(7)],
    ['daytime', kl(18, 59), kl(18, 59)],
    ['daytime', kl(19), kl(31)],
    ['daytime', kl(6, 59), kl(7)],
    ['nighttime', kl(19), kl(19)],
    ['nighttime', kl(6, 30), kl(6, 30)],
    ['nighttime', kl(7), kl(19)],
    ['odd_hours', kl(8, 15), kl(9)],
    ['odd_hours', kl(9, 59), kl(9, 59)],
    ['even_hours', kl(9, 1), kl(10)],
    ['even_hours', kl(23, 30), kl(24)],
  ] as const)('%s at %d may send from %d', (schedule, now, from) => {
    expect(activeFrom(now, schedule, KL)).toBe(from)
  })

  test('a zone whose hours begin at half past UTC keeps its own hours', () => {
    // 06:45 in Kolkata (UTC+5:30) is 01:15 UTC; its 07:00 is 01:30 UTC.
    expect(activeFrom(Date.UTC(2026, 0, 15, 1, 15), 'daytime', 'Asia/Kolkata')).toBe(
      Date.UTC(2026, 0, 15, 1, 30),
    )
  })

  test('is never in the past and at most a day away', () => {
    const zones = [
      'UTC',
      KL,
      'Asia/Kolkata',
      'America/New_York',
      'Pacific/Chatham',
      'Europe/Berlin',
    ]
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) }),
        fc.constantFrom('daytime', 'nighttime', 'odd_hours', 'even_hours' as const),
        fc.constantFrom(...zones),
        (now, schedule, zone) => {
          const from = activeFrom(now, schedule, zone)
          return (
            from >= now && from - now <= 25 * 3_600_000 && activeFrom(from, schedule, zone) === from
          )
        },
      ),
    )
  })
})

describe('chooseCampaign', () => {
  const campaign = (id: string, more: Partial<Sendable> = {}): Sendable => ({
    id,
    createdAt: kl(8),
    scheduledAt: null,
    scheduleType: 'anytime',
    timeZone: KL,
    ...more,
  })
  const now = kl(12)

  test.each<[string, Sendable[], unknown]>([
    ['nothing to send', [], { kind: 'wait', until: null }],
    ['the earlier one', [campaign('b', { createdAt: kl(9) }), campaign('a')], 'a'],
    [
      'the one whose time came first',
      [campaign('a', { scheduledAt: kl(11) }), campaign('b', { createdAt: kl(9) })],
      'b',
    ],
    [
      'past one that waits for its time',
      [campaign('a', { scheduledAt: kl(13) }), campaign('b', { createdAt: kl(9) })],
      'b',
    ],
    [
      'past one outside its hours',
      [campaign('a', { scheduleType: 'nighttime' }), campaign('b', { createdAt: kl(9) })],
      'b',
    ],
    [
      'the first moment one may send',
      [campaign('a', { scheduleType: 'nighttime' }), campaign('b', { scheduledAt: kl(13) })],
      { kind: 'wait', until: kl(13) },
    ],
  ])('chooses %s', (_what, campaigns, expected) => {
    const choice = chooseCampaign(campaigns, now)
    expect(choice.kind === 'send' ? choice.campaign.id : choice).toEqual(expected)
  })
})
