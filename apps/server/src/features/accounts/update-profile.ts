import type { ProfileBody, Session } from '@kirim/contract/accounts'
import { inWorkspace, type Person, requireCapability } from '../../platform/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { DomainError } from '../../platform/errors.ts'
import type { RequestLimiter } from '../../platform/limits/limits.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import type { ShownWorkspace, WorkspacesPort } from './accounts.ports.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import {
  type CurrentPasswordDeps,
  requireCurrentPassword,
  requireSignedIn,
} from './current-password.ts'
import { NOWHERE, presentUser } from './present-user.ts'
import { makeToken } from './sign-in-tokens.ts'

interface ProfileDeps extends CurrentPasswordDeps {
  readonly clock: Clock
  readonly realtime: Realtime
  readonly passwordChanges: RequestLimiter
  readonly workspaces: WorkspacesPort
}

/**
 * Changes name, the country of the workspace and, when given, the password, which requires the
 * current one; a new password signs out all other sessions. Throws `forbidden` to those who may not
 * change the workspace, `password_too_common`, `too_many_requests` after ten changes in an hour,
 * the errors of `requireCurrentPassword`, and `unauthenticated` when another password change has
 * revoked the caller's token meanwhile.
 */
export async function updateProfile(
  deps: ProfileDeps,
  caller: Person,
  body: ProfileBody,
): Promise<Session> {
  const { password, currentPassword, defaultCountry, ...change } = body
  const before = await workspaceOf(deps, caller)
  const changesCountry = defaultCountry && defaultCountry !== (before ?? NOWHERE).defaultCountry
  if (changesCountry) requireCapability(inWorkspace(caller), 'workspace:write')
  if (password) {
    await requireCurrentPassword(deps, caller, currentPassword)
    await refuseCommonPassword(password)
  }
  const token = password ? await changePassword(deps, caller, change, password) : caller.token
  if (!password) await deps.accounts.update(caller.personId, change)
  const shown = changesCountry
    ? await deps.workspaces.change(inWorkspace(caller).workspaceId, { defaultCountry })
    : before
  const account = await deps.accounts.findById(caller.personId)
  if (!account) throw new DomainError('unauthenticated')
  return { ...presentUser(account, shown), token }
}

/**
 * Revokes all tokens of the account and closes their connections. The caller's own connections do
 * not get `signed_out`: it would arrive before the new token and sign out the person who changed
 * the password.
 */
async function changePassword(
  deps: ProfileDeps,
  caller: Person,
  change: Pick<ProfileBody, 'name'>,
  password: string,
): Promise<string> {
  const { accounts, clock, passwords, realtime } = deps
  await deps.passwordChanges.admit(caller.personId)
  const token = makeToken(clock)
  const passwordHash = await passwords.hash(`account ${caller.personId}`, password, () =>
    requireSignedIn(deps, caller),
  )
  const revoked = await accounts.changePassword(caller, { ...change, passwordHash }, token)
  realtime.signOut(revoked.filter((hash) => hash !== caller.tokenHash))
  realtime.hangUp([caller.tokenHash])
  return token.token
}

async function workspaceOf(
  { workspaces }: ProfileDeps,
  { membership }: Person,
): Promise<ShownWorkspace | null> {
  return membership && workspaces.find(membership.workspaceId)
}
