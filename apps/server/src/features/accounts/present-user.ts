import type { User } from '@kirim/contract/accounts'
import type { Account } from './accounts.repository.ts'

/** An account as the API shows it: nothing about its password. */
export function presentUser(account: Account): User {
  return {
    _id: account.id,
    name: account.name,
    email: account.email,
    role: account.role,
    membershipPlan: account.membershipPlan,
    defaultCountry: account.defaultCountry,
    createdAt: new Date(account.createdAt).toISOString(),
  }
}
