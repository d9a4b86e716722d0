import { FRESH_SIGN_IN_MINUTES } from '@kirim/contract/limits'
import type { Clock } from '../../platform/clock.ts'
import { DomainError, refusedField } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/guard.ts'
import type { AccountsRepository } from './accounts.repository.ts'
import type { Guesses } from './guesses.ts'
import type { Passwords } from './passwords.ts'

export interface CurrentPasswordDeps {
  readonly accounts: AccountsRepository
  readonly clock: Clock
  readonly guesses: Guesses
  readonly passwords: Passwords
}

/**
 * Verifies that the owner is asking, not somebody who found the browser open or stole the token: by
 * the current password, or by a sign-in a short time ago. Throws `current_password_required`,
 * `current_password_wrong` or `too_many_guesses`.
 */
export async function requireCurrentPassword(
  { accounts, clock, guesses, passwords }: CurrentPasswordDeps,
  { userId, tokenHash }: Caller,
  written: string | undefined,
): Promise<void> {
  const signedInAt = await accounts.signedInAt(tokenHash)
  const account = await accounts.findById(userId)
  if (signedInAt === null || !account) throw new DomainError('unauthenticated')
  if (!written) {
    const fresh = clock.now() - signedInAt <= FRESH_SIGN_IN_MINUTES * 60_000
    if (!fresh) throw refusedField('current_password_required', ['currentPassword'])
    return
  }
  await guesses(`token ${tokenHash}`, async () => {
    const right = await passwords.matches(account.passwordHash, written)
    if (!right) throw refusedField('current_password_wrong', ['currentPassword'])
  })
}
