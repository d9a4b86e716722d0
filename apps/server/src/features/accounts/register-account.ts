import type { RegisterBody, Role } from '@kirim/contract/accounts'
import type { Clock } from '../../platform/clock.ts'
import { DomainError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Account, AccountsRepository } from './accounts.repository.ts'
import { hashPassword } from './passwords.ts'

/** Phone numbers written without a country code are Malaysian until the user says otherwise. */
const FIRST_DEFAULT_COUNTRY = 'MY'

/** Creates an account on the Free plan. Throws `email_taken`. */
export async function registerAccount(
  deps: { accounts: AccountsRepository; clock: Clock },
  body: RegisterBody,
  role: Role | 'first-is-admin',
): Promise<Account> {
  const account = await deps.accounts.insert(
    {
      id: newId(),
      name: body.name,
      email: body.email,
      passwordHash: await hashPassword(body.password),
      membershipPlan: 'Free',
      defaultCountry: FIRST_DEFAULT_COUNTRY,
      createdAt: deps.clock.now(),
    },
    role,
  )
  if (!account) throw new DomainError('email_taken')
  return account
}
