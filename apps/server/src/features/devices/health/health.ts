import type { HealthSign } from './health.ports.ts'

/** How well a device works; null where unknown. */
export interface Health {
  readonly lastInAt: number | null
  readonly lastOutAt: number | null
  /** Messages that could not be read, since `unreadableSince`. */
  readonly unreadable: number
  readonly unreadableSince: number | null
  readonly preKeysLeft: number | null
  readonly latencyMs: number | null
}

export const UNKNOWN_HEALTH: Health = {
  lastInAt: null,
  lastOutAt: null,
  unreadable: 0,
  unreadableSince: null,
  preKeysLeft: null,
  latencyMs: null,
}

/** Unreadable messages are shown for a day. */
const UNREADABLE_TOLD_MS = 24 * 3_600_000

export function afterSign(health: Health, sign: HealthSign, now: number): Health {
  switch (sign) {
    case 'in':
      return { ...health, lastInAt: now }
    case 'out':
      return { ...health, lastOutAt: now }
    case 'phone':
      return health
    case 'unreadable': {
      const { unreadable, unreadableSince } = healthAt(health, now)
      return { ...health, unreadable: unreadable + 1, unreadableSince: unreadableSince ?? now }
    }
    case 'read_later':
      return counted(health, Math.max(0, health.unreadable - 1))
  }
}

/** The health without unreadable messages older than a day. */
export function healthAt(health: Health, now: number): Health {
  const { unreadableSince } = health
  const isOver = unreadableSince !== null && now - unreadableSince >= UNREADABLE_TOLD_MS
  return isOver ? counted(health, 0) : health
}

function counted(health: Health, unreadable: number): Health {
  const unreadableSince = unreadable === 0 ? null : health.unreadableSince
  return { ...health, unreadable, unreadableSince }
}
