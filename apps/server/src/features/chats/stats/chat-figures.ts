import type { ChatFigures } from '@kirim/contract/chat-stats'
import type { ChatStepTable } from '../../../platform/database/schema/chat-waits.ts'

/** A step of the chats that are counted. */
export interface CountedStep {
  readonly kind: ChatStepTable['kind'] | 'closed'
  readonly by: ChatStepTable['by']
  readonly waitedMs: number | null
  readonly isFirst: boolean
}

/** Answers of chatbots come at once: how long people wait is said by people's answers alone. */
const PEOPLE: ReadonlySet<CountedStep['by']> = new Set(['member', 'phone'])

/** Collects steps, and says their figures. */
export function createFigures() {
  const counts = { come: 0, answered: 0, closed: 0 }
  const firsts: number[] = []
  const waits: number[] = []
  return {
    add({ kind, by, waitedMs, isFirst }: CountedStep): void {
      counts[kind] += 1
      if (waitedMs === null || !PEOPLE.has(by)) return
      waits.push(waitedMs)
      if (isFirst) firsts.push(waitedMs)
    },
    figures(): ChatFigures {
      const [first, wait] = [firsts.sort(byValue), waits.sort(byValue)]
      return {
        ...counts,
        firstMedian: quantile(first, 0.5),
        firstP90: quantile(first, 0.9),
        waitMedian: quantile(wait, 0.5),
        waitP90: quantile(wait, 0.9),
      }
    },
  }
}

const byValue = (one: number, other: number) => one - other

/** The value that this share of sorted values does not exceed; null without any. */
export function quantile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null
}
