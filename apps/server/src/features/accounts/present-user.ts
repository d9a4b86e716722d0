import type { User } from '@kirim/contract/accounts'
import type { ShownWorkspace } from './accounts.ports.ts'
import type { Account } from './accounts.repository.ts'

/** What an account without a workspace shows. */
export const NOWHERE: ShownWorkspace = { membershipPlan: 'Free', defaultCountry: 'MY' }

/** An account as the API shows it, in a workspace: nothing about its password. */
export function presentUser(account: Account, workspace: ShownWorkspace | null): User {
  const { membershipPlan, defaultCountry } = workspace ?? NOWHERE
  return {
    _id: account.id,
    name: account.name,
    email: account.email,
    role: account.role,
    membershipPlan,
    defaultCountry,
    createdAt: new Date(account.createdAt).toISOString(),
  }
}
