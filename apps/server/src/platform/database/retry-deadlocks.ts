import { setTimeout } from 'node:timers/promises'
import { type Dialect, Kysely, type KyselyConfig, type TransactionBuilder } from 'kysely'

/** PostgreSQL aborted one of two transactions that waited for each other; it was rolled back. */
const DEADLOCK = '40P01'
const TRIES_MAX = 4
const PAUSE_MS = 20

/**
 * Retries a transaction that was aborted by a deadlock, after a pause and a few times at most. It
 * may run more than once, so it must change nothing but the database.
 */
export class RetryingKysely<DB> extends Kysely<DB> {
  readonly #onFailed: (error: unknown) => void

  /** `onFailed` receives the error of each failed transaction. */
  constructor(config: KyselyConfig, onFailed: (error: unknown) => void) {
    super(config)
    this.#onFailed = onFailed
  }

  /** The same by another way, with the same listener. */
  over(dialect: Dialect): RetryingKysely<DB> {
    return new RetryingKysely<DB>({ dialect }, this.#onFailed)
  }

  override transaction(): TransactionBuilder<DB> {
    const builder = super.transaction()
    const once = builder.execute.bind(builder)
    builder.execute = (work) =>
      retryOnDeadlock(() => once(work)).catch((error: unknown) => {
        this.#onFailed(error)
        throw error
      })
    return builder
  }
}

async function retryOnDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction()
    } catch (error) {
      if (!isDeadlock(error) || tries === TRIES_MAX) throw error
      // With jitter, so that both do not retry at the same moment.
      await setTimeout(PAUSE_MS * tries * (1 + Math.random()))
    }
  }
}

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === DEADLOCK
}
