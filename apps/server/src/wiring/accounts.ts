import { isReachableByOthers } from '../config.ts'
import { accountsRoutes } from '../features/accounts/accounts.routes.ts'
import { isSetupCodeNeeded } from '../features/accounts/admit-registration.ts'
import { createNamesOf } from '../features/accounts/names-of.ts'
import { ensureFirstAdmin } from '../features/accounts/open-account.ts'
import { createPasswords } from '../features/accounts/passwords.ts'
import { createPrivateReach } from '../features/accounts/private-reach.ts'
import { createInvitedRegistration } from '../features/accounts/register-invited.ts'
import { createRegistrationRepository } from '../features/accounts/registration.repository.ts'
import { createSetupCode } from '../features/accounts/setup-code.ts'
import { membershipRows } from '../features/workspaces/membership.ts'
import { createSigner } from '../platform/crypto/signer.ts'
import type { Base } from './base.ts'
import type { Workspaces } from './workspaces.ts'

const REGISTER_WINDOW_MS = 60 * 60 * 1000

/** Wires accounts: sign-in and registration. */
export function wireAccounts(base: Base, workspaces: Workspaces) {
  const { accounts, clock, config, db, route } = base
  const passwords = createPasswords(base.passwordCost)
  const sign = createSigner(base.secretKey)
  // Whichever node the first account is registered on.
  const secret = config.databaseUrl ? Buffer.from(sign('setup code'), 'base64url') : undefined
  const setupCode = isReachableByOthers(config) && !config.admin ? createSetupCode(secret) : null
  const registrations = base.limits.requests(
    'registrations',
    config.registerLimitPerHour,
    REGISTER_WINDOW_MS,
  )
  accountsRoutes(route, {
    ...base,
    workspaces: workspaces.port,
    passwords,
    sign,
    registrations,
    firstIsAdmin: config.admin === null,
    setupCode,
  })
  return {
    /** Of people who join a workspace instead of opening one. */
    invited: {
      admit: registrations.admit,
      register: createInvitedRegistration({
        ...base,
        passwords,
        registration: createRegistrationRepository(db),
        workspaces: workspaces.port,
      }),
    },
    namesOf: createNamesOf(db, { membershipRows }),
    /** Whether the server may call private addresses for a workspace. */
    reachesPrivate: createPrivateReach(db, { membershipRows }),
    /** Tells all people of a workspace, in whichever of theirs they are, that it has changed. */
    async tellPeople(workspaceId: string): Promise<void> {
      for (const personId of await workspaces.peopleOf(workspaceId)) {
        base.realtime.toPerson(personId, 'account_changed')
      }
    },
    /** Ensures that the admin named in the environment has an account. */
    async ensureAdmin(): Promise<void> {
      if (!config.admin) return
      const deps = { db, accounts, workspaces: workspaces.port, passwords, clock }
      await ensureFirstAdmin(deps, config.admin)
    },
    /** The code for registering the first account; null when none is needed. */
    setupCode: async (): Promise<string | null> =>
      setupCode && (await isSetupCodeNeeded({ accounts, setupCode })) ? setupCode.text : null,
  }
}

export type Accounts = ReturnType<typeof wireAccounts>
