import { createResetLink, resetPassword } from '@kirim/contract/password-reset'
import type { Clock } from '../../platform/clock.ts'
import { hashToken } from '../../platform/crypto/tokens.ts'
import { DomainError } from '../../platform/errors.ts'
import { clientNetwork } from '../../platform/http/client-network.ts'
import type { Route } from '../../platform/http/routes.ts'
import { noteForSecurity } from '../../platform/http/security-log.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import type { Account, AccountsRepository } from './accounts.repository.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import type { Guesses } from './guesses.ts'
import { makeResetLink } from './make-links.ts'
import type { PasswordResetsRepository } from './password-resets.repository.ts'
import type { Passwords } from './passwords.ts'
import type { SignInPlace } from './sign-in-places.ts'

export interface PasswordResetDeps {
  readonly accounts: AccountsRepository
  readonly resets: PasswordResetsRepository
  readonly clock: Clock
  readonly realtime: Realtime
  readonly guesses: Guesses
  readonly passwords: Passwords
  /** A user with a new password may sign in at once, despite earlier failed attempts. */
  forgiveFailures(account: Account, place: SignInPlace): Promise<void>
}

export function passwordResetRoutes(route: Route, deps: PasswordResetDeps): void {
  const { accounts, resets, clock, realtime, guesses, passwords } = deps

  route(createResetLink, async ({ caller, params }) => {
    // Otherwise anyone who finds an admin's browser open could change the password without knowing
    // it.
    if (params.id === caller.personId) throw new DomainError('own_reset_link')
    if (!(await accounts.findById(params.id))) throw new DomainError('user_not_found')
    return makeResetLink(resets, params.id, { madeBy: caller.personId, now: clock.now() })
  })

  route(resetPassword, async ({ body, request }) => {
    const hash = hashToken(body.token)
    const network = clientNetwork(request.ip)
    const account = await guesses(`link ${network}`, () => ownerOf(deps, hash))
    noteForSecurity(request, { on: account.id })
    await refuseCommonPassword(body.password)
    const passwordHash = await passwords.hash(`network ${network}`, body.password, async () => {
      await ownerOf(deps, hash)
    })
    realtime.signOut(await resets.use(account.id, hash, passwordHash))
    await deps.forgiveFailures(account, {
      address: request.ip,
      cookieHeader: request.headers.cookie,
    })
    return { email: account.email }
  })
}

async function ownerOf(
  { accounts, resets, clock }: PasswordResetDeps,
  hash: string,
): Promise<Account> {
  const personId = await resets.ownerOf(hash, clock.now())
  const account = personId && (await accounts.findById(personId))
  if (!account) throw new DomainError('reset_link_invalid')
  return account
}
