import type { ProfileBody, Session } from '@kirim/contract/accounts'
import type { Clock } from '../../platform/clock.ts'
import { DomainError } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/guard.ts'
import type { RequestLimiter } from '../../platform/limits/limits.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import {
  type CurrentPasswordDeps,
  requireCurrentPassword,
  requireSignedIn,
} from './current-password.ts'
import { presentUser } from './present-user.ts'
import { makeToken } from './sign-in-tokens.ts'

interface ProfileDeps extends CurrentPasswordDeps {
  readonly clock: Clock
  readonly realtime: Realtime
  readonly passwordChanges: RequestLimiter
}

/**
 * Changes name, country and, when given, the password, which requires the current one; a new
 * password signs out all other sessions. Throws `password_too_common`,
 * `too_many_requests` after ten changes in an hour, the
 * errors of `requireCurrentPassword`, and `unauthenticated` when another password change has
 * revoked the caller's token meanwhile.
 */
export async function updateProfile(
  deps: ProfileDeps,
  caller: Caller,
  body: ProfileBody,
): Promise<Session> {
  const { password, currentPassword, ...change } = body
  if (password) {
    await requireCurrentPassword(deps, caller, currentPassword)
    await refuseCommonPassword(password)
  }
  const token = password ? await changePassword(deps, caller, change, password) : caller.token
  if (!password) await deps.accounts.update(caller.userId, change)
  const account = await deps.accounts.findById(caller.userId)
  if (!account) throw new DomainError('unauthenticated')
  return { ...presentUser(account), token }
}

/**
 * Revokes all tokens of the account and closes their connections. The caller's own connections do
 * not get `signed_out`: it would arrive before the new token and sign out the person who changed
 * the password.
 */
async function changePassword(
  deps: ProfileDeps,
  caller: Caller,
  change: Omit<ProfileBody, 'password' | 'currentPassword'>,
  password: string,
): Promise<string> {
  const { accounts, clock, passwords, realtime } = deps
  await deps.passwordChanges.admit(caller.userId)
  const token = makeToken(clock)
  const passwordHash = await passwords.hash(`account ${caller.userId}`, password, () =>
    requireSignedIn(deps, caller),
  )
  const revoked = await accounts.changePassword(caller, { ...change, passwordHash }, token)
  realtime.signOut(revoked.filter((hash) => hash !== caller.tokenHash))
  realtime.hangUp([caller.tokenHash])
  return token.token
}
