import { setImmediate } from 'node:timers/promises'
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
}

/** How many people a device may write to on the day of a moment, and when that day ends. */
export type DayAt = (at: number) => {
  readonly cap: number | null
  readonly used: number
  readonly endsAt: number
}

/** A device that sends the campaign. */
export interface Sender {
  /** The earliest start, in epoch milliseconds. */
  readonly from: number
  /** Its daily limits; all of them hold. */
  readonly days: readonly DayAt[]
  /** What it sends before this campaign. */
  readonly ahead: readonly Load[]
  /** People of this campaign that no other device may write to. */
  readonly bound: number
  /** Its owner took it out of the campaign, so it writes only to bound people. */
  readonly isLeaving: boolean
}

/** A time in which the campaign is sent without a break. */
export interface WorkSpan {
  readonly from: number
  readonly to: number
  /** About how many people are written to. */
  readonly people: number
}

/** Epoch milliseconds; null when it does not happen within a year. */
export interface QueueSimulation {
  readonly startsAt: number | null
  readonly endsAt: number | null
  /** The first of them, in order. */
  readonly spans: readonly WorkSpan[]
}

/** A week of hours that change every hour. */
const SPANS_MAX = 100
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const HORIZON_MS = 366 * DAY_MS
/** More than the hours of a year. */
const STEPS_MAX = 12_000
/** Keeps a day that does not advance from stopping the simulation. */
const STEP_MIN_MS = 60_000
/** The event loop is free after this time. */
const COMPUTED_AT_ONCE_MS = 10
/** What fractions leave of a person. */
const NOBODY = 1e-6

/** What is left of a load. */
interface Work {
  left: number
  readonly msPerPerson: number
  readonly from: number
  readonly hours: Hours
}

/** What is left of one daily limit. */
interface Budget {
  left: number
  endsAt: number
}

interface Run {
  readonly sender: Sender
  /** In the order in which the device sends it. */
  readonly queue: readonly Work[]
  readonly budgets: readonly Budget[]
}

/** A device and what it sends now. */
interface Busy {
  readonly run: Run
  readonly work: Work
}

/**
 * Simulates the queues of the devices that send `own`: each sends what is ahead on it, then the
 * people bound to it, then shares the rest with the others. Advances from change to change (hours
 * open or close, a load starts or ends, a limit is reached), so the cost does not depend on the
 * number of people.
 */
export async function simulateQueue(
  now: number,
  senders: readonly Sender[],
  own: Load,
): Promise<QueueSimulation> {
  const workOf = workWithSharedHours()
  const shared = workOf(own)
  const mine = new Set([shared])
  const runs = senders.map((sender): Run => {
    const bound = workOf({ ...own, people: sender.bound })
    mine.add(bound)
    return {
      sender,
      queue: [...sender.ahead.map(workOf), bound, ...(sender.isLeaving ? [] : [shared])],
      budgets: sender.days.map(() => ({ left: 0, endsAt: Number.NEGATIVE_INFINITY })),
    }
  })
  const isDone = () => [...mine].every(({ left }) => left <= NOBODY)
  const spans: WorkSpan[] = []
  if (isDone()) return { startsAt: null, endsAt: null, spans }
  const horizon = Math.max(now, own.from) + HORIZON_MS
  let at = Math.floor(now)
  let turnStarted = performance.now()
  for (let step = 0; step < STEPS_MAX && at < horizon && !isDone(); step++) {
    if (performance.now() - turnStarted > COMPUTED_AT_ONCE_MS) {
      await setImmediate()
      turnStarted = performance.now()
    }
    for (const run of runs) renewBudgets(run, at)
    const busy = runs.flatMap((run) => {
      const work = workAt(run, at)
      return work ? [{ run, work }] : []
    })
    const changes = [...runs.flatMap((run) => changesOf(run, at)), ...endsOf(busy, at)]
    const next = Math.max(at + 1, Math.min(horizon, ...changes))
    const people = write(busy, next - at, mine)
    if (people > 0) addSpan(spans, { from: at, to: next, people })
    at = next
  }
  const startsAt = spans[0]?.from ?? null
  if (startsAt === null || !isDone()) return { startsAt, endsAt: null, spans }
  // Devices that share the last people still take a whole gap each.
  return { startsAt, endsAt: Math.max(at, startsAt + shared.msPerPerson), spans }
}

function renewBudgets({ sender, budgets }: Run, at: number): void {
  for (const [place, budget] of budgets.entries()) {
    const day = at < budget.endsAt ? undefined : sender.days[place]?.(at)
    if (!day) continue
    budget.left = day.cap === null ? Number.POSITIVE_INFINITY : day.cap - day.used
    budget.endsAt = Math.max(day.endsAt, at + STEP_MIN_MS)
  }
}

/** What a device sends at a moment. */
function workAt({ sender, queue, budgets }: Run, at: number): Work | undefined {
  if (at < sender.from || budgets.some(({ left }) => left <= NOBODY)) return undefined
  return queue.find((work) => work.left > NOBODY && work.from <= at && work.hours.activeAt(at))
}

/** When the device may send something else, whatever it sends now. */
function changesOf({ sender, queue, budgets }: Run, at: number): number[] {
  if (at < sender.from) return [sender.from]
  return [
    ...budgets.map(({ endsAt }) => endsAt),
    ...queue.flatMap(({ left, from, hours }) => {
      if (left <= NOBODY) return []
      return from > at ? from : hours.changeAfter(at)
    }),
  ]
}

/** When what is being sent ends, or a limit is reached. */
function endsOf(busy: readonly Busy[], at: number): number[] {
  return busy.map(({ run, work }) => {
    const workers = busy.filter((other) => other.work === work).length
    const people = Math.min(work.left / workers, ...run.budgets.map(({ left }) => left))
    return at + Math.ceil(people * work.msPerPerson - 1e-3)
  })
}

/** Lets devices send for some time. Returns how many people of `mine` they write to. */
function write(busy: readonly Busy[], ms: number, mine: ReadonlySet<Work>): number {
  let people = 0
  for (const { run, work } of busy) {
    const count = ms / work.msPerPerson
    work.left = Math.max(0, work.left - count)
    for (const budget of run.budgets) budget.left -= count
    if (mine.has(work)) people += count
  }
  return people
}

function addSpan(spans: WorkSpan[], span: WorkSpan): void {
  const last = spans.at(-1)
  if (last?.to === span.from) {
    spans[spans.length - 1] = { ...last, to: span.to, people: last.people + span.people }
  } else if (spans.length < SPANS_MAX) spans.push(span)
}

interface Hours {
  activeAt(at: number): boolean
  /** The next time at which `activeAt` changes; infinite when it never does. */
  changeAfter(at: number): number
}

function workWithSharedHours(): (load: Load) => Work {
  const known = new Map<string, Hours>()
  return ({ people, gapSeconds, scheduleType, timeZone, from }) => {
    const key = `${scheduleType} ${timeZone}`
    const hours = known.get(key) ?? hoursOf(scheduleType, timeZone)
    known.set(key, hours)
    return { left: people, msPerPerson: Math.max(1, Math.ceil(gapSeconds * 1000)), from, hours }
  }
}

function hoursOf(scheduleType: ScheduleType, timeZone: string): Hours {
  const hours = HOURS_BY_SCHEDULE[scheduleType]
  if (hours.length === 0) {
    return { activeAt: () => true, changeAfter: () => Number.POSITIVE_INFINITY }
  }
  const localAt = localTime(timeZone)
  const isActive = (at: number) => hours.includes(Math.floor(localAt(at) / HOUR_MS))
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  let active = false
  function look(at: number): void {
    if (at >= from && at < to) return
    active = isActive(at)
    from = at
    to = at + HOUR_MS - (localAt(at) % HOUR_MS)
    while (isActive(to) === active) to += HOUR_MS
  }
  return {
    activeAt(at) {
      look(at)
      return active
    },
    changeAfter(at) {
      look(at)
      return to
    },
  }
}

/** The time of day in a zone, in ms since midnight; reads the zone's offset once a day. */
function localTime(timeZone: string): (at: number) => number {
  const offsets = new Map<number, number>()
  return (at) => {
    const day = Math.floor(at / DAY_MS)
    const known = offsets.get(day)
    const clock = known === undefined ? zonedClock(day * DAY_MS, timeZone) : undefined
    const offset = known ?? (clock ? clock.hour * 60 + Number(clock.format('m', 'en')) : 0) * 60_000
    offsets.set(day, offset)
    return (at + offset) % DAY_MS
  }
}
