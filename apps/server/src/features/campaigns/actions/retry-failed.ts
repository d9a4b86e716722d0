import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../../platform/clock.ts'
import { DomainError } from '../../../platform/errors.ts'
import { freezePeople } from '../audience/freeze-people.ts'
import { createFreezesRepository } from '../audience/freezes.repository.ts'
import { createUnreachedPeopleRepository } from '../audience/unreached-people.repository.ts'
import { campaignState, isFinished, nextCampaign } from '../campaign/campaign-state.ts'
import { createCampaignsRepository } from '../campaign/campaigns.repository.ts'
import { changeState } from '../campaign/change-state.ts'
import type { Campaign } from '../campaign/stored-campaign.ts'
import type { CampaignQuotas, LedgerDeps } from '../campaigns.ports.ts'
import type { ReasonCount } from '../ledger/ledger-people.repository.ts'

interface RetryDeps extends LedgerDeps {
  readonly quotas: CampaignQuotas
  readonly clock: Clock
}

interface Retried {
  readonly retried: number
  readonly left: readonly ReasonCount[]
}

/**
 * Re-queues failed recipients that certainly received nothing, and nobody else. One write requests
 * it, and `requested` is called right after; short steps do it and resume after a kill. Nothing is
 * sent meanwhile. Throws `campaign_nobody_failed`, `campaign_cancelled`, `campaign_number_removed`,
 * `campaign_preparing` and `quota_people_waiting`.
 */
export async function retryFailed(
  deps: RetryDeps,
  campaign: Campaign,
  requested: () => void,
): Promise<Retried> {
  const { db, clock } = deps
  const { id: campaignId, workspaceId } = campaign
  if (
    campaign.counts.failed === 0 &&
    nextCampaign(campaignState(campaign, clock.now()), 'retry_failed')
  ) {
    throw new DomainError('campaign_nobody_failed')
  }
  const found = await lookThrough(deps, campaignId)
  await db.transaction().execute(async (tx) => {
    const now = clock.now()
    const isStranded = campaign.deviceRemoved
    const before = await changeState(tx, deps, { campaignId, isStranded }, 'retry_failed', now)
    if (found.retried === 0) return
    if (before.preparing) throw new DomainError('campaign_preparing')
    // It joins the queue of its device as if it had been created now.
    if (isFinished(before)) {
      await createCampaignsRepository(tx, deps.devices).joinQueueAgain(campaignId, now)
    }
    await deps.quotas.peopleWaiting.admit(tx, workspaceId, found.retried)
    await createFreezesRepository(tx, deps.groups).requestRetry(campaignId, found.retried)
  })
  requested()
  await freezePeople(deps, campaignId)
  return found
}

async function lookThrough(deps: RetryDeps, campaignId: string): Promise<Retried> {
  const unreached = createUnreachedPeopleRepository(deps.db, deps)
  const left = new Map<string, number>()
  let retried = 0
  for (let position = -1; ; ) {
    const page = await unreached.failedAfter(campaignId, position)
    const last = page.at(-1)
    if (!last) break
    for (const { isRetried, reason } of page) {
      if (isRetried) retried += 1
      else left.set(reason ?? '', (left.get(reason ?? '') ?? 0) + 1)
    }
    position = last.position
    await setImmediate()
  }
  const counts = [...left].map(([reason, people]) => ({ state: 'failed' as const, reason, people }))
  return { retried, left: counts.sort((one, other) => other.people - one.people) }
}
