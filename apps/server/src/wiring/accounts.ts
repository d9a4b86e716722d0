import { isReachableByOthers } from '../config.ts'
import { accountsRoutes } from '../features/accounts/accounts.routes.ts'
import { isSetupCodeNeeded } from '../features/accounts/admit-registration.ts'
import { namesOf } from '../features/accounts/names-of.ts'
import { ensureFirstAdmin } from '../features/accounts/open-account.ts'
import { createPasswords } from '../features/accounts/passwords.ts'
import { createSetupCode } from '../features/accounts/setup-code.ts'
import { presentNodes } from '../features/cluster/nodes.repository.ts'
import type { QuotaSources } from '../features/quotas/quotas.ports.ts'
import { quotasRoutes } from '../features/quotas/quotas.routes.ts'
import { createQuotas } from '../features/quotas/quotas.ts'
import { createWorkspacesRepository } from '../features/workspaces/workspaces.repository.ts'
import { createSigner } from '../platform/crypto/signer.ts'
import type { Db } from '../platform/database/database.ts'
import type { Base } from './base.ts'
import type { Workspaces } from './workspaces.ts'

/** Wires accounts: sign-in, registration and quotas. */
export function wireAccounts(base: Base, workspaces: Workspaces) {
  const { accounts, clock, config, db, realtime, route, upward } = base
  const passwords = createPasswords(base.passwordCost)
  const sign = createSigner(base.secretKey)
  // Whichever node the first account is registered on.
  const secret = config.databaseUrl ? Buffer.from(sign('setup code'), 'base64url') : undefined
  const setupCode = isReachableByOthers(config) && !config.admin ? createSetupCode(secret) : null
  accountsRoutes(route, {
    ...base,
    workspaces: workspaces.port,
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
      planOf: async (tx: Db, workspaceId: string) =>
        (await createWorkspacesRepository(tx).find(workspaceId))?.membershipPlan ?? null,
      everyPlan: (tx: Db) => createWorkspacesRepository(tx).plans(),
      ...amounts,
    },
  }
  quotasRoutes(route, { ...quotasDeps, realtime })

  return {
    onOpened: workspaces.onOpened,
    /** Rooms above count what is theirs. */
    amounts,
    quotas: createQuotas(quotasDeps),
    planOf: workspaces.planOf,
    countryOf: workspaces.countryOf,
    namesOf: (personIds: readonly string[]) => namesOf(db, personIds),
    isAdmin: async (workspaceId: string) =>
      (await accounts.findById(workspaceId))?.role === 'admin',
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
