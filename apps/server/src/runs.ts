import type { App } from './app.ts'
import { type Clock, pause } from './platform/clock.ts'
import { isDatabaseAway } from './platform/database/database-away.ts'
import { UnusableDatabase } from './platform/database/unusable-database.ts'
import type { Log } from './platform/log.ts'

/** How long a run that was lost may take to end: nothing that it does is kept. */
const END_WITHIN_MS = 20_000
const AGAIN_MS = 2000

interface RunsDeps {
  /**
   * Makes the server for one run, with its log; `onLost` tells that the other nodes have gone on
   * without it.
   */
  create(log: Log, onLost: () => void): Promise<App>
  readonly clock: Clock
  readonly log: Log
  /** No run could follow the one that was lost. */
  onFailed(error: unknown): void
}

/**
 * One run of the server after another in the same process: one that was lost ends, and the next
 * takes part as a new node.
 */
export function createRuns({ create, clock, log, onFailed }: RunsDeps) {
  const stopping = new AbortController()
  let current: App | null = null
  let renewing: Promise<void> = Promise.resolve()
  let renewals = 0

  async function begin(): Promise<void> {
    const ownLog = log.child({})
    const app = await create(ownLog, () => {
      // From here on all that it does fails.
      ownLog.level = 'silent'
      renewing = renew(app).catch(onFailed)
    })
    current = app
    if (!stopping.signal.aborted) await app.start()
  }

  async function renew(lost: App): Promise<void> {
    const renewal = ++renewals
    if (stopping.signal.aborted) return
    log.warn('begins anew')
    await endOf(lost)
    while (!stopping.signal.aborted) {
      try {
        return await begin()
      } catch (error) {
        // What was begun here was lost while it started: another renewal goes on.
        if (renewal !== renewals) return
        if (!(error instanceof UnusableDatabase) && !isDatabaseAway(error)) throw error
        log.warn({ err: error }, 'cannot begin anew yet')
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

  /** Resolves once nothing is being begun anew. */
  async function renewed(): Promise<void> {
    for (let last = renewing; ; last = renewing) {
      await last
      if (last === renewing) return
    }
  }

  return {
    /** Throws what the first run cannot start for. */
    async start(): Promise<void> {
      try {
        await begin()
      } catch (error) {
        if (renewals === 0) throw error
        await renewed()
      }
    },
    async stop(): Promise<void> {
      stopping.abort()
      await renewed()
      await current?.stop()
    },
    address: (): string => current?.address() ?? '',
    setupCode: async (): Promise<string | null> => (await current?.setupCode()) ?? null,
  }
}
