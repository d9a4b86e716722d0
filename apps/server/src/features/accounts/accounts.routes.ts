import { login, logout, profile, register, updateProfile } from '@kirim/contract/accounts'
import type { Clock } from '../../platform/clock.ts'
import type { Sign } from '../../platform/crypto/signer.ts'
import type { Db } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { clientNetwork } from '../../platform/http/client-network.ts'
import type { Route } from '../../platform/http/routes.ts'
import { noteForSecurity } from '../../platform/http/security-log.ts'
import type { Limits, RequestLimiter } from '../../platform/limits/limits.ts'
import { createKeyedLock } from '../../platform/lock.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import type { WorkspacesPort } from './accounts.ports.ts'
import type { AccountsRepository } from './accounts.repository.ts'
import { admitRegistration } from './admit-registration.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { createGuesses } from './guesses.ts'
import { createKnownAddressesRepository } from './known-addresses.repository.ts'
import { createKnownBrowsers } from './known-browsers.ts'
import { registerAccount } from './open-account.ts'
import { passwordResetRoutes } from './password-reset.routes.ts'
import { createPasswordResetsRepository } from './password-resets.repository.ts'
import type { Passwords } from './passwords.ts'
import { presentUser } from './present-user.ts'
import { createRegistrationRepository } from './registration.repository.ts'
import { registrationRoutes } from './registration.routes.ts'
import type { SetupCode } from './setup-code.ts'
import { refuseWhenLimited, signIn } from './sign-in.ts'
import { createSignInPlaces } from './sign-in-places.ts'
import { updateProfile as changeProfile } from './update-profile.ts'

const SIGN_IN_WINDOW_MS = 15 * 60 * 1000
const FAILURES_PER_ACCOUNT = 10
const FAILURES_PER_ADDRESS = 100
const GUESSES = 10
const PASSWORD_CHANGES = 10
const PASSWORD_CHANGE_WINDOW_MS = 60 * 60 * 1000

export interface AccountsDeps {
  readonly db: Db
  readonly accounts: AccountsRepository
  readonly workspaces: WorkspacesPort
  readonly passwords: Passwords
  readonly sign: Sign
  readonly limits: Limits
  readonly clock: Clock
  readonly realtime: Realtime
  /** Counts registrations from a network. */
  readonly registrations: RequestLimiter
  /** Whether the very first account becomes the admin (decision 9). */
  readonly firstIsAdmin: boolean
  readonly setupCode: SetupCode | null
  /** Browsers reach the server over HTTPS, so cookies are marked Secure. */
  readonly secureCookies: boolean
}

export function accountsRoutes(route: Route, base: AccountsDeps): void {
  const { accounts, clock, sign } = base
  const limits = {
    byAccount: base.limits.failures('account', FAILURES_PER_ACCOUNT, SIGN_IN_WINDOW_MS),
    byAddress: base.limits.failures('address', FAILURES_PER_ADDRESS, SIGN_IN_WINDOW_MS),
    oneByOne: createKeyedLock(),
  }
  const places = createSignInPlaces({
    browsers: createKnownBrowsers(sign, { secure: base.secureCookies }),
    addresses: createKnownAddressesRepository(base.db),
    sign,
    clock,
  })
  const deps = {
    ...base,
    limits,
    places,
    registration: createRegistrationRepository(base.db),
    passwordChanges: base.limits.requests(
      'password changes',
      PASSWORD_CHANGES,
      PASSWORD_CHANGE_WINDOW_MS,
    ),
    guesses: createGuesses(base.limits.failures('guesses', GUESSES, SIGN_IN_WINDOW_MS)),
  }

  route(
    login,
    async ({ body, request, reply }) => {
      const place = { address: request.ip, cookieHeader: request.headers.cookie }
      const { session, cookie } = await signIn(deps, body, place, (on) =>
        noteForSecurity(request, { on }),
      )
      noteForSecurity(request, { user: session._id })
      reply.header('set-cookie', cookie)
      return session
    },
    {
      limit: async ({ request }) =>
        refuseWhenLimited(await limits.byAddress.secondsToWait(clientNetwork(request.ip))),
    },
  )

  route(
    register,
    async ({ body, request }) => {
      const network = clientNetwork(request.ip)
      const invitation = await admitRegistration(deps, body, network)
      await refuseCommonPassword(body.password)
      const role = base.firstIsAdmin ? 'first-is-admin' : 'user'
      const account = await registerAccount(deps, `network ${network}`, body, role, invitation)
      noteForSecurity(request, { user: account.id, byInvitation: invitation !== null })
      return presentUser(account, await base.workspaces.find(account.id))
    },
    { limit: ({ request }) => base.registrations.admit(clientNetwork(request.ip)) },
  )

  route(logout, async ({ caller }) => {
    await accounts.deleteToken(caller.tokenHash)
    base.realtime.signOut([caller.tokenHash])
    return undefined
  })

  route(profile, async ({ caller }) => {
    const account = await accounts.findById(caller.personId)
    if (!account) throw new DomainError('unauthenticated')
    const { workspaceId = account.workspaceId } = caller.membership ?? {}
    return presentUser(account, workspaceId ? await base.workspaces.find(workspaceId) : null)
  })

  route(updateProfile, ({ caller, body }) => changeProfile(deps, caller, body))

  registrationRoutes(route, deps)
  passwordResetRoutes(route, {
    ...deps,
    resets: createPasswordResetsRepository(base.db),
    forgiveFailures: async ({ id, email }, place) =>
      limits.byAccount.forget(await places.counterOf(email, id, place)),
  })
}
