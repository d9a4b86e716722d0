import type { RegisterBody, Role } from '@kirim/contract/accounts'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Account } from './accounts.repository.ts'
import { type OpenAccountDeps, openAccount, type UsedInvitation } from './open-account.ts'
import type { Passwords } from './passwords.ts'

/** The country of numbers without a country code, until the user changes it. */
const INITIAL_COUNTRY = 'MY'

export interface RegisterAccountDeps extends OpenAccountDeps {
  readonly clock: Clock
  readonly passwords: Passwords
}

/**
 * Creates an account on the Free plan. `asker` is who waits for its password to be hashed. Throws
 * `email_taken` or `invitation_invalid`.
 */
export async function registerAccount(
  deps: RegisterAccountDeps,
  asker: string,
  body: Pick<RegisterBody, 'name' | 'email' | 'password'>,
  role: Role | 'first-is-admin',
  invitation: UsedInvitation | null = null,
): Promise<Account> {
  return openAccount(
    deps,
    {
      id: newId(),
      name: body.name,
      email: body.email,
      passwordHash: await deps.passwords.hash(asker, body.password),
      membershipPlan: 'Free',
      defaultCountry: INITIAL_COUNTRY,
      createdAt: deps.clock.now(),
    },
    role,
    invitation,
  )
}
