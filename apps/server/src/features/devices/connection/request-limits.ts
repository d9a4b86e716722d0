import { DomainError } from '../../../platform/errors.ts'
import type { Limits } from '../../../platform/limits/limits.ts'

const WINDOW_MS = 10 * 60_000
const MINUTE_S = 60
/** The limit of all accounts together, as a multiple of that of one. */
const ACCOUNTS = 20
/** The first sessions of an account are never refused because of other accounts. */
const ALWAYS = 3

/**
 * Limits the sessions that people ask for, because all accounts share the server's address at the
 * network: per account, and for all accounts together beyond the first few of each. Sessions that
 * the server opens by itself do not count.
 */
export function createSessionLimit(limits: Limits, ofAccount: number) {
  const first = limits.failures('first sessions of a user', ALWAYS, WINDOW_MS)
  const own = limits.failures('sessions of a user', ofAccount, WINDOW_MS)
  const all = limits.failures('sessions of all', ACCOUNTS * ofAccount, WINDOW_MS)

  function refusal(ofOwn: number, ofAll: number): DomainError | null {
    if (ofOwn > 0) return new DomainError('too_many_sessions', minutes(ofOwn))
    return ofAll > 0 ? new DomainError('server_too_many_sessions', minutes(ofAll)) : null
  }

  /** Counts a session that is about to be opened, unless it is refused. */
  async function refuse(workspaceId: string): Promise<DomainError | null> {
    const isFirst = (await first.secondsToWait(workspaceId)) === 0
    const ofAll = isFirst ? 0 : await all.secondsToWait('all')
    const refused = refusal(await own.secondsToWait(workspaceId), ofAll)
    if (refused) return refused
    await first.count(workspaceId)
    const countOfAll = await all.count('all')
    return refusal(await own.count(workspaceId), isFirst ? 0 : countOfAll)
  }

  return {
    refuse,
    /** Throws `too_many_sessions` or `server_too_many_sessions`. */
    async admit(workspaceId: string): Promise<void> {
      const refused = await refuse(workspaceId)
      if (refused) throw refused
    },
  }
}

export type SessionLimit = ReturnType<typeof createSessionLimit>

/** Enough for a number that was mistyped a few times. */
const REQUESTS_MAX = 5

/**
 * Limits requests for pairing codes, per workspace and per phone number whoever asks: the network
 * makes a code for each request, and the phone of the number shows a notification.
 */
export function createPairingLimit(limits: Limits) {
  const users = limits.failures('pairing of a user', REQUESTS_MAX, WINDOW_MS)
  const phones = limits.failures('pairing of a phone', REQUESTS_MAX, WINDOW_MS)

  function refusal(waits: readonly number[]): DomainError | null {
    const seconds = Math.max(...waits)
    if (seconds === 0) return null
    return new DomainError('too_many_pairing_codes', minutes(seconds))
  }

  return {
    /** Counts a request, unless it is refused. */
    async refuse(workspaceId: string, phoneNumber: string): Promise<DomainError | null> {
      const waits = [users.secondsToWait(workspaceId), phones.secondsToWait(phoneNumber)]
      const refused = refusal(await Promise.all(waits))
      if (refused) return refused
      return refusal(await Promise.all([users.count(workspaceId), phones.count(phoneNumber)]))
    },
  }
}

function minutes(seconds: number): { minutes: number } {
  return { minutes: Math.ceil(seconds / MINUTE_S) }
}
