import { HOURS_BY_SCHEDULE, type ScheduleType } from '@kirim/contract/schedule'
import { zonedClock } from '@kirim/message-template/zoned-clock'

/** Recipients to be written to one by one, in the hours of a schedule. */
export interface Load {
  readonly people: number
  /** Average seconds from one message of a device to its next. */
  readonly gapSeconds: number
  readonly scheduleType: ScheduleType
  readonly timeZone: string
  /** The earliest start, in epoch milliseconds. */
  readonly from: number
  /** The devices that write to them, each to the next one who waits. */
  readonly senders: readonly string[]
}

const HOUR_MS = 3_600_000

const DAY_MS = 24 * HOUR_MS

/** The number of different schedules simulated; campaigns above it count as always active. */
const LANES_MAX = 10

/** Loads of the same devices with the same hours go together: their order affects no others. */
export function lanesOf(loads: readonly Load[]): Lane[] {
  const lanes = new Map<string, Lane>()
  for (const load of loads) {
    const senders = load.senders.toSorted().join(' ')
    const own = `${load.scheduleType} ${load.timeZone} ${senders}`
    const key = lanes.has(own) || lanes.size < LANES_MAX ? own : `others ${senders}`
    const lane =
      lanes.get(key) ?? new Lane(key === own ? load : { ...load, scheduleType: 'anytime' })
    lane.add(load)
    lanes.set(key, lane)
  }
  return [...lanes.values()]
}

/** The work of campaigns with the same devices and hours, advanced from change to change. */
export class Lane {
  /** Of those whom no device has taken. */
  leftMs = 0
  /** How many devices have taken one of it whom they are still to write to. */
  begun = 0
  active = false
  private readonly hours: Hours
  private readonly senders: ReadonlySet<string>
  private readonly later: { from: number; ms: number }[] = []
  private sorted = true
  private people = 0
  private ms = 0
  private flipsAt = 0

  constructor(load: Pick<Load, 'scheduleType' | 'timeZone' | 'senders'>) {
    this.hours = hoursOf(load)
    this.senders = new Set(load.senders)
  }

  add({ people, gapSeconds, from }: Load): void {
    // Rounded up: a tiny remainder would not advance the time, and never end.
    const ms = people * Math.max(1, Math.ceil(gapSeconds * 1000))
    this.later.push({ from, ms })
    this.people += people
    this.ms += ms
    this.sorted = false
  }

  moveTo(at: number): void {
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

  /** On average. */
  get msPerPerson(): number {
    return this.people === 0 ? 0 : this.ms / this.people
  }

  /** Whether a device finds somebody in it now. */
  hasFor(senderId: string): boolean {
    return this.active && this.leftMs > 0 && this.senders.has(senderId)
  }

  get done(): boolean {
    return this.leftMs === 0 && this.begun === 0 && this.later.length === 0
  }

  /** The next time at which this lane changes by itself. */
  get nextChange(): number {
    const arrival = this.later.at(-1)?.from ?? Number.POSITIVE_INFINITY
    const isOpen = this.leftMs > 0 || this.begun > 0
    return Math.min(arrival, isOpen ? this.flipsAt : Number.POSITIVE_INFINITY)
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

/** How many people a device may write to in the time of a moment, and until when that is. */
export type DayAt = (at: number) => {
  readonly cap: number | null
  readonly used: number
  readonly endsAt: number
}

/** Less than this of a person is what fractions leave behind. */
const NOBODY = 1e-6

/** What is left of one limit of a device. */
export class Budget {
  people = 0
  endsAt = Number.NEGATIVE_INFINITY
  private readonly dayAt: DayAt

  constructor(dayAt: DayAt) {
    this.dayAt = dayAt
  }

  moveTo(at: number): void {
    if (at < this.endsAt) return
    const { cap, used, endsAt } = this.dayAt(at)
    this.people = cap === null ? Number.POSITIVE_INFINITY : cap - used
    this.endsAt = cap === null ? Number.POSITIVE_INFINITY : endsAt
  }

  get isSpent(): boolean {
    return this.people <= NOBODY
  }
}
