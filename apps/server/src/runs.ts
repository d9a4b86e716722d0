import type { App } from './app.ts'
import { type Clock, pause } from './platform/clock.ts'
import { isDatabaseAway } from './platform/database/database-away.ts'
import { UnusableDatabase } from './platform/database/unusable-database.ts'
import type { Log } from './platform/log.ts'

/** How long a lost run may take to stop: it can write nothing any more. */
const END_WITHIN_MS = 20_000
const AGAIN_MS = 2000

interface RunsDeps {
  /**
   * Creates the server of one run, with its own log; `onLost` reports that the other nodes have
   * taken over.
   */
  create(log: Log, onLost: () => void): Promise<App>
  readonly clock: Clock
  readonly log: Log
  /** No new run could be started after a lost one. */
  onFailed(error: unknown): void
}

/**
 * Restarts the server within the process: when the other nodes have taken over from a run, it ends,
 * and the next one joins as a new node.
 */
export function createRuns({ create, clock, log, onFailed }: RunsDeps) {
  const stopping = new AbortController()
  let current: App | null = null
  let renewing: Promise<void> = Promise.resolve()
  let renewals = 0

  async function begin(): Promise<void> {
    const ownLog = log.child({})
    const app = await create(ownLog, () => {
      // From now on everything that it does fails.
      ownLog.level = 'silent'
      renewing = renew(app).catch(onFailed)
    })
    current = app
    if (!stopping.signal.aborted) await app.start()
  }

  async function renew(lost: App): Promise<void> {
    const renewal = ++renewals
    if (stopping.signal.aborted) return
    log.warn('restarting as a new node')
    await endOf(lost)
    while (!stopping.signal.aborted) {
      try {
        return await begin()
      } catch (error) {
        // This run was lost while it started: another renewal continues.
        if (renewal !== renewals) return
        if (!(error instanceof UnusableDatabase) && !isDatabaseAway(error)) throw error
        log.warn({ err: error }, 'cannot restart yet')
        await pause(clock, AGAIN_MS, stopping.signal)
      }
    }
  }

  async function endOf(lost: App): Promise<void> {
    const late = Promise.withResolvers<void>()
    const cancel = clock.after(END_WITHIN_MS, () =>
      late.reject(new Error('What the server did before did not end.')),
    )
    await Promise.race([lost.stop(), late.promise]).finally(cancel)
  }

  /** Resolves once no renewal is in progress. */
  async function settleRenewals(): Promise<void> {
    for (let last = renewing; ; last = renewing) {
      await last
      if (last === renewing) return
    }
  }

  return {
    /** Throws when the first run cannot start. */
    async start(): Promise<void> {
      try {
        await begin()
      } catch (error) {
        if (renewals === 0) throw error
        await settleRenewals()
      }
    },
    async stop(): Promise<void> {
      stopping.abort()
      await settleRenewals()
      await current?.stop()
    },
    address: (): string => current?.address() ?? '',
    setupCode: async (): Promise<string | null> => (await current?.setupCode()) ?? null,
  }
}
