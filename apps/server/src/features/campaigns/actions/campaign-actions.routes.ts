import {
  cancelCampaign as cancelCall,
  pauseCampaign,
  resumeCampaign,
  retryFailed as retryCall,
} from '@kirim/contract/campaign-actions'
import { type CampaignProgress, setCampaignStatus } from '@kirim/contract/campaigns'
import type { Caller } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Route } from '../../../platform/http/routes.ts'
import { changeState } from '../campaign/change-state.ts'
import type { Campaign } from '../campaign/stored-campaign.ts'
import type { CampaignOutgoing, CampaignQuotas, LedgerDeps } from '../campaigns.ports.ts'
import { presentReason } from '../ledger/present-ledger.ts'
import type { CampaignAccess } from './campaign-access.ts'
import { cancelCampaign } from './cancel-campaign.ts'
import { retryFailed } from './retry-failed.ts'

interface ActionDeps extends LedgerDeps {
  readonly outgoing: CampaignOutgoing
  readonly access: CampaignAccess
  readonly quotas: CampaignQuotas
  readonly clock: Clock
}

/** Pause, resume, cancel and retry. */
export function campaignActionsRoutes(route: Route, deps: ActionDeps): void {
  const { access, db, clock } = deps

  async function switchTo(
    campaign: Campaign,
    event: 'pause' | 'resume',
    caller: Caller,
  ): Promise<CampaignProgress> {
    const target = {
      campaignId: campaign.id,
      isStranded: campaign.deviceRemoved,
      by: caller.personId,
    }
    await db.transaction().execute(async (tx) => changeState(tx, deps, target, event, clock.now()))
    return access.changed(campaign, caller)
  }

  route(setCampaignStatus, async ({ caller, params, body }) => {
    const campaign = await access.find(caller.workspaceId, params.deviceId, params.campaignId)
    return switchTo(campaign, body.status === 'Enabled' ? 'resume' : 'pause', caller)
  })

  route(pauseCampaign, async ({ caller, params }) =>
    switchTo(
      await access.find(caller.workspaceId, params.deviceId, params.campaignId),
      'pause',
      caller,
    ),
  )

  route(resumeCampaign, async ({ caller, params }) =>
    switchTo(
      await access.find(caller.workspaceId, params.deviceId, params.campaignId),
      'resume',
      caller,
    ),
  )

  route(cancelCall, async ({ caller, params }) => {
    const campaign = await access.find(caller.workspaceId, params.deviceId, params.campaignId)
    const cancelled = { campaignId: campaign.id, by: caller.personId }
    await cancelCampaign(deps, cancelled, () => access.announce(campaign))
    return access.changed(campaign, caller)
  })

  route(retryCall, async ({ caller, params }) => {
    const campaign = await access.find(caller.workspaceId, params.deviceId, params.campaignId)
    const { retried, left } = await retryFailed(deps, campaign, () => access.announce(campaign))
    const progress = await access.changed(campaign, caller)
    return { progress, retried, left: left.map((reason) => presentReason(reason, campaign)) }
  })
}
