import type { LoginBody, Session } from '@kirim/contract/accounts'
import type { Clock } from '../../platform/clock.ts'
import { DomainError } from '../../platform/errors.ts'
import { clientNetwork } from '../../platform/http/client-network.ts'
import type { FailureLimiter } from '../../platform/limits/limits.ts'
import type { KeyedLock } from '../../platform/lock.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import type { WorkspacesPort } from './accounts.ports.ts'
import type { Account, AccountsRepository } from './accounts.repository.ts'
import type { Passwords } from './passwords.ts'
import { presentUser } from './present-user.ts'
import type { SignInPlace, SignInPlaces } from './sign-in-places.ts'
import { makeToken } from './sign-in-tokens.ts'

/** Concurrent sign-ins per account; above this the oldest ends. */
const SIGN_INS_MAX = 100

export interface SignInLimits {
  /** Failures per account and place. */
  readonly byAccount: FailureLimiter
  readonly byAddress: FailureLimiter
  /** Checks of one counter run one at a time: parallel guesses cannot exceed the limits. */
  readonly oneByOne: KeyedLock
}

export interface SignInDeps {
  readonly accounts: AccountsRepository
  readonly clock: Clock
  readonly limits: SignInLimits
  readonly passwords: Passwords
  readonly places: SignInPlaces
  readonly workspaces: Pick<WorkspacesPort, 'find'>
  readonly realtime: Pick<Realtime, 'signOut'>
}

interface SignedIn {
  readonly session: Session
  /** The `Set-Cookie` that identifies this browser from now on. */
  readonly cookie: string
}

/**
 * Checks e-mail and password, and returns the user with a new token. Throws `wrong_credentials`,
 * and `too_many_sign_ins` after 10 failures of an account or 100 of an address in 15 minutes.
 * Failures of strangers do not count in browsers and at addresses from which the account has signed
 * in. `found` gets the id of the account.
 */
export async function signIn(
  deps: SignInDeps,
  body: LoginBody,
  place: SignInPlace,
  found: (personId: string) => void = () => {},
): Promise<SignedIn> {
  const { accounts, clock, limits, places, realtime, workspaces } = deps
  const network = clientNetwork(place.address)
  const known = await accounts.findByEmail(body.email)
  if (known) found(known.id)
  const counter = await places.counterOf(body.email, known?.id, place)
  // The address first: taking both locks in the same order prevents a deadlock.
  const account = await limits.oneByOne(`address ${network}`, () =>
    limits.oneByOne(`account ${counter}`, () =>
      checkWithinLimits(deps, known, body.password, { counter, network }),
    ),
  )
  const token = makeToken(clock)
  await accounts.deleteExpiredTokens(account.id, token.now)
  // The password may have been changed since it was checked.
  if (!(await accounts.signIn(account, token))) throw new DomainError('wrong_credentials')
  realtime.signOut(await accounts.keepNewestTokens(account.id, SIGN_INS_MAX))
  const cookie = await places.remember(account.id, place)
  const workspace = account.workspaceId ? await workspaces.find(account.workspaceId) : null
  return { session: { ...presentUser(account, workspace), token: token.token }, cookie }
}

async function checkWithinLimits(
  { limits: { byAccount, byAddress }, passwords }: Pick<SignInDeps, 'limits' | 'passwords'>,
  account: Account | null,
  password: string,
  { counter, network }: { counter: string; network: string },
): Promise<Account> {
  const waits = [byAccount.secondsToWait(counter), byAddress.secondsToWait(network)]
  refuseWhenLimited(Math.max(...(await Promise.all(waits))))
  const asker = `network ${network}`
  const right = account
    ? await passwords.matches(asker, account.passwordHash, password)
    : await passwords.matchesNothing(asker, password)
  if (!account || !right) {
    const counts = [byAccount.count(counter), byAddress.count(network)]
    refuseWhenLimited(Math.max(...(await Promise.all(counts))))
    throw new DomainError('wrong_credentials')
  }
  await byAccount.forget(counter)
  return account
}

/** Throws `too_many_sign_ins` while the caller has to wait. */
export function refuseWhenLimited(seconds: number): void {
  if (seconds > 0) throw new DomainError('too_many_sign_ins', { seconds })
}
