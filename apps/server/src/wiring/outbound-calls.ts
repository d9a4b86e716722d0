import { createAiProviders } from '../adapters/ai/ai-providers.ts'
import { createAiWriter } from '../adapters/ai/write-with-ai.ts'
import { createGuardedFetch } from '../adapters/web-call/guarded-fetch.ts'
import { createReach } from '../adapters/web-call/reach.ts'
import { createWebCaller } from '../adapters/web-call/web-caller.ts'
import { createAiAllowance } from '../features/settings/ai-allowance.ts'
import { createAiSettingsRepository } from '../features/settings/ai-settings.repository.ts'
import { settingsRoutes } from '../features/settings/settings.routes.ts'
import type { Accounts } from './accounts.ts'
import type { Base } from './base.ts'
import type { Quotas } from './quotas.ts'

/** Wires calls to other servers: to a workspace's AI provider, and to its own APIs. */
export function wireOutboundCalls(base: Base, quotas: Quotas, { reachesPrivate }: Accounts) {
  const { config, db, box, clock } = base
  const reach = createReach(config.allowPrivateAddresses)
  const privateFetch = createGuardedFetch(reach(true))
  const fetch = createGuardedFetch(reach(false))
  const settings = createAiSettingsRepository(db, box, reachesPrivate)
  settingsRoutes(base.route, {
    settings,
    providers: createAiProviders({ fetch, privateFetch }),
    reachesPrivate,
    simulated: config.network === 'sandbox',
    limits: base.limits,
    clock,
  })
  return {
    webCaller: createWebCaller(fetch),
    writer: createAiWriter({ fetch, privateFetch }),
    allowance: createAiAllowance(db, settings, quotas.calls),
  }
}

export type OutboundCalls = ReturnType<typeof wireOutboundCalls>
