import type { ProfileBody, Session } from '@kirim/contract/accounts'
import { DomainError } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/guard.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { type CurrentPasswordDeps, requireCurrentPassword } from './current-password.ts'
import { hashPassword } from './passwords.ts'
import { presentUser } from './present-user.ts'
import { makeToken } from './sign-in-tokens.ts'

/** How long the tabs of the caller's browser have to take the new token over before their connections end. */
const TAKE_OVER_MS = 10_000

interface ProfileDeps extends CurrentPasswordDeps {
  readonly realtime: Realtime
}

/**
 * Changes name, country and, when given, the password, which asks for the current one some time after the
 * sign-in; a new password signs out everywhere else. Throws `password_too_common`, what
 * `requireCurrentPassword` throws, and `unauthenticated` when another change of the password has revoked the
 * caller's token meanwhile.
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
 * Revokes every token of the account. Connections made with the caller's own end only later: an end told
 * before the answer has brought the new token would throw the very person out who changed the password.
 */
async function changePassword(
  { accounts, clock, realtime }: ProfileDeps,
  caller: Caller,
  change: Omit<ProfileBody, 'password' | 'currentPassword'>,
  password: string,
): Promise<string> {
  const token = makeToken(clock)
  const passwordHash = await hashPassword(password)
  const revoked = await accounts.changePassword(caller, { ...change, passwordHash }, token)
  realtime.signOut(revoked.filter((hash) => hash !== caller.tokenHash))
  clock.after(TAKE_OVER_MS, () => realtime.signOut([caller.tokenHash]))
  return token.token
}
