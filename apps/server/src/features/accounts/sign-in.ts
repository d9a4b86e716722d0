import type { LoginBody, Session } from '@kirim/contract/accounts'
import type { Clock } from '../../platform/clock.ts'
import { DomainError } from '../../platform/errors.ts'
import type { FailureLimiter } from '../../platform/failure-limiter.ts'
import type { AccountsRepository } from './accounts.repository.ts'
import { passwordMatches, pretendToCheck } from './passwords.ts'
import { presentUser } from './present-user.ts'
import { makeToken } from './sign-in-tokens.ts'

export interface SignInLimits {
  readonly byAccount: FailureLimiter
  readonly byAddress: FailureLimiter
}

/**
 * Checks e-mail and password and answers the user with a new token. Throws `wrong_credentials`, and
 * `too_many_sign_ins` after 10 failures of an account or 100 of an address in 15 minutes.
 */
export async function signIn(
  deps: { accounts: AccountsRepository; clock: Clock; limits: SignInLimits },
  body: LoginBody,
  address: string,
): Promise<Session> {
  const accountKey = body.email.toLowerCase()
  const { byAccount, byAddress } = deps.limits
  refuseWhenLimited(Math.max(byAccount.secondsToWait(accountKey), byAddress.secondsToWait(address)))
  // Counted before the slow check, so that attempts side by side cannot outrun the limit.
  byAccount.count(accountKey)
  byAddress.count(address)
  const account = await deps.accounts.findByEmail(body.email)
  const right = account
    ? await passwordMatches(account.passwordHash, body.password)
    : await pretendToCheck(body.password)
  if (!account || !right) throw new DomainError('wrong_credentials')
  byAccount.forget(accountKey)
  byAddress.takeBack(address)
  const token = makeToken(deps.clock)
  await deps.accounts.deleteExpiredTokens(account.id, token.now)
  await deps.accounts.insertToken(account.id, token.hash, token.now, token.expiresAt)
  return { ...presentUser(account), token: token.token }
}

function refuseWhenLimited(seconds: number): void {
  if (seconds > 0) throw new DomainError('too_many_sign_ins', { seconds })
}
