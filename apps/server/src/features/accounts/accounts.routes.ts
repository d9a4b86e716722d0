import { login, logout, profile, register, updateProfile } from '@kirim/contract/accounts'
import type { Clock } from '../../platform/clock.ts'
import { DomainError } from '../../platform/errors.ts'
import { createFailureLimiter } from '../../platform/failure-limiter.ts'
import type { Route } from '../../platform/http/routes.ts'
import { createKeyedLock } from '../../platform/lock.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { createRequestLimiter } from '../../platform/request-limiter.ts'
import type { AccountsRepository } from './accounts.repository.ts'
import { presentUser } from './present-user.ts'
import { registerAccount } from './register-account.ts'
import { refuseWhenLimited, signIn } from './sign-in.ts'
import { updateProfile as changeProfile } from './update-profile.ts'

const SIGN_IN_WINDOW_MS = 15 * 60 * 1000
const FAILURES_PER_ACCOUNT = 10
const FAILURES_PER_ADDRESS = 100
const REGISTER_WINDOW_MS = 60 * 60 * 1000

export interface AccountsDeps {
  readonly accounts: AccountsRepository
  readonly clock: Clock
  readonly realtime: Realtime
  readonly registerLimitPerHour: number
  /** Whether the very first account becomes the admin (design §6). */
  readonly firstIsAdmin: boolean
}

export function accountsRoutes(route: Route, deps: AccountsDeps): void {
  const limits = {
    byAccount: createFailureLimiter(deps.clock, FAILURES_PER_ACCOUNT, SIGN_IN_WINDOW_MS),
    byAddress: createFailureLimiter(deps.clock, FAILURES_PER_ADDRESS, SIGN_IN_WINDOW_MS),
    oneByOne: createKeyedLock(),
  }
  const registrations = createRequestLimiter(
    deps.clock,
    deps.registerLimitPerHour,
    REGISTER_WINDOW_MS,
  )

  route(login, ({ body, request }) => signIn({ ...deps, limits }, body, request.ip), {
    limit: ({ request }) => refuseWhenLimited(limits.byAddress.secondsToWait(request.ip)),
  })

  route(
    register,
    async ({ body }) =>
      presentUser(await registerAccount(deps, body, deps.firstIsAdmin ? 'first-is-admin' : 'user')),
    { limit: ({ request }) => registrations.admit(request.ip) },
  )

  route(logout, async ({ caller }) => {
    await deps.accounts.deleteToken(caller.tokenHash)
    deps.realtime.signOut([caller.tokenHash])
    return undefined
  })

  route(profile, async ({ caller }) => {
    const account = await deps.accounts.findById(caller.userId)
    if (!account) throw new DomainError('unauthenticated')
    return presentUser(account)
  })

  route(updateProfile, ({ caller, body }) => changeProfile(deps, caller, body))
}
