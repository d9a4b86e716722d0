import {
  type ClientVersion,
  isNewer,
  type VersionStore,
} from '../../../features/devices/client-version.ports.ts'
import { backOff } from '../../../platform/back-off.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'

export interface ClientVersionDeps {
  /** WHATSAPP_VERSION: used as it is. */
  readonly fixed: ClientVersion | null
  /** False where another server than the real network is spoken to: it has its own versions. */
  readonly asks: boolean
  /** The driver's own version, used when no newer one is known. */
  pinned(): Promise<ClientVersion>
  /** Asks the network; rejects when it does not answer. */
  fetchLatest(): Promise<ClientVersion>
  readonly store: VersionStore
  readonly clock: Clock
  readonly log: Log
  /** A newer version is known than one that the network has refused. */
  onNewer(): void
}

const DAY_MS = 24 * 3_600_000
/** However many numbers are refused at once, the network is asked once. */
const ASK_AGAIN_MS = 5 * 60_000
/** While it does not answer, or a number waits for a newer version. */
const LONGEST_WAIT_MS = 3_600_000

/**
 * The version that this client calls itself: the network refuses old ones (405). Asked once a day,
 * and when it is refused. While the network does not answer it is asked again, ever more slowly,
 * and every hour while no version is known that it would take.
 */
export function createClientVersion(deps: ClientVersionDeps) {
  const { fixed, store, clock, log } = deps
  let asking: Promise<void> | null = null
  let rests = Number.NEGATIVE_INFINITY
  /** How often in a row it has not answered. */
  let faults = 0
  /** The newest version that the network refused while none newer was known. */
  let tooOld: ClientVersion | null = null
  let cancelNext = () => {}

  async function newestKnown(): Promise<ClientVersion> {
    const pinned = await deps.pinned()
    const stored = (await store.read())?.version ?? pinned
    return isNewer(stored, pinned) ? stored : pinned
  }

  async function ask(): Promise<void> {
    rests = clock.now() + ASK_AGAIN_MS
    try {
      await store.write({ version: await deps.fetchLatest(), askedAt: clock.now() })
      faults = 0
      if (tooOld && isNewer(await newestKnown(), tooOld)) {
        tooOld = null
        deps.onNewer()
      }
    } catch (err) {
      log.info({ err }, 'the network did not name its newest client; the known one is used')
      const wait = backOff(faults, ASK_AGAIN_MS, LONGEST_WAIT_MS)
      faults += 1
      rests = clock.now() + wait
    }
    askLater()
  }

  /** By itself, where it has to be. */
  function askLater(): void {
    cancelNext()
    const wait = faults > 0 ? rests - clock.now() : LONGEST_WAIT_MS
    if (faults > 0 || tooOld) cancelNext = clock.after(wait, () => void begin())
  }

  function begin(): Promise<void> {
    asking ??= ask().finally(() => {
      asking = null
    })
    return asking
  }

  async function askUnlessJustTried(): Promise<void> {
    if (asking) await asking
    else if (deps.asks && clock.now() >= rests) await begin()
  }

  return {
    async current(): Promise<ClientVersion> {
      if (fixed) return fixed
      const stored = deps.asks ? await store.read() : null
      if (!stored || clock.now() - stored.askedAt > DAY_MS) await askUnlessJustTried()
      return newestKnown()
    },

    /**
     * The network has refused this version as too old. True when a newer one is known now;
     * otherwise `onNewer` tells of it.
     */
    async refused(version: ClientVersion): Promise<boolean> {
      if (fixed) return false
      if (isNewer(await newestKnown(), version)) return true
      await askUnlessJustTried()
      if (isNewer(await newestKnown(), version)) return true
      if (deps.asks && (!tooOld || isNewer(version, tooOld))) {
        tooOld = version
        askLater()
      }
      return false
    },
  }
}
