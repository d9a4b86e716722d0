import type { CampaignMessages } from '@kirim/contract/campaign-ledger'
import type { MessageCounts, MessageSpan } from '@kirim/contract/message-counts'
import type { CountedQuarter } from './message-counts.repository.ts'

const QUARTER_MS = 15 * 60 * 1000
const HOUR_MS = 4 * QUARTER_MS
const DAY_MS = 24 * HOUR_MS
const WIDTHS = { quarter: QUARTER_MS, hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS }

export type SpanWidth = keyof typeof WIDTHS

/** A chart has at most this many bars, unless there are more weeks. */
const SPANS_MAX = 48

/** Messages that will probably leave, evenly over a time. */
export interface ExpectedMessages {
  readonly from: number
  readonly to: number
  readonly people: number
}

/**
 * The narrowest spans of which there are not too many, from the first message to the last that
 * left or is expected; none before the first one has left.
 */
export function spansOf(
  quarters: readonly CountedQuarter[],
  timeZone: string,
  ahead: readonly ExpectedMessages[] = [],
): { width: SpanWidth; spans: CampaignMessages['spans'] } {
  const wallClock = wallClockIn(timeZone)
  const [first, last] = [quarters.at(0), quarters.at(-1)]
  if (!first || !last) return { width: 'quarter', spans: [] }
  // The last message ahead leaves before the end.
  const end = Math.max(last.at, ...ahead.map(({ to }) => to - 1))
  const [from, to] = [wallClock(first.at), wallClock(end)]
  const widths = Object.keys(WIDTHS) as SpanWidth[]
  const fits = (width: SpanWidth) =>
    beginOf(to, width) - beginOf(from, width) < SPANS_MAX * WIDTHS[width]
  const width = widths.find(fits) ?? 'week'
  const range = { from, to, width, wallClock }
  return { width, spans: withExpected(spansBetween(quarters, range), ahead, range) }
}

/** Shares what is expected out among the spans it falls into; all of it together is whole. */
function withExpected(
  spans: readonly MessageSpan[],
  ahead: readonly ExpectedMessages[],
  { width, wallClock }: Range,
): CampaignMessages['spans'] {
  const step = width === 'quarter' ? QUARTER_MS : HOUR_MS
  const shares = new Map<number, number>()
  for (const { from, to, people } of ahead) {
    for (let at = from; at < to; ) {
      const next = Math.min(to, (Math.floor(at / step) + 1) * step)
      const begin = beginOf(wallClock(at), width)
      shares.set(begin, (shares.get(begin) ?? 0) + (people * (next - at)) / (to - from))
      at = next
    }
  }
  let sum = 0
  return spans.map((span) => {
    const before = Math.round(sum)
    sum += shares.get(Date.parse(`${span.start}Z`)) ?? 0
    const expected = Math.round(sum) - before
    return expected > 0 ? { ...span, expected } : span
  })
}

/** The last days up to a moment, also those without a message. */
export function daysUntil(
  now: number,
  days: number,
  quarters: readonly CountedQuarter[],
  timeZone: string,
): MessageSpan[] {
  const wallClock = wallClockIn(timeZone)
  const to = wallClock(now)
  const from = beginOf(to, 'day') - (days - 1) * DAY_MS
  return spansBetween(quarters, { from, to, width: 'day', wallClock })
}

interface Range {
  /** By the wall clock, as are all that follow. */
  readonly from: number
  readonly to: number
  readonly width: SpanWidth
  readonly wallClock: (at: number) => number
}

function spansBetween(
  quarters: readonly CountedQuarter[],
  { from, to, width, wallClock }: Range,
): MessageSpan[] {
  const spans = new Map<number, MessageSpan>()
  for (let begin = beginOf(from, width); begin <= to; begin += WIDTHS[width]) {
    const start = new Date(begin).toISOString().slice(0, 16)
    spans.set(begin, { start, sent: 0, delivered: 0, read: 0, failed: 0 })
  }
  for (const quarter of quarters) {
    const span = spans.get(beginOf(wallClock(quarter.at), width))
    if (span) addTo(span, quarter)
  }
  return [...spans.values()]
}

function addTo(span: MessageCounts, counts: MessageCounts): void {
  for (const state of ['sent', 'delivered', 'read', 'failed'] as const) span[state] += counts[state]
}

/** 1970-01-05 was a Monday. */
const FIRST_MONDAY = 4 * DAY_MS

function beginOf(wall: number, width: SpanWidth): number {
  const since = width === 'week' ? FIRST_MONDAY : 0
  return Math.floor((wall - since) / WIDTHS[width]) * WIDTHS[width] + since
}

/** What a clock there shows, as if it were UTC: an hour that comes twice is one. */
function wallClockIn(timeZone: string): (at: number) => number {
  // Swedish writes 2026-11-27 09:15.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  return (at) => Date.parse(`${format.format(at).replace(' ', 'T')}:00Z`)
}
