import type { LoginBody, Session } from '@kirim/contract/accounts'
import type { Clock } from '../../platform/clock.ts'
import { DomainError } from '../../platform/errors.ts'
import type { FailureLimiter } from '../../platform/failure-limiter.ts'
import type { KeyedLock } from '../../platform/lock.ts'
import type { Account, AccountsRepository } from './accounts.repository.ts'
import { passwordMatches, pretendToCheck } from './passwords.ts'
import { presentUser } from './present-user.ts'
import { makeToken } from './sign-in-tokens.ts'

export interface SignInLimits {
  readonly byAccount: FailureLimiter
  readonly byAddress: FailureLimiter
  /** One check at a time for an account and for an address: guesses side by side cannot outrun the limits. */
  readonly oneByOne: KeyedLock
}

interface SignInDeps {
  readonly accounts: AccountsRepository
  readonly clock: Clock
  readonly limits: SignInLimits
}

/**
 * Checks e-mail and password and answers the user with a new token. Throws `wrong_credentials`, and
 * `too_many_sign_ins` after 10 failures of an account or 100 of an address in 15 minutes.
 */
export async function signIn(deps: SignInDeps, body: LoginBody, address: string): Promise<Session> {
  const accountKey = body.email.toLowerCase()
  const { oneByOne } = deps.limits
  // Always the address first: two queues taken in one order cannot wait for each other.
  const account = await oneByOne(`address ${address}`, () =>
    oneByOne(`account ${accountKey}`, () => checkWithinLimits(deps, body, accountKey, address)),
  )
  const token = makeToken(deps.clock)
  await deps.accounts.deleteExpiredTokens(account.id, token.now)
  // The password may have been changed since it was checked.
  if (!(await deps.accounts.signIn(account, token))) throw new DomainError('wrong_credentials')
  return { ...presentUser(account), token: token.token }
}

async function checkWithinLimits(
  { accounts, limits: { byAccount, byAddress } }: SignInDeps,
  body: LoginBody,
  accountKey: string,
  address: string,
): Promise<Account> {
  refuseWhenLimited(Math.max(byAccount.secondsToWait(accountKey), byAddress.secondsToWait(address)))
  const account = await accounts.findByEmail(body.email)
  const right = account
    ? await passwordMatches(account.passwordHash, body.password)
    : await pretendToCheck(body.password)
  if (!account || !right) {
    byAccount.count(accountKey)
    byAddress.count(address)
    throw new DomainError('wrong_credentials')
  }
  byAccount.forget(accountKey)
  return account
}

/** Throws `too_many_sign_ins` while there are seconds to wait. */
export function refuseWhenLimited(seconds: number): void {
  if (seconds > 0) throw new DomainError('too_many_sign_ins', { seconds })
}
