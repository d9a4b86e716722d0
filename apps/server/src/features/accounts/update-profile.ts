import type { ProfileBody, Session } from '@kirim/contract/accounts'
import type { Clock } from '../../platform/clock.ts'
import { DomainError } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/guard.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import type { AccountsRepository } from './accounts.repository.ts'
import { hashPassword } from './passwords.ts'
import { presentUser } from './present-user.ts'
import { makeToken } from './sign-in-tokens.ts'

/** Changes name, country and, when given, the password; a new password signs out everywhere else. */
export async function updateProfile(
  deps: { accounts: AccountsRepository; clock: Clock; realtime: Realtime },
  caller: Caller,
  body: ProfileBody,
): Promise<Session> {
  await deps.accounts.update(caller.userId, {
    name: body.name,
    defaultCountry: body.defaultCountry,
  })
  const token = body.password
    ? await changePassword(deps, caller.userId, body.password)
    : caller.token
  const account = await deps.accounts.findById(caller.userId)
  if (!account) throw new DomainError('unauthenticated')
  return { ...presentUser(account), token }
}

async function changePassword(
  deps: { accounts: AccountsRepository; clock: Clock; realtime: Realtime },
  userId: string,
  password: string,
): Promise<string> {
  const token = makeToken(deps.clock)
  const revoked = await deps.accounts.changePassword(userId, await hashPassword(password), token)
  deps.realtime.signOut(revoked)
  return token.token
}
