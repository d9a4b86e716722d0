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
