import { backOff } from '../../../platform/back-off.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import type { HealthProbe, HealthSign } from './health.ports.ts'

/** A phone counts as in use after this time and number of signs without an incoming message. */
const IN_USE_MS = 10 * 60_000
const IN_USE_SIGNS = 3
/** Delay between two reopenings, doubled each time until a message arrives. */
const FIRST_REST_MS = 60 * 60_000
const LONGEST_REST_MS = 24 * 60 * 60_000

/** The events of a device since its last incoming message. */
interface Quiet {
  /** Signs that its phone is in use, since it was last reopened. */
  readonly signs: number
  readonly usedFrom: number
  readonly usedAt: number
  readonly reopenings: number
  readonly reopenedAt: number | null
}

const NOT_QUIET: Quiet = {
  signs: 0,
  usedFrom: 0,
  usedAt: 0,
  reopenings: 0,
  reopenedAt: null,
}

function quietAfter(quiet: Quiet, sign: HealthSign, now: number): Quiet {
  if (sign === 'in' || sign === 'read_later') return NOT_QUIET
  if (sign !== 'phone') return quiet
  const usedFrom = quiet.signs === 0 ? now : quiet.usedFrom
  return { ...quiet, signs: quiet.signs + 1, usedFrom, usedAt: now }
}

function mayBeReopened({ signs, usedFrom, usedAt, ...quiet }: Quiet, now: number): boolean {
  if (signs < IN_USE_SIGNS || usedAt - usedFrom < IN_USE_MS) return false
  if (quiet.reopenedAt === null) return true
  const rest = backOff(quiet.reopenings - 1, FIRST_REST_MS, LONGEST_REST_MS)
  return now - quiet.reopenedAt >= rest
}

function reopened({ reopenings }: Quiet, now: number): Quiet {
  return { ...NOT_QUIET, reopenings: reopenings + 1, reopenedAt: now }
}

/** Whether its owner is shown a problem. */
function isShown({ reopenedAt }: Quiet, now: number): boolean {
  return reopenedAt !== null && now - reopenedAt < FIRST_REST_MS
}

interface WatchDeps {
  readonly probe: HealthProbe
  readonly clock: Clock
  readonly log: Log
  /** A device has become quiet, or a message has come in again. */
  onQuiet(deviceId: string): void
}

/** Reopens connections that receive nothing while their phone is in use. */
export function createQuietWatch({ probe, clock, log, onQuiet }: WatchDeps) {
  const quietOfDevice = new Map<string, Quiet>()
  const of = (deviceId: string) => quietOfDevice.get(deviceId) ?? NOT_QUIET

  return {
    note(deviceId: string, sign: HealthSign): void {
      const before = of(deviceId)
      const after = quietAfter(before, sign, clock.now())
      if (after === NOT_QUIET) quietOfDevice.delete(deviceId)
      else quietOfDevice.set(deviceId, after)
      if (isShown(before, clock.now()) && after === NOT_QUIET) onQuiet(deviceId)
    },

    isQuiet: (deviceId: string): boolean => isShown(of(deviceId), clock.now()),

    /** Pings the network first, because late messages may arrive in the meantime. */
    async check(deviceId: string): Promise<void> {
      if (!mayBeReopened(of(deviceId), clock.now())) return
      const answers = await probe
        .ping(deviceId)
        .then(() => probe.preKeysLeft(deviceId))
        .then(
          () => true,
          () => false,
        )
      const quiet = of(deviceId)
      if (!mayBeReopened(quiet, clock.now())) return
      log.warn(
        { deviceId, answers, reopenings: quiet.reopenings },
        'nothing arrives: connection reopened',
      )
      quietOfDevice.set(deviceId, reopened(quiet, clock.now()))
      probe.reopen(deviceId)
      onQuiet(deviceId)
    },

    forget: (deviceId: string) => void quietOfDevice.delete(deviceId),
  }
}
