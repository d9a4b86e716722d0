import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daysUntil, spansOf } from './message-spans.ts'

const QUARTER = 15 * 60 * 1000
const HOUR = 4 * QUARTER
const DAY = 24 * HOUR
const ZONES = ['UTC', 'Asia/Kuala_Lumpur', 'Asia/Kathmandu', 'America/New_York', 'Europe/London']

const at = (moment: string, given = {}) => ({
  at: Date.parse(moment),
  sent: 0,
  delivered: 0,
  read: 0,
  failed: 0,
  ...given,
})

describe('the spans of a campaign', () => {
  test.each([
    ['2026-11-27T10:00:00Z', 'quarter', 13],
    ['2026-11-27T18:45:00Z', 'quarter', 48],
    ['2026-11-27T19:00:00Z', 'hour', 13],
    ['2026-11-29T06:00:00Z', 'hour', 48],
    ['2026-11-29T07:00:00Z', 'day', 3],
    ['2027-01-13T06:00:00Z', 'day', 48],
    ['2027-01-14T06:00:00Z', 'week', 8],
  ])('up to %s are a %s each', (last, width, spans) => {
    const answer = spansOf([at('2026-11-27T07:00:00Z'), at(last)], 'UTC')
    expect([answer.width, answer.spans.length]).toEqual([width, spans])
  })

  test('start on the clock of the reader', () => {
    const { spans } = spansOf([at('2026-11-26T18:15:00Z', { read: 7 })], 'Asia/Kathmandu')
    expect(spans).toEqual([
      { start: '2026-11-27T00:00', sent: 0, delivered: 0, read: 7, failed: 0 },
    ])
  })

  test('of nothing are none', () => {
    expect(spansOf([], 'UTC')).toEqual({ width: 'quarter', spans: [] })
  })

  test('extend to the last expected message, and share the expected ones', () => {
    const sent = [at('2026-11-27T07:00:00Z', { sent: 4 })]
    const hour = (from: number, people: number) => {
      const begin = Date.parse('2026-11-27T07:00:00Z') + from * HOUR
      return { from: begin, to: begin + HOUR, people }
    }
    expect(spansOf(sent, 'UTC', [hour(0, 10)]).spans.map(({ expected }) => expected)).toEqual([
      3, 2, 3, 2,
    ])
    const apart = spansOf(sent, 'UTC', [hour(0.5, 60), hour(30, 20.4)])
    expect(apart.width).toBe('hour')
    expect(apart.spans.map(({ expected = 0 }) => expected)).toEqual([
      30,
      30,
      ...Array(28).fill(0),
      20,
    ])
    expect(spansOf([], 'UTC', [hour(0, 10)]).spans).toEqual([])
  })

  test('expect a whole year fast and completely', () => {
    const from = Date.parse('2026-11-27T07:00:00Z')
    const year = { from, to: from + 366 * DAY, people: 50_000 }
    const { width, spans } = spansOf([at('2026-11-27T07:00:00Z')], 'America/New_York', [year])
    expect(width).toBe('week')
    expect(spans.reduce((sum, { expected = 0 }) => sum + expected, 0)).toBe(50_000)
  })

  test('hold every message once, in order and without a gap', () => {
    const counts = fc.record({
      at: fc.integer({ min: 0, max: 4 * 40 * 24 }).map((n) => Date.UTC(2026, 1, 20) + n * QUARTER),
      sent: fc.nat(9),
      delivered: fc.nat(9),
      read: fc.nat(9),
      failed: fc.nat(9),
    })
    const many = fc.array(counts, { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(many, fc.constantFrom(...ZONES), (quarters, zone) => {
        const inOrder = quarters.toSorted((one, other) => one.at - other.at)
        const { width, spans } = spansOf(inOrder, zone)
        const step = { quarter: QUARTER, hour: HOUR, day: DAY, week: 7 * DAY }[width]
        const starts = spans.map(({ start }) => Date.parse(`${start}Z`))
        expect(spans.length).toBeLessThanOrEqual(48)
        for (const [place, start] of starts.entries()) {
          expect(start).toBe((starts[0] ?? 0) + place * step)
        }
        for (const state of ['sent', 'delivered', 'read', 'failed'] as const) {
          const sum = (all: readonly Record<typeof state, number>[]) =>
            all.reduce((total, one) => total + one[state], 0)
          expect(sum(spans)).toBe(sum(quarters))
        }
      }),
    )
  })
})

describe('the last days', () => {
  test('are complete with empty ones, by the clock of the reader', () => {
    const now = Date.parse('2026-11-27T17:00:00Z')
    const quarters = [
      at('2026-11-13T15:45:00Z', { sent: 1 }),
      at('2026-11-14T16:00:00Z', { sent: 2 }),
      at('2026-11-27T16:00:00Z', { failed: 4 }),
    ]
    const days = daysUntil(now, 14, quarters, 'Asia/Kuala_Lumpur')
    expect(days.map(({ start }) => start.slice(0, 10))).toEqual(
      Array.from({ length: 14 }, (_, n) => `2026-11-${15 + n}`),
    )
    expect(days.at(0)).toMatchObject({ sent: 2 })
    expect(days.at(-1)).toMatchObject({ failed: 4 })
    expect(days.reduce((sum, { sent }) => sum + sent, 0)).toBe(2)
  })

  test.each(['2026-03-08T12:00:00Z', '2026-11-01T12:00:00Z'])(
    'are no more or fewer around a change of the clocks (%s)',
    (now) => {
      const days = daysUntil(Date.parse(now), 14, [], 'America/New_York')
      expect(new Set(days.map(({ start }) => start)).size).toBe(14)
      expect(days.at(-1)?.start).toBe(`${now.slice(0, 10)}T00:00`)
    },
  )
})
