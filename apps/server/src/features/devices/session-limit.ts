import { DomainError } from '../../platform/errors.ts'
import type { Limits } from '../../platform/limits/limits.ts'

const WINDOW_MS = 10 * 60_000
const MINUTE_S = 60
/** The limit of all accounts together, as a multiple of that of one. */
const ACCOUNTS = 20
/** The first sessions of an account are never refused because of other accounts. */
const ALWAYS = 3

/**
 * Each session that somebody asks for is opened at the network from the address that all accounts
 * of this server share: so many of one account, and so many of all, beyond the first few of each.
 * What the server opens by itself is not counted.
 */
export function createSessionLimit(limits: Limits, ofAccount: number) {
  const first = limits.failures('first sessions of a user', ALWAYS, WINDOW_MS)
  const own = limits.failures('sessions of a user', ofAccount, WINDOW_MS)
  const all = limits.failures('sessions of all', ACCOUNTS * ofAccount, WINDOW_MS)

  function refusal(ofOwn: number, ofAll: number): DomainError | null {
    if (ofOwn > 0) return new DomainError('too_many_sessions', minutes(ofOwn))
    return ofAll > 0 ? new DomainError('server_too_many_sessions', minutes(ofAll)) : null
  }

  return {
    /** Counts a session that is about to be opened, unless it is refused. */
    async refuse(userId: string): Promise<DomainError | null> {
      const isFirst = (await first.secondsToWait(userId)) === 0
      const ofAll = isFirst ? 0 : await all.secondsToWait('all')
      const refused = refusal(await own.secondsToWait(userId), ofAll)
      if (refused) return refused
      await first.count(userId)
      const countOfAll = await all.count('all')
      return refusal(await own.count(userId), isFirst ? 0 : countOfAll)
    },
  }
}

export type SessionLimit = ReturnType<typeof createSessionLimit>

function minutes(seconds: number): { minutes: number } {
  return { minutes: Math.ceil(seconds / MINUTE_S) }
}
