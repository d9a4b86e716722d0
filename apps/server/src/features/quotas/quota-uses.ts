import type { MembershipPlan } from '@kirim/contract/limits'
import { fullnessOf, PLAN_QUOTAS, QuotaName, type QuotaUse } from '@kirim/contract/quotas'
import type { Db } from '../../platform/database/database.ts'
import type { QuotaSources } from './quotas.ports.ts'
import { createQuotasRepository } from './quotas.repository.ts'

interface Member {
  readonly workspaceId: string
  readonly plan: MembershipPlan
}

/** The members' use of each quota, in the order of members and quotas. */
export async function quotaUses(
  db: Db,
  sources: QuotaSources,
  members: readonly Member[],
  day: string,
): Promise<{ workspaceId: string; uses: QuotaUse[] }[]> {
  const ids = members.map(({ workspaceId }) => workspaceId)
  const repository = createQuotasRepository(db)
  const counted = await repository.uses(ids)
  const overrides = await repository.overrides(ids)
  const campaigns = await sources.campaigns(db, ids)
  const peopleWaiting = await sources.peopleWaiting(db, ids)
  const recipients = await sources.recipients(db, ids)
  const groupPlaces = await sources.groupPlaces(db, ids)
  const optOuts = await sources.optOuts(db, ids)
  const chatbotItems = await sources.chatbotItems(db, ids)
  return members.map(({ workspaceId, plan }) => {
    const own = counted.get(workspaceId)
    const used: Record<QuotaName, number> = {
      contacts: own?.contacts ?? 0,
      mediaBytes: own?.media_bytes ?? 0,
      campaigns: campaigns.get(workspaceId) ?? 0,
      peopleWaiting: peopleWaiting.get(workspaceId) ?? 0,
      recipients: recipients.get(workspaceId) ?? 0,
      groupPlaces: groupPlaces.get(workspaceId) ?? 0,
      optOuts: optOuts.get(workspaceId) ?? 0,
      chatbotItems: chatbotItems.get(workspaceId) ?? 0,
      callsToday: own?.calls_day === day ? own.calls : 0,
    }
    const uses = QuotaName.options.map((quota) => {
      const ofPlan = PLAN_QUOTAS[plan][quota]
      return {
        quota,
        used: used[quota],
        limit: overrides.get(workspaceId)?.get(quota) ?? ofPlan,
        ofPlan,
      }
    })
    return { workspaceId, uses }
  })
}

/** The quota with the highest share used. */
export function fullestOf(uses: readonly QuotaUse[]): QuotaUse | undefined {
  return uses.toSorted((one, other) => fullnessOf(other) - fullnessOf(one))[0]
}
