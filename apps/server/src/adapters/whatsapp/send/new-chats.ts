import type { WASocket } from 'baileys'
import { z } from 'zod/mini'
import type { NewChatNews } from '../../../features/devices/devices.ports.ts'
import type { Clock } from '../../../platform/clock.ts'

/** No limit lasts as long; such an end is none. */
const LONGEST_MS = 366 * 24 * 3_600_000
/** Nobody begins as many chats; such a quota is none, and the database keeps no larger number. */
const LARGEST_QUOTA = 2 ** 31 - 1
/** Several refusals of one moment are one. */
const AFTER_REFUSAL_MS = 10_000
/** The network tells by itself only when a quota is nearly used up. */
const WHILE_COUNTED_MS = 60_000
/** Larger is a moment in milliseconds, otherwise it is in seconds. */
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

/** What a time-lock says; nothing when it cannot be understood. */
export function readLock(told: unknown, now: number): NewChatNews {
  const read = Lock.safeParse(told)
  if (!read.success) return {}
  const { isActive, timeEnforcementEnds: ends } = read.data
  if (!isActive || (ends && ends.getTime() <= now)) return { lock: null }
  return { lock: { until: momentIn(named(ends), now) } }
}

/**
 * The network names seconds. Where it tells of a lock without an end, the driver fills in a minute
 * from its own clock, which counts milliseconds.
 */
function named(ends: Date | undefined): number | undefined {
  const at = ends?.getTime()
  return at !== undefined && at % 1000 === 0 ? at : undefined
}

/** What a quota of first chats says; nothing when it cannot be understood. */
export function readQuota(told: unknown, now: number): NewChatNews {
  const read = Capping.safeParse(told)
  if (!read.success) return {}
  const { total_quota: total, used_quota: used, capping_status: status } = read.data
  const isUsedUp = status === 'CAPPED'
  const of = total !== undefined && total > 0 && total <= LARGEST_QUOTA ? total : 0
  if (of === 0 && !isUsedUp) return total === undefined ? {} : { quota: null }
  if (used === undefined && !isUsedUp) return {}
  const left = isUsedUp ? 0 : Math.min(of, Math.max(0, of - (used ?? 0)))
  const { cycle_start_timestamp: from, cycle_end_timestamp: until } = read.data
  return {
    quota: { left, of, from: momentIn(from, now), until: momentIn(until, now) },
  }
}

function momentIn(at: number | undefined, now: number): number | null {
  return at !== undefined && Math.abs(at - now) <= LONGEST_MS ? at : null
}

/**
 * Hears which chats the account may begin. The driver would ask after a refusal with 463, but takes
 * another branch before; and of a quota it only passes on what the network tells by itself. Asked
 * once at the opening, after refusals, and now and then while messages leave under a quota.
 */
export function hearNewChats(
  socket: Pick<WASocket, 'ev' | 'fetchAccountReachoutTimelock' | 'fetchNewChatMessageCap'>,
  clock: Clock,
  tell: (news: NewChatNews) => void,
) {
  let planned: { readonly at: number; cancel(): void } | null = null
  let askedAt = Number.NEGATIVE_INFINITY
  let isCounted = false
  let over = false
  let isAsking = false

  function hear(news: NewChatNews): void {
    if (over) return
    if (news.quota !== undefined) isCounted = news.quota !== null
    if (Object.keys(news).length > 0) tell(news)
  }

  // The driver also reports the answer to the question for the lock so.
  socket.ev.on('connection.update', ({ reachoutTimeLock: lock }) => {
    if (lock) hear(readLock(lock, clock.now()))
  })
  socket.ev.on('message-capping.update', (told) => hear(readQuota(told, clock.now())))

  /** Without an answer nothing is known, and the next refusal asks again. */
  async function ask(): Promise<void> {
    planned = null
    if (isAsking) return askAfter(AFTER_REFUSAL_MS)
    isAsking = true
    await Promise.allSettled([
      socket.fetchAccountReachoutTimelock(),
      socket.fetchNewChatMessageCap().then((told) => hear(readQuota(told, clock.now()))),
    ])
    isAsking = false
  }

  /** Asks once so much time has passed since the last question. */
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
