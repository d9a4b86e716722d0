import type { Person } from '../../platform/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { DomainError, refusedField } from '../../platform/errors.ts'
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
 * Verifies that the owner is asking, not somebody who found the browser open or stole the token.
 * Throws `current_password_required`, `current_password_wrong` or `too_many_guesses`.
 */
export async function requireCurrentPassword(
  deps: CurrentPasswordDeps,
  caller: Person,
  written: string | undefined,
): Promise<void> {
  const { accounts, guesses, passwords } = deps
  const { personId, tokenHash } = caller
  if (!written) throw refusedField('current_password_required', ['currentPassword'])
  const account = await accounts.findById(personId)
  if (!account) throw new DomainError('unauthenticated')
  await guesses(`token ${tokenHash}`, async () => {
    const right = await passwords.matches(
      `account ${personId}`,
      account.passwordHash,
      written,
      () => requireSignedIn(deps, caller),
    )
    if (!right) throw refusedField('current_password_wrong', ['currentPassword'])
  })
}

/** Another change of the password may have ended the sign-in while this one waited. */
export async function requireSignedIn(
  { accounts, clock }: Pick<CurrentPasswordDeps, 'accounts' | 'clock'>,
  { tokenHash }: Person,
): Promise<void> {
  if (!(await accounts.hasToken(tokenHash, clock.now()))) throw new DomainError('unauthenticated')
}
