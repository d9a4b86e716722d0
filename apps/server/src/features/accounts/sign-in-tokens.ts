import type { Clock } from '../../platform/clock.ts'
import { hashToken, newToken } from '../../platform/crypto/tokens.ts'
import type { Authenticate } from '../../platform/http/guard.ts'
import type { AccountsRepository } from './accounts.repository.ts'

const TOKEN_LIFE_MS = 30 * 24 * 60 * 60 * 1000

/** A fresh sign-in token: 256 random bits, stored hashed, valid for 30 days. */
export function makeToken(clock: Clock) {
  const token = newToken()
  const now = clock.now()
  return { token, hash: hashToken(token), now, expiresAt: now + TOKEN_LIFE_MS }
}

/** Finds the user of a bearer token, with their current role. */
export function createAuthenticate(accounts: AccountsRepository, clock: Clock): Authenticate {
  return async (token) => {
    const tokenHash = hashToken(token)
    const found = await accounts.findByToken(tokenHash, clock.now())
    return found && { ...found, token, tokenHash }
  }
}
