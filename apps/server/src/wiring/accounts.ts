import { isReachableByOthers } from '../config.ts'
import { createAccountsRepository } from '../features/accounts/accounts.repository.ts'
import { accountsRoutes } from '../features/accounts/accounts.routes.ts'
import { isSetupCodeNeeded } from '../features/accounts/admit-registration.ts'
import { ensureFirstAdmin } from '../features/accounts/open-account.ts'
import { createPasswords } from '../features/accounts/passwords.ts'
import { createSetupCode } from '../features/accounts/setup-code.ts'
import { presentNodes } from '../features/cluster/nodes.repository.ts'
import type { QuotaSources } from '../features/quotas/quotas.ports.ts'
import { quotasRoutes } from '../features/quotas/quotas.routes.ts'
import { createQuotas } from '../features/quotas/quotas.ts'
import { createSigner } from '../platform/crypto/signer.ts'
import type { Db } from '../platform/database/database.ts'
import { createListenersInTurn } from '../platform/upward-calls.ts'
import type { Base } from './base.ts'

/** Wires accounts: sign-in, registration and quotas. */
export function wireAccounts(base: Base) {
  const { accounts, clock, config, db, realtime, route, upward } = base
  const onOpened = createListenersInTurn<[tx: Db, userId: string]>()
  const passwords = createPasswords(base.passwordCost)
  const sign = createSigner(base.secretKey)
  // Whichever node the first account is registered on.
  const secret = config.databaseUrl ? Buffer.from(sign('setup code'), 'base64url') : undefined
  const setupCode = isReachableByOthers(config) && !config.admin ? createSetupCode(secret) : null
  accountsRoutes(route, {
    ...base,
    onOpened,
    passwords,
    sign,
    registerLimitPerHour: config.registerLimitPerHour,
    firstIsAdmin: config.admin === null,
    setupCode,
  })
  const amounts = {
    campaigns: upward.one('how many campaigns users have'),
    peopleWaiting: upward.one('how many people wait in the campaigns of users'),
    recipients: upward.one('how many recipients users have'),
    groupPlaces: upward.one('how many places in groups users have'),
    optOuts: upward.one('how many opt-outs users have'),
    chatbotItems: upward.one('how many chatbot items users have'),
  } satisfies Partial<QuotaSources>
  const quotasDeps = {
    db,
    clock,
    nodes: { nodeId: base.nodeId, present: presentNodes },
    sources: {
      planOf: async (tx: Db, userId: string) =>
        (await createAccountsRepository(tx).findById(userId))?.membershipPlan ?? null,
      everyPlan: (tx: Db) => createAccountsRepository(tx).plans(),
      ...amounts,
    },
  }
  quotasRoutes(route, { ...quotasDeps, realtime })

  return {
    /** Called in the transaction that opens an account. */
    onOpened: onOpened.add,
    /** Rooms above count what is theirs. */
    amounts,
    quotas: createQuotas(quotasDeps),
    planOf: async (userId: string) => (await accounts.findById(userId))?.membershipPlan ?? null,
    countryOf: async (userId: string) => (await accounts.findById(userId))?.defaultCountry ?? '',
    isAdmin: async (userId: string) => (await accounts.findById(userId))?.role === 'admin',
    /** Ensures that the admin named in the environment has an account. */
    async ensureAdmin(): Promise<void> {
      if (!config.admin) return
      await ensureFirstAdmin({ db, accounts, onOpened, passwords, clock }, config.admin)
    },
    /** The code for registering the first account; null when none is needed. */
    setupCode: async (): Promise<string | null> =>
      setupCode && (await isSetupCodeNeeded({ accounts, setupCode })) ? setupCode.text : null,
  }
}

export type Accounts = ReturnType<typeof wireAccounts>
