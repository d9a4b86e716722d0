/** Stops two bots that answer each other, at once or after a presence. Always on. */
const LIMITS = {
  minute: { windowMs: 60_000, replies: 20 },
  hour: { windowMs: 60 * 60_000, replies: 60 },
} as const

export type LoopLimit = keyof typeof LIMITS

/** How long a chat is paused after exceeding a limit; not shorter than any window. */
export const LOOP_PAUSE_MS = 60 * 60_000
/** How far back, and how many replies, the guard looks at. */
export const LOOP_WINDOW_MS = LIMITS.hour.windowMs
export const LOOP_REPLIES = LIMITS.hour.replies

/**
 * The limit that another automatic reply would exceed; `times` are those of a chat, newest first.
 */
export function exceededLimit(times: readonly number[], now: number): LoopLimit | null {
  for (const bound of ['minute', 'hour'] as const) {
    const { windowMs, replies } = LIMITS[bound]
    const oldest = times[replies - 1]
    if (oldest !== undefined && oldest > now - windowMs) return bound
  }
  return null
}
