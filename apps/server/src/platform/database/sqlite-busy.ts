import { pause, systemClock } from '../clock.ts'

/** The engine's code for a file that another process writes to. */
const SQLITE_BUSY = 5
/** How long the event loop stands still for another process that writes, in milliseconds. */
export const BUSY_MS = 5
/** It is asked again after this time, for ten seconds in all. */
const BUSY_PAUSE_MS = 10
const BUSY_TRIES = 1000

/** Runs a statement, or something else while another process writes. */
export async function statementOr<T>(statement: () => T, whileBusy: () => Promise<T>): Promise<T> {
  try {
    return statement()
  } catch (error) {
    if (!isBusy(error)) throw error
    return whileBusy()
  }
}

/** Tries again while another process writes, for some seconds, and leaves the event loop free. */
export async function whenFree<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!isBusy(error) || tries === BUSY_TRIES) throw error
      await pause(systemClock, BUSY_PAUSE_MS)
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}
