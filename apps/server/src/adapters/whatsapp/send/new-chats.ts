import type { WASocket } from 'baileys'
import { z } from 'zod/mini'
import type { NewChatNews } from '../../../features/devices/devices.ports.ts'
import type { Clock } from '../../../platform/clock.ts'

/** Ends further away are ignored. */
const LONGEST_MS = 366 * 24 * 3_600_000
/** Larger quotas count as none; the database cannot store them. */
const LARGEST_QUOTA = 2 ** 31 - 1
/** Clocks differ: a limit in force may have an end that has just passed here. */
const JUST_OVER_MS = 300_000
/** How much longer such a limit is assumed to last. */
const NOT_YET_OVER_MS = 60_000
/** Pause after a refusal, so that several at once cause one query. */
const AFTER_REFUSAL_MS = 10_000
/**
 * Pause between queries while a quota applies; the network reports only a nearly exhausted one by
 * itself.
 */
const WHILE_COUNTED_MS = 60_000
/** Larger timestamps are in milliseconds, others in seconds. */
const SECONDS_MAX = 100_000_000_000

const Digits = z.string().check(z.maxLength(16), z.regex(/^-?\d+$/))
const Count = z.union([z.int(), z.pipe(Digits, z.transform(Number))])
const Moment = z.catch(
  z.optional(
    z.pipe(
      Count,
      z.transform((at) => (at > SECONDS_MAX ? at : at * 1000)),
    ),
  ),
  undefined,
)

const Lock = z.object({
  isActive: z.boolean(),
  timeEnforcementEnds: z.catch(z.optional(z.date()), undefined),
})

const Capping = z.object({
  total_quota: z.catch(z.optional(Count), undefined),
  used_quota: z.catch(z.optional(Count), undefined),
  cycle_start_timestamp: Moment,
  cycle_end_timestamp: Moment,
  capping_status: z.catch(z.optional(z.string().check(z.maxLength(40))), undefined),
})

/** Parses a time-lock; empty if it is invalid. */
export function readLock(payload: unknown, now: number): NewChatNews {
  const read = Lock.safeParse(payload)
  if (!read.success) return {}
  const { isActive, timeEnforcementEnds: ends } = read.data
  const end = exactEnd(ends)
  if (!isActive || (ends && ends.getTime() <= now && !isJustOver(end, now))) return { lock: null }
  return { lock: { until: momentIn(endInForce(end, now), now) } }
}

function isJustOver(end: number | undefined, now: number): boolean {
  return end !== undefined && end <= now && now - end <= JUST_OVER_MS
}

/** The end of a limit that the network reports as in force now. */
function endInForce(end: number | undefined, now: number): number | undefined {
  return isJustOver(end, now) ? now + NOT_YET_OVER_MS : end
}

/**
 * The network sends whole seconds. For a lock without an end the driver fills in a minute from its
 * own clock, which has milliseconds.
 */
function exactEnd(ends: Date | undefined): number | undefined {
  const at = ends?.getTime()
  return at !== undefined && at % 1000 === 0 ? at : undefined
}

/** Parses a quota of new chats; empty if it is invalid. */
export function readQuota(told: unknown, now: number): NewChatNews {
  const read = Capping.safeParse(told)
  if (!read.success) return {}
  const { total_quota: total, used_quota: used, capping_status: status } = read.data
  const isUsedUp = status === 'CAPPED'
  const of = total !== undefined && total > 0 && total <= LARGEST_QUOTA ? total : 0
  if (of === 0 && !isUsedUp) return total === undefined ? {} : { quota: null }
  if (used === undefined && !isUsedUp) return {}
  const left = isUsedUp ? 0 : Math.min(of, Math.max(0, of - (used ?? 0)))
  const { cycle_start_timestamp: from, cycle_end_timestamp: end } = read.data
  const until = left === 0 ? endInForce(end, now) : end
  return {
    quota: { left, of, from: momentIn(from, now), until: momentIn(until, now) },
  }
}

function momentIn(at: number | undefined, now: number): number | null {
  return at !== undefined && Math.abs(at - now) <= LONGEST_MS ? at : null
}

/**
 * Tracks which chats the account may start. The driver's own query after a 463 is never reached,
 * and it only passes on quotas that the network reports by itself. Queries once at the opening,
 * after refusals, and periodically while messages are sent under a quota.
 */
export function watchNewChats(
  socket: Pick<WASocket, 'ev' | 'fetchAccountReachoutTimelock' | 'fetchNewChatMessageCap'>,
  clock: Clock,
  onNews: (news: NewChatNews) => void,
) {
  let planned: { readonly at: number; cancel(): void } | null = null
  let askedAt = Number.NEGATIVE_INFINITY
  let isCounted = false
  let over = false
  let isAsking = false
  let newsCount = 0

  function report(news: NewChatNews): void {
    if (over) return
    if (news.quota !== undefined) isCounted = news.quota !== null
    if (Object.keys(news).length > 0) onNews(news)
  }

  // The driver also reports the answer to the lock query this way.
  socket.ev.on('connection.update', ({ reachoutTimeLock: lock }) => {
    if (!lock) return
    newsCount += 1
    report(readLock(lock, clock.now()))
  })
  socket.ev.on('message-capping.update', (quota) => {
    newsCount += 1
    report(readQuota(quota, clock.now()))
  })

  /**
   * Without an answer nothing changes, and the next refusal queries again. News that the network
   * sends by itself may overtake an older answer: then the query is repeated.
   */
  async function ask(): Promise<void> {
    planned = null
    if (isAsking) return askAfter(AFTER_REFUSAL_MS)
    isAsking = true
    const before = newsCount
    const [lock] = await Promise.allSettled([
      socket.fetchAccountReachoutTimelock(),
      socket.fetchNewChatMessageCap().then((told) => report(readQuota(told, clock.now()))),
    ])
    isAsking = false
    const answers = lock.status === 'fulfilled' ? 1 : 0
    if (newsCount - before > answers) askAfter(AFTER_REFUSAL_MS)
  }

  /** Schedules a query for `gapMs` after the last one. */
  function askAfter(gapMs: number): void {
    if (over) return
    const now = clock.now()
    const at = Math.max(now, askedAt + gapMs)
    if (planned && planned.at <= at) return
    planned?.cancel()
    const cancel = clock.after(at - now, () => {
      askedAt = clock.now()
      void ask()
    })
    planned = { at, cancel }
  }

  return {
    opened: () => void ask(),
    refused: () => askAfter(AFTER_REFUSAL_MS),
    accepted: () => {
      if (isCounted) askAfter(WHILE_COUNTED_MS)
    },
    end(): void {
      over = true
      planned?.cancel()
    },
  }
}
