import { setImmediate } from 'node:timers/promises'
import { Budget, type DayAt, Lane, type Load, lanesOf } from './work-lane.ts'

/** A device that sends. */
export interface Sender {
  readonly id: string
  /** It writes to nobody before, in epoch milliseconds. */
  readonly from: number
  /** Its limits; all of them hold. */
  readonly days: readonly DayAt[]
}

/** Epoch milliseconds; null when it does not happen within a year. */
export interface QueueSimulation {
  readonly startsAt: number | null
  readonly endsAt: number | null
  /** When each device sends, and for whom, by its id: the first of it, in order. */
  readonly spans: ReadonlyMap<string, readonly WorkSpan[]>
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

const HORIZON_MS = 366 * 24 * 3_600_000

/** More than the hours of a year. */
const STEPS_MAX = 12_000

/** The least that a step over the end of a day advances, whatever the zone makes of that day. */
const STEP_MIN_MS = 60_000

/** Others are served after so long. */
const COMPUTED_AT_ONCE_MS = 10

/**
 * When `own` would start and end, dealt as the dispatcher does: each of its devices writes to those
 * `ahead` first whom it may write to, then to those `bound` to it alone, then takes the next one
 * who waits, whenever it is ready for one; the end is that of the last. Jumps from change to change
 * (hours opening or closing, a campaign starting or ending, a limit reached), so the cost does not
 * depend on the number of people. Lets others go on in between.
 */
export async function simulateQueue(
  now: number,
  senders: readonly Sender[],
  ahead: readonly Load[],
  own: Load,
  bound: readonly Load[] = [],
): Promise<QueueSimulation> {
  if ([own, ...bound].every(({ people }) => people === 0))
    return { startsAt: null, endsAt: null, spans: new Map() }
  const mine = laneOf(own)
  const ours = [...bound.map(laneOf), mine]
  const lanes = [...lanesOf(ahead), ...ours]
  const runs = senders.map((sender) => new Run(sender, mine, ours))
  const isDone = () => ours.every(({ done }) => done)
  const spans = new Map(runs.map((run) => [run.id, run.spans]))
  const horizon = Math.max(now, own.from) + HORIZON_MS
  let startsAt: number | null = null
  let at = Math.floor(now)
  let begun = performance.now()
  for (let step = 0; step < STEPS_MAX && at < horizon && !isDone(); step++) {
    if (performance.now() - begun > COMPUTED_AT_ONCE_MS) {
      await setImmediate()
      begun = performance.now()
    }
    deal(at, lanes, runs)
    if (runs.some(({ isAtOurs }) => isAtOurs)) startsAt ??= at
    const next = Math.min(horizon, ...changes(at, lanes, runs, mine))
    for (const run of runs) run.workUntil(at, next)
    at = next
  }
  return { startsAt, endsAt: isDone() ? at : null, spans }
}

function laneOf(load: Load): Lane {
  const lane = new Lane(load)
  lane.add(load)
  return lane
}

/** Says what each device does from now on. */
function deal(at: number, lanes: readonly Lane[], runs: readonly Run[]): void {
  for (const lane of lanes) lane.moveTo(at)
  for (const run of runs) run.moveTo(at, lanes)
  for (const run of runs) run.choose(lanes)
}

/** The times until which everything goes on as it does. */
function changes(at: number, lanes: readonly Lane[], runs: readonly Run[], mine: Lane): number[] {
  const found = [...lanes.map((lane) => lane.nextChange), ...runs.map((run) => run.changeAfter(at))]
  for (const lane of lanes) {
    const working = runs.filter((run) => run.lane === lane)
    if (working.length === 0) continue
    if (lane !== mine) found.push(at + Math.ceil(lane.leftMs / working.length))
    else found.push(at + roundsOf(mine, working))
  }
  return found.map((change) => Math.max(change, at + 1))
}

/** Each device is through with as many people; of those who are left there is enough for all. */
function roundsOf(mine: Lane, working: readonly Run[]): number {
  const rounds = Math.floor(mine.leftMs / mine.msPerPerson / working.length)
  if (rounds >= 1) return rounds * mine.msPerPerson
  return Math.min(...working.map(({ gapMs }) => gapMs))
}

/** A device on its way through the queue. */
class Run {
  readonly id: string
  readonly spans: WorkSpan[] = []
  /** What it works at; null while it writes to nobody. */
  lane: Lane | null = null
  /** Until its next message to one of its own campaign; 0 where it has not waited for one. */
  gapMs = 0
  /** It has taken one of them. */
  private hasTaken = false
  private readonly from: number
  private readonly budgets: readonly Budget[]
  private readonly mine: Lane
  private readonly ours: readonly Lane[]
  private isReady = false

  /** `ours` are all lanes of its own campaign; of `mine` it takes one person at a time. */
  constructor({ id, from, days }: Sender, mine: Lane, ours: readonly Lane[]) {
    this.id = id
    this.from = from
    this.budgets = days.map((dayAt) => new Budget(dayAt))
    this.mine = mine
    this.ours = ours
  }

  get isAtOurs(): boolean {
    return this.lane !== null && this.ours.includes(this.lane)
  }

  /** Whoever it cannot write to any more waits for any of them again. */
  moveTo(at: number, lanes: readonly Lane[]): void {
    for (const budget of this.budgets) budget.moveTo(at)
    this.isReady = at >= this.from && !this.budgets.some(({ isSpent }) => isSpent)
    if (!this.hasTaken || !this.mine.active) return
    const isAtMine = this.isReady && this.firstOf(lanes, true) === this.mine
    if (isAtMine) return
    this.hasTaken = false
    this.mine.begun -= 1
    this.mine.leftMs += this.mine.msPerPerson
  }

  choose(lanes: readonly Lane[]): void {
    this.lane = this.isReady ? this.firstOf(lanes, this.hasTaken) : null
    if (this.lane === this.mine && !this.hasTaken) this.take()
  }

  private firstOf(lanes: readonly Lane[], hasTaken: boolean): Lane | null {
    const { mine, id } = this
    const isOpen = (lane: Lane) => lane.hasFor(id) || (lane === mine && hasTaken && mine.active)
    return lanes.find(isOpen) ?? null
  }

  private take(): void {
    this.hasTaken = true
    this.mine.begun += 1
    this.mine.leftMs -= this.mine.msPerPerson
    if (this.gapMs === 0) this.gapMs = this.mine.msPerPerson
  }

  /** The next time at which its limits change what it does. */
  changeAfter(at: number): number {
    if (at < this.from) return this.from
    const { lane } = this
    const times = this.budgets.map(({ isSpent, people, endsAt }) => {
      const isOver = Math.max(at + STEP_MIN_MS, endsAt)
      if (isSpent || lane === null) return isSpent ? isOver : Number.POSITIVE_INFINITY
      return Math.min(isOver, at + Math.ceil(people * lane.msPerPerson - 1e-3))
    })
    return Math.min(...times, Number.POSITIVE_INFINITY)
  }

  workUntil(at: number, next: number): void {
    const { lane, mine } = this
    if (lane === null) return
    const ms = next - at
    const people = lane.msPerPerson > 0 ? ms / lane.msPerPerson : 0
    for (const budget of this.budgets) budget.people -= people
    this.addSpan({ from: at, to: next, isOwn: this.isAtOurs, people })
    if (lane === mine) this.writeFor(ms)
    else lane.leftMs = Math.max(0, lane.leftMs - ms)
  }

  /** To the one it has taken, and to those after them. */
  private writeFor(ms: number): void {
    const { mine } = this
    this.gapMs -= ms
    if (this.gapMs > 0) return
    this.hasTaken = false
    mine.begun -= 1
    const over = -this.gapMs
    const whole = over - (over % mine.msPerPerson)
    mine.leftMs -= whole
    this.gapMs = 0
    if (over === whole) return
    this.take()
    this.gapMs -= over - whole
  }

  /** Joins it to the last one when that goes on. */
  private addSpan(span: WorkSpan): void {
    const { spans } = this
    const last = spans.at(-1)
    if (last && last.to === span.from && last.isOwn === span.isOwn) {
      spans[spans.length - 1] = { ...last, to: span.to, people: last.people + span.people }
    } else if (spans.length < SPANS_MAX) spans.push(span)
  }
}
