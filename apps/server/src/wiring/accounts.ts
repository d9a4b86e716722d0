import { isReachableByOthers } from '../config.ts'
import { createAccountsRepository } from '../features/accounts/accounts.repository.ts'
import { accountsRoutes } from '../features/accounts/accounts.routes.ts'
import { isSetupCodeNeeded } from '../features/accounts/admit-registration.ts'
import { ensureFirstAdmin } from '../features/accounts/first-admin.ts'
import { createPasswords } from '../features/accounts/passwords.ts'
import { createSetupCode } from '../features/accounts/setup-code.ts'
import {
  campaignsOf,
  peopleWaitingOf,
  recipientsOf,
} from '../features/campaigns/campaign/campaign-facts.ts'
import { createItemTotals } from '../features/chatbots/items/item-queries.ts'
import { presentNodes } from '../features/cluster/nodes.repository.ts'
import { groupPlacesOf } from '../features/contacts/group-places.ts'
import { startTotals } from '../features/delivery/user-totals.ts'
import { createKnownDevices } from '../features/devices/store/known-devices.ts'
import { optOutChangesOf } from '../features/opt-outs/opt-out-totals.ts'
import { quotasRoutes } from '../features/quotas/quotas.routes.ts'
import { createQuotas } from '../features/quotas/quotas.ts'
import { createSigner } from '../platform/crypto/signer.ts'
import type { Db } from '../platform/database/database.ts'
import type { Base } from './base.ts'

/** Wires accounts: sign-in, registration and quotas. */
export function wireAccounts(base: Base) {
  const { accounts, clock, config, db, realtime, route } = base
  const passwords = createPasswords(base.passwordCost)
  const sign = createSigner(base.secretKey)
  // Whichever node the first account is registered on.
  const secret = config.databaseUrl ? Buffer.from(sign('setup code'), 'base64url') : undefined
  const setupCode = isReachableByOthers(config) && !config.admin ? createSetupCode(secret) : null
  accountsRoutes(route, {
    ...base,
    onOpened: startTotals,
    passwords,
    sign,
    registerLimitPerHour: config.registerLimitPerHour,
    firstIsAdmin: config.admin === null,
    setupCode,
  })
  const quotasDeps = {
    db,
    clock,
    nodes: { nodeId: base.nodeId, present: presentNodes },
    sources: {
      planOf: async (tx: Db, userId: string) =>
        (await createAccountsRepository(tx).findById(userId))?.membershipPlan ?? null,
      everyPlan: (tx: Db) => createAccountsRepository(tx).plans(),
      campaigns: campaignsOf,
      peopleWaiting: peopleWaitingOf,
      recipients: recipientsOf,
      groupPlaces: groupPlacesOf,
      optOuts: optOutChangesOf,
      chatbotItems: createItemTotals(createKnownDevices(db)),
    },
  }
  quotasRoutes(route, { ...quotasDeps, realtime })

  return {
    quotas: createQuotas(quotasDeps),
    planOf: async (userId: string) => (await accounts.findById(userId))?.membershipPlan ?? null,
    countryOf: async (userId: string) => (await accounts.findById(userId))?.defaultCountry ?? '',
    isAdmin: async (userId: string) => (await accounts.findById(userId))?.role === 'admin',
    /** Ensures that the admin named in the environment has an account. */
    async ensureAdmin(): Promise<void> {
      if (!config.admin) return
      await ensureFirstAdmin(
        { db, accounts, onOpened: startTotals, passwords, clock },
        config.admin,
      )
    },
    /** The code for registering the first account; null when none is needed. */
    setupCode: async (): Promise<string | null> =>
      setupCode && (await isSetupCodeNeeded({ accounts, setupCode })) ? setupCode.text : null,
  }
}

export type Accounts = ReturnType<typeof wireAccounts>
