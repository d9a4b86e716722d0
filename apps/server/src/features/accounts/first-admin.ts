import type { Clock } from '../../platform/clock.ts'
import type { AccountsRepository } from './accounts.repository.ts'
import { registerAccount } from './register-account.ts'

/** Makes the admin named in the environment, once: an account with that e-mail is left as it is. */
export async function ensureFirstAdmin(
  deps: { accounts: AccountsRepository; clock: Clock },
  admin: { email: string; password: string },
): Promise<void> {
  if (await deps.accounts.findByEmail(admin.email)) return
  await registerAccount(
    deps,
    { name: 'Admin', email: admin.email, password: admin.password },
    'admin',
  )
}
