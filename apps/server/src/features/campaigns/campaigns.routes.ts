import { followUp as followUpCall } from '@kirim/contract/campaign-actions'
import { campaignRest, estimateCampaign, sendToRest } from '@kirim/contract/campaign-sending'
import {
  type BulkCampaign,
  deleteCampaign,
  duplicateCampaign,
  loadCampaign,
} from '@kirim/contract/campaigns'
import { IDEMPOTENCY_KEY_HEADER } from '@kirim/contract/idempotency-key'
import { createCampaign, updateCampaign } from '@kirim/contract/save-campaign'
import type { Route } from '../../platform/http/routes.ts'
import { followUp } from './answers/follow-up.ts'
import type { CampaignAccess } from './campaign-access.ts'
import type { CampaignsRepository } from './campaigns.repository.ts'
import { sendToRest as openForRest, restOf } from './finished/send-to-rest.ts'
import { presentCampaign } from './present-campaign.ts'
import { deleteCampaign as erase } from './save/delete-campaign.ts'
import { type DuplicateDeps, duplicateCampaign as duplicate } from './save/duplicate-campaign.ts'
import { estimateCampaign as estimate } from './save/estimate-campaign.ts'
import type { CourseDeps } from './save/estimate-course.ts'
import { createCampaign as create, updateCampaign as update } from './save/save-campaign.ts'
import type { Campaign } from './stored-campaign.ts'

export interface CampaignsRoutesDeps extends DuplicateDeps, CourseDeps {
  readonly campaigns: CampaignsRepository
  readonly access: CampaignAccess
}

export function campaignsRoutes(route: Route, deps: CampaignsRoutesDeps): void {
  const { campaigns } = deps

  const { find, withTexts, announce, progress } = deps.access

  async function show(campaign: Campaign): Promise<BulkCampaign> {
    const media = await campaigns.mediaOf(campaign.id)
    const files = await deps.media.find(
      campaign.userId,
      media.map(({ mediaId }) => mediaId),
    )
    return presentCampaign(await withTexts(campaign), media, files, await progress(campaign))
  }

  async function saved(
    userId: string,
    deviceId: string,
    campaignId: string,
  ): Promise<BulkCampaign> {
    const campaign = await find(userId, deviceId, campaignId)
    announce(campaign)
    return show(campaign)
  }

  route(loadCampaign, async ({ caller, params }) =>
    show(await find(caller.userId, params.deviceId, params.campaignId)),
  )

  route(createCampaign, async ({ caller, params, headers, body, file }) => {
    const owner = { userId: caller.userId, deviceId: params.deviceId }
    const id = await create(deps, owner, body, file, headers[IDEMPOTENCY_KEY_HEADER])
    return saved(caller.userId, params.deviceId, id)
  })

  route(updateCampaign, async ({ caller, params, body, file }) => {
    const campaign = await find(caller.userId, params.deviceId, params.campaignId)
    await update(deps, await withTexts(campaign), body, file)
    return saved(caller.userId, params.deviceId, campaign.id)
  })

  route(duplicateCampaign, async ({ caller, params }) => {
    const campaign = await find(caller.userId, params.deviceId, params.campaignId)
    return saved(caller.userId, params.deviceId, await duplicate(deps, await withTexts(campaign)))
  })

  route(followUpCall, async ({ caller, params, body }) => {
    const campaign = await find(caller.userId, params.deviceId, params.campaignId)
    return saved(
      caller.userId,
      params.deviceId,
      await followUp(deps, await withTexts(campaign), body.to),
    )
  })

  route(estimateCampaign, ({ caller, params, body }) =>
    estimate(deps, caller.userId, params.deviceId, body),
  )

  route(campaignRest, async ({ caller, params, query }) =>
    restOf(deps, await find(caller.userId, params.deviceId, params.campaignId), query),
  )

  route(sendToRest, async ({ caller, params, body }) => {
    const campaign = await find(caller.userId, params.deviceId, params.campaignId)
    await openForRest(deps, campaign, body)
    return saved(caller.userId, campaign.deviceId, campaign.id)
  })

  route(deleteCampaign, async ({ caller, params }) => {
    const campaign = await find(caller.userId, params.deviceId, params.campaignId)
    await erase(deps, campaign.id)
    announce(campaign)
    return { message: 'Campaign deleted successfully.' }
  })
}
