import {
  type ClientVersion,
  isNewer,
  type VersionStore,
} from '../../features/devices/client-version.ports.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'

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
}

const DAY_MS = 24 * 3_600_000
/** However many numbers are refused at once, the network is asked once. */
const ASK_AGAIN_MS = 5 * 60_000

/**
 * The version that this client calls itself: the network refuses old ones (405). Asked once a day,
 * and again when it is refused; a failure to ask is harmless.
 */
export function createClientVersion(deps: ClientVersionDeps) {
  const { fixed, store, clock, log } = deps
  let asking: Promise<void> | null = null
  let triedAt = Number.NEGATIVE_INFINITY

  async function known(): Promise<ClientVersion> {
    const pinned = await deps.pinned()
    const kept = (await store.read())?.version ?? pinned
    return isNewer(kept, pinned) ? kept : pinned
  }

  async function ask(): Promise<void> {
    triedAt = clock.now()
    try {
      await store.write({ version: await deps.fetchLatest(), askedAt: clock.now() })
    } catch (err) {
      log.info({ err }, 'the network did not name its newest client; the known one is used')
    }
  }

  async function askUnlessJustTried(): Promise<void> {
    if (!deps.asks || clock.now() - triedAt < ASK_AGAIN_MS) return asking ?? undefined
    asking = ask()
    await asking
  }

  return {
    async current(): Promise<ClientVersion> {
      if (fixed) return fixed
      const kept = deps.asks ? await store.read() : null
      if (!kept || clock.now() - kept.askedAt > DAY_MS) await askUnlessJustTried()
      return known()
    },

    /** The network has refused this version as too old. True when a newer one is known now. */
    async refused(version: ClientVersion): Promise<boolean> {
      if (fixed) return false
      if (isNewer(await known(), version)) return true
      await askUnlessJustTried()
      return isNewer(await known(), version)
    },
  }
}
