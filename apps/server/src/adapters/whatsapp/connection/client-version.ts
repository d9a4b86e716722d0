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
  /** False for a test server, which has versions of its own. */
  readonly asks: boolean
  /** The driver's own version, used when no newer one is known. */
  pinned(): Promise<ClientVersion>
  /** Asks the network; rejects when it does not answer. */
  fetchLatest(): Promise<ClientVersion>
  readonly store: VersionStore
  readonly clock: Clock
  readonly log: Log
  /** Called when a version newer than a refused one becomes known. */
  onNewer(): void
}

const DAY_MS = 24 * 3_600_000
/** Pause between two requests, however many numbers are refused at once. */
const ASK_AGAIN_MS = 5 * 60_000
/** The longest pause while the network does not answer or a number waits for a newer version. */
const LONGEST_WAIT_MS = 3_600_000

/**
 * The client version that this server reports: the network refuses old ones (405). It is fetched
 * once a day and after a refusal; with a back-off while the network does not answer, and every hour
 * while no accepted version is known.
 */
export function createClientVersion(deps: ClientVersionDeps) {
  const { fixed, store, clock, log } = deps
  let asking: Promise<void> | null = null
  let rests = Number.NEGATIVE_INFINITY
  /** Failed requests in a row. */
  let faults = 0
  /** The newest version that the network has refused. */
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
      log.info({ err }, 'no newest client version from the network; using the known one')
      const wait = backOff(faults, ASK_AGAIN_MS, LONGEST_WAIT_MS)
      faults += 1
      rests = clock.now() + wait
    }
    askLater()
  }

  /** Schedules the next request if one is needed. */
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
     * Reports that the network refused this version as too old. Returns whether a newer one is
     * known; otherwise `onNewer` is called once there is one.
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
