import { setImmediate } from 'node:timers/promises'
import {
  fullestQuotas,
  memberQuotas,
  ownQuotas,
  type QuotaOverrides,
  type QuotaUse,
  updateMemberQuotas,
} from '@kirim/contract/quotas'
import { chunks, type Db } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { Route } from '../../platform/http/routes.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { fullestOf, quotaUses } from './quota-uses.ts'
import { createQuotasRepository } from './quotas.repository.ts'
import { dayOf, type QuotasDeps } from './quotas.ts'

/** Members per query; others are served in between. */
const MEMBERS_PER_PAGE = 100

export function quotasRoutes(route: Route, deps: QuotasDeps & { realtime: Realtime }): void {
  const { db, sources, clock, realtime } = deps
  const today = () => dayOf(clock.now())

  async function usesOf(tx: Db, workspaceId: string): Promise<QuotaUse[]> {
    const plan = await sources.planOf(tx, workspaceId)
    if (!plan) throw new DomainError('user_not_found')
    const [member] = await quotaUses(tx, sources, [{ workspaceId, plan }], today())
    return member?.uses ?? []
  }

  function change(workspaceId: string, overrides: QuotaOverrides): Promise<QuotaUse[]> {
    return db.transaction().execute(async (tx) => {
      if (!(await sources.planOf(tx, workspaceId))) throw new DomainError('user_not_found')
      await createQuotasRepository(tx).setOverrides(workspaceId, overrides)
      return usesOf(tx, workspaceId)
    })
  }

  route(ownQuotas, ({ caller }) => usesOf(db, caller.workspaceId))

  route(memberQuotas, ({ params }) => usesOf(db, params.id))

  route(updateMemberQuotas, async ({ params, body }) => {
    const uses = await change(params.id, body)
    realtime.toWorkspace(params.id, 'account_changed')
    return uses
  })

  route(fullestQuotas, async () => {
    const fullest: (QuotaUse & { userId: string })[] = []
    for (const members of chunks(await sources.everyPlan(db), MEMBERS_PER_PAGE)) {
      for (const { workspaceId, uses } of await quotaUses(db, sources, members, today())) {
        const use = fullestOf(uses)
        if (use) fullest.push({ ...use, userId: workspaceId })
      }
      await setImmediate()
    }
    return fullest
  })
}
