import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import type { HealthProbe, HealthSign } from './health.ports.ts'
import { isToldOf, mayBeReopened, NOT_QUIET, type Quiet, quietAfter, reopened } from './quiet.ts'

interface WatchDeps {
  readonly probe: HealthProbe
  readonly clock: Clock
  readonly log: Log
  /** A device begins to be quiet, or something has come in. */
  onQuiet(deviceId: string): void
}

/** Reopens connections in which nothing comes in while their phone is in use. */
export function createQuietWatch({ probe, clock, log, onQuiet }: WatchDeps) {
  const known = new Map<string, Quiet>()
  const of = (deviceId: string) => known.get(deviceId) ?? NOT_QUIET

  return {
    note(deviceId: string, sign: HealthSign): void {
      const before = of(deviceId)
      const after = quietAfter(before, sign, clock.now())
      if (after === NOT_QUIET) known.delete(deviceId)
      else known.set(deviceId, after)
      if (isToldOf(before, clock.now()) && after === NOT_QUIET) onQuiet(deviceId)
    },

    isQuiet: (deviceId: string): boolean => isToldOf(of(deviceId), clock.now()),

    /** Asks the network first, as what is late may come meanwhile. */
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
      log.warn({ deviceId, answers, reopenings: quiet.reopenings }, 'nothing comes in: reopened')
      known.set(deviceId, reopened(quiet, clock.now()))
      probe.reopen(deviceId)
      onQuiet(deviceId)
    },

    forget: (deviceId: string) => void known.delete(deviceId),
  }
}
