import { setImmediate } from 'node:timers/promises'
import type { ResponseOf } from '@kirim/contract/call'
import {
  fullestQuotas,
  memberQuotas,
  ownQuotas,
  type QuotaOverrides,
  type QuotaUse,
  updateMemberQuotas,
  updateWorkspaceQuotas,
  workspaceQuotas,
} from '@kirim/contract/quotas'
import { chunks, type Db } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { Route } from '../../platform/http/routes.ts'
import { fullestOf, quotaUses } from './quota-uses.ts'
import { createQuotasRepository } from './quotas.repository.ts'
import { dayOf, type QuotasDeps } from './quotas.ts'

/** Others are served in between. */
const WORKSPACES_PER_QUERY = 100

interface QuotasRoutesDeps extends QuotasDeps {
  /** Called when quotas of a workspace have changed. */
  changed(workspaceId: string): Promise<void>
}

export function quotasRoutes(route: Route, deps: QuotasRoutesDeps): void {
  const { db, sources, clock } = deps
  const today = () => dayOf(clock.now())

  async function usesOf(tx: Db, workspaceId: string): Promise<QuotaUse[]> {
    const plan = await sources.planOf(tx, workspaceId)
    if (!plan) throw new DomainError('no_such_workspace')
    const [workspace] = await quotaUses(tx, sources, [{ workspaceId, plan }], today())
    return workspace?.uses ?? []
  }

  async function change(workspaceId: string, overrides: QuotaOverrides): Promise<QuotaUse[]> {
    const uses = await db.transaction().execute(async (tx) => {
      if (!(await sources.planOf(tx, workspaceId))) throw new DomainError('no_such_workspace')
      await createQuotasRepository(tx).setOverrides(workspaceId, overrides)
      return usesOf(tx, workspaceId)
    })
    await deps.changed(workspaceId)
    return uses
  }

  const ownOf = (personId: string) => sources.ownWorkspaceOf(db, personId)

  route(ownQuotas, ({ caller }) => usesOf(db, caller.workspaceId))

  route(memberQuotas, async ({ params }) => usesOf(db, await ownOf(params.id)))
  route(updateMemberQuotas, async ({ params, body }) => change(await ownOf(params.id), body))

  route(workspaceQuotas, ({ params }) => usesOf(db, params.id))
  route(updateWorkspaceQuotas, ({ params, body }) => change(params.id, body))

  route(fullestQuotas, async () => {
    const fullest: ResponseOf<typeof fullestQuotas> = []
    for (const workspaces of chunks(await sources.everyPlan(db), WORKSPACES_PER_QUERY)) {
      for (const { workspaceId, uses } of await quotaUses(db, sources, workspaces, today())) {
        const use = fullestOf(uses)
        if (use) fullest.push({ ...use, workspaceId, userId: workspaceId })
      }
      await setImmediate()
    }
    return fullest
  })
}
