import { setImmediate } from 'node:timers/promises'
import { HOURS_BY_SCHEDULE, type ScheduleType } from '@kirim/contract/schedule'
import { zonedClock } from '@kirim/message-template/zoned-clock'

/** Recipients that a device writes to, one by one, in the hours of a schedule. */
export interface Load {
  readonly people: number
  /** Average seconds from one message to the next. */
  readonly gapSeconds: number
  readonly scheduleType: ScheduleType
  readonly timeZone: string
  /** The earliest start, in epoch milliseconds. */
  readonly from: number
}

/** Epoch milliseconds; null when it does not happen within a year. */
export interface QueueSimulation {
  readonly startsAt: number | null
  readonly endsAt: number | null
  /** When the device sends, and for whom: the first of it, in order. */
  readonly spans: readonly WorkSpan[]
}

/** A time in which a device sends without a break, for those ahead or for the campaign itself. */
export interface WorkSpan {
  readonly from: number
  readonly to: number
  readonly isOwn: boolean
  /** About how many it writes to. */
  readonly people: number
}

/** A week of hours that change every hour, for two. */
const SPANS_MAX = 200

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const HORIZON_MS = 366 * DAY_MS
/** More than the hours of a year. */
const STEPS_MAX = 12_000
/** The least that a step over the end of a day advances, whatever the zone makes of that day. */
const STEP_MIN_MS = 60_000
/** Others are served after so long. */
const COMPUTED_AT_ONCE_MS = 10

/** The number of different schedules simulated; campaigns above it count as always active. */
const LANES_MAX = 10

/**
 * When `own` would start and end on a device that writes to `ahead` first, whenever those may send.
 * Jumps from change to change (hours opening or closing, a campaign starting or ending), so the
 * cost does not depend on the number of people. Lets others go on in between.
 */
export async function simulateQueue(
  now: number,
  ahead: readonly Load[],
  own: Load,
  dayAt: DayAt = UNCAPPED,
): Promise<QueueSimulation> {
  if (own.people === 0) return { startsAt: null, endsAt: null, spans: [] }
  const mine = new Lane(own)
  mine.add(own)
  const lanes = [...lanesOf(ahead), mine]
  const horizon = Math.max(now, own.from) + HORIZON_MS
  let startsAt: number | null = null
  const spans: WorkSpan[] = []
  let at = Math.floor(now)
  let budget = budgetOf(dayAt(at))
  let begun = performance.now()
  for (let step = 0; step < STEPS_MAX && at < horizon; step++) {
    if (performance.now() - begun > COMPUTED_AT_ONCE_MS) {
      await setImmediate()
      begun = performance.now()
    }
    for (const lane of lanes) lane.moveTo(at)
    const current = lanes.find((lane) => lane.sends)
    const change = Math.min(horizon, ...lanes.map((lane) => lane.nextChange))
    if (!current) {
      at = change
      continue
    }
    if (at >= budget.endsAt) budget = budgetOf(dayAt(at))
    if (budget.people <= 0) {
      at = Math.max(at + STEP_MIN_MS, Math.min(horizon, budget.endsAt))
      continue
    }
    if (current === mine) startsAt ??= at
    const before = at
    const full = at + Math.ceil(budget.people * current.msPerPerson)
    at = Math.min(at + current.leftMs, change, full, Math.max(at + STEP_MIN_MS, budget.endsAt))
    const people = current.peopleIn(at - before)
    budget.people -= people
    current.workUntil(at)
    addSpan(spans, { from: before, to: at, isOwn: current === mine, people })
    if (mine.done) return { startsAt, endsAt: at, spans }
  }
  return { startsAt, endsAt: null, spans }
}

/** Joins it to the last one when that goes on. */
function addSpan(spans: WorkSpan[], span: WorkSpan): void {
  const last = spans.at(-1)
  if (last && last.to === span.from && last.isOwn === span.isOwn) {
    spans[spans.length - 1] = { ...last, to: span.to, people: last.people + span.people }
  } else if (spans.length < SPANS_MAX) spans.push(span)
}

/** How many people a device may write to on the day of a moment, and until when that day is. */
export type DayAt = (at: number) => {
  readonly cap: number | null
  readonly used: number
  readonly endsAt: number
}

const UNCAPPED: DayAt = () => ({ cap: null, used: 0, endsAt: Number.POSITIVE_INFINITY })

function budgetOf({ cap, used, endsAt }: ReturnType<DayAt>): { people: number; endsAt: number } {
  if (cap === null) return { people: Number.POSITIVE_INFINITY, endsAt: Number.POSITIVE_INFINITY }
  return { people: cap - used, endsAt }
}

/** Groups loads with the same hours: their order does not affect other loads. */
function lanesOf(loads: readonly Load[]): Lane[] {
  const lanes = new Map<string, Lane>()
  for (const load of loads) {
    const own = `${load.scheduleType} ${load.timeZone}`
    const key = lanes.has(own) || lanes.size < LANES_MAX ? own : 'others'
    const lane =
      lanes.get(key) ?? new Lane(key === own ? load : { ...load, scheduleType: 'anytime' })
    lane.add(load)
    lanes.set(key, lane)
  }
  return [...lanes.values()]
}

/** The remaining work of campaigns with the same hours, advanced from change to change. */
class Lane {
  leftMs = 0
  private readonly hours: Hours
  private readonly later: { from: number; ms: number }[] = []
  private sorted = true
  private at = 0
  private people = 0
  private ms = 0
  private active = false
  private flipsAt = 0

  constructor(load: Pick<Load, 'scheduleType' | 'timeZone'>) {
    this.hours = hoursOf(load)
  }

  add({ people, gapSeconds, from }: Load): void {
    // Rounded up: a tiny remainder would not advance the time, and never end.
    const ms = Math.ceil(people * gapSeconds * 1000)
    this.later.push({ from, ms })
    this.people += people
    this.ms += ms
    this.sorted = false
  }

  moveTo(at: number): void {
    this.at = at
    if (!this.sorted) this.later.sort((a, b) => b.from - a.from)
    this.sorted = true
    for (let next = this.later.at(-1); next && next.from <= at; next = this.later.at(-1)) {
      this.leftMs += next.ms
      this.later.pop()
    }
    if (at < this.flipsAt) return
    this.active = this.hours.activeAt(at)
    this.flipsAt = this.hours.changeAfter(at)
  }

  workUntil(at: number): void {
    this.leftMs -= at - this.at
  }

  peopleIn(ms: number): number {
    return this.msPerPerson > 0 ? ms / this.msPerPerson : 0
  }

  /** On average. */
  get msPerPerson(): number {
    return this.people === 0 ? 0 : this.ms / this.people
  }

  get sends(): boolean {
    return this.active && this.leftMs > 0
  }

  get done(): boolean {
    return this.leftMs === 0 && this.later.length === 0
  }

  /** The next time at which this lane changes. */
  get nextChange(): number {
    const arrival = this.later.at(-1)?.from ?? Number.POSITIVE_INFINITY
    return Math.min(arrival, this.leftMs > 0 ? this.flipsAt : Number.POSITIVE_INFINITY)
  }
}

interface Hours {
  activeAt(at: number): boolean
  /** The next time at which `active` changes; infinite when it never does. */
  changeAfter(at: number): number
}

const ALWAYS: Hours = { activeAt: () => true, changeAfter: () => Number.POSITIVE_INFINITY }

function hoursOf({ scheduleType, timeZone }: Pick<Load, 'scheduleType' | 'timeZone'>): Hours {
  const hours = HOURS_BY_SCHEDULE[scheduleType]
  if (hours.length === 0) return ALWAYS
  const active = Array.from({ length: 24 }, (_, hour) => hours.includes(hour))
  const localAt = localTime(timeZone)
  const activeAt = (at: number) => active[Math.floor(localAt(at) / HOUR_MS)] === true
  return {
    activeAt,
    changeAfter(at) {
      const before = activeAt(at)
      let next = at + HOUR_MS - (localAt(at) % HOUR_MS)
      while (activeAt(next) === before) next += HOUR_MS
      return next
    },
  }
}

/**
 * The time of day in a zone, in milliseconds since midnight; looks up the zone's offset once a day.
 */
function localTime(timeZone: string): (at: number) => number {
  const offsets = new Map<number, number>()
  const offsetOn = (day: number) => {
    const known = offsets.get(day)
    if (known !== undefined) return known
    const clock = zonedClock(day * DAY_MS, timeZone)
    const minutes = clock ? clock.hour * 60 + Number(clock.format('m', 'en')) : 0
    offsets.set(day, minutes * 60_000)
    return minutes * 60_000
  }
  return (at) => (at + offsetOn(Math.floor(at / DAY_MS))) % DAY_MS
}
