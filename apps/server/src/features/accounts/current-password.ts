import { DomainError, refusedField } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/guard.ts'
import type { AccountsRepository } from './accounts.repository.ts'
import type { Guesses } from './guesses.ts'
import type { Passwords } from './passwords.ts'

export interface CurrentPasswordDeps {
  readonly accounts: AccountsRepository
  readonly guesses: Guesses
  readonly passwords: Passwords
}

/**
 * Verifies that the owner is asking, not somebody who found the browser open or stole the token.
 * Throws `current_password_required`, `current_password_wrong` or `too_many_guesses`.
 */
export async function requireCurrentPassword(
  { accounts, guesses, passwords }: CurrentPasswordDeps,
  { userId, tokenHash }: Caller,
  written: string | undefined,
): Promise<void> {
  if (!written) throw refusedField('current_password_required', ['currentPassword'])
  const account = await accounts.findById(userId)
  if (!account) throw new DomainError('unauthenticated')
  await guesses(`token ${tokenHash}`, async () => {
    const right = await passwords.matches(account.passwordHash, written)
    if (!right) throw refusedField('current_password_wrong', ['currentPassword'])
  })
}
