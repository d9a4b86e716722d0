import { backOff } from '../../../platform/back-off.ts'
import type { HealthSign } from './health.ports.ts'

/** In use for as long, with as many signs of it, while nothing came in. */
const IN_USE_MS = 10 * 60_000
const IN_USE_SIGNS = 3
/** Between one reopening and the next, doubled each time until something comes in. */
const FIRST_REST_MS = 60 * 60_000
const LONGEST_REST_MS = 24 * 60 * 60_000

/** What is known of a device since something last came in (decision 45). */
export interface Quiet {
  /** Signs that its phone is in use, since it was last reopened. */
  readonly signs: number
  readonly usedFrom: number
  readonly usedAt: number
  readonly reopenings: number
  readonly reopenedAt: number | null
}

export const NOT_QUIET: Quiet = {
  signs: 0,
  usedFrom: 0,
  usedAt: 0,
  reopenings: 0,
  reopenedAt: null,
}

export function quietAfter(quiet: Quiet, sign: HealthSign, now: number): Quiet {
  if (sign === 'in' || sign === 'read_later') return NOT_QUIET
  if (sign !== 'phone') return quiet
  const usedFrom = quiet.signs === 0 ? now : quiet.usedFrom
  return { ...quiet, signs: quiet.signs + 1, usedFrom, usedAt: now }
}

export function mayBeReopened({ signs, usedFrom, usedAt, ...quiet }: Quiet, now: number): boolean {
  if (signs < IN_USE_SIGNS || usedAt - usedFrom < IN_USE_MS) return false
  if (quiet.reopenedAt === null) return true
  const rest = backOff(quiet.reopenings - 1, FIRST_REST_MS, LONGEST_REST_MS)
  return now - quiet.reopenedAt >= rest
}

export function reopened({ reopenings }: Quiet, now: number): Quiet {
  return { ...NOT_QUIET, reopenings: reopenings + 1, reopenedAt: now }
}

/** Whether its owner is told. */
export function isToldOf({ reopenedAt }: Quiet, now: number): boolean {
  return reopenedAt !== null && now - reopenedAt < FIRST_REST_MS
}
