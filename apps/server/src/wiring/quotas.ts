import { presentNodes } from '../features/cluster/nodes.repository.ts'
import type { QuotaSources } from '../features/quotas/quotas.ports.ts'
import { quotasRoutes } from '../features/quotas/quotas.routes.ts'
import { createQuotas } from '../features/quotas/quotas.ts'
import type { Db } from '../platform/database/database.ts'
import { DomainError } from '../platform/errors.ts'
import type { Accounts } from './accounts.ts'
import type { Base } from './base.ts'
import type { Workspaces } from './workspaces.ts'

/** Wires quotas, which count by workspace. */
export function wireQuotas(base: Base, { tellPeople }: Accounts, workspaces: Workspaces) {
  const { accounts, clock, db, route, upward } = base
  const amounts = {
    campaigns: upward.one('how many campaigns workspaces have'),
    peopleWaiting: upward.one('how many people wait in the campaigns of workspaces'),
    recipients: upward.one('how many recipients workspaces have'),
    groupPlaces: upward.one('how many places in groups workspaces have'),
    optOuts: upward.one('how many opt-outs workspaces have'),
    chatbotItems: upward.one('how many chatbot items workspaces have'),
  } satisfies Partial<QuotaSources>
  const deps = {
    db,
    clock,
    nodes: { nodeId: base.nodeId, present: presentNodes },
    sources: {
      planOf: (tx: Db, workspaceId: string) => workspaces.planOf(workspaceId, tx),
      everyPlan: workspaces.everyPlan,
      ...amounts,
      async ownWorkspaceOf(tx: Db, personId: string) {
        const own = (await workspaces.port.ownOf([personId], tx)).get(personId)
        if (own) return own.id
        const isKnown = (await accounts.findById(personId)) !== null
        throw new DomainError(isKnown ? 'owns_no_workspace' : 'user_not_found')
      },
    },
  }
  quotasRoutes(route, { ...deps, changed: tellPeople })
  return {
    ...createQuotas(deps),
    /** Rooms above count what is theirs. */
    amounts,
  }
}

export type Quotas = ReturnType<typeof wireQuotas>
