import type { AccountsRepository } from './accounts.repository.ts'
import { type RegisterAccountDeps, registerAccount } from './register-account.ts'

/**
 * Creates the admin named in the environment once; an existing account with that e-mail stays as it
 * is.
 */
export async function ensureFirstAdmin(
  deps: RegisterAccountDeps & { readonly accounts: AccountsRepository },
  admin: { email: string; password: string },
): Promise<void> {
  if (await deps.accounts.findByEmail(admin.email)) return
  await registerAccount(
    deps,
    'the start of the server',
    { name: 'Admin', email: admin.email, password: admin.password },
    'admin',
  )
}
