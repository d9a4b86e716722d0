import { followUp as followUpCall } from '@kirim/contract/campaign-actions'
import { campaignRest, estimateCampaign, sendToRest } from '@kirim/contract/campaign-sending'
import {
  type BulkCampaign,
  type CampaignProgress,
  deleteCampaign,
  duplicateCampaign,
  loadCampaign,
} from '@kirim/contract/campaigns'
import { IDEMPOTENCY_KEY_HEADER } from '@kirim/contract/idempotency-key'
import type { MediaFile } from '@kirim/contract/media'
import { createCampaign, updateCampaign } from '@kirim/contract/save-campaign'
import { HOURS_BY_SCHEDULE } from '@kirim/contract/schedule'
import { type Caller, seesNumber } from '../../platform/caller.ts'
import type { Route } from '../../platform/http/routes.ts'
import type { CampaignAccess } from './actions/campaign-access.ts'
import { sendToRest as openForRest, restOf } from './actions/send-to-rest.ts'
import type { AttachedMedia, CampaignsRepository } from './campaign/campaigns.repository.ts'
import type { Campaign, CampaignTexts } from './campaign/stored-campaign.ts'
import { liveVariants } from './campaign/variants.ts'
import { estimateCampaign as estimate } from './estimate/estimate-campaign.ts'
import type { CourseDeps } from './estimate/estimate-course.ts'
import {
  type DuplicateDeps,
  duplicateCampaign as duplicate,
  followUp,
} from './save/copy-campaign.ts'
import { deleteCampaign as erase } from './save/delete-campaign.ts'
import { createCampaign as create, updateCampaign as update } from './save/save-campaign.ts'

export interface CampaignsRoutesDeps extends DuplicateDeps, CourseDeps {
  readonly campaigns: CampaignsRepository
  readonly access: CampaignAccess
}

type Owner = Pick<Campaign, 'workspaceId' | 'deviceId'>

export function campaignsRoutes(route: Route, deps: CampaignsRoutesDeps): void {
  const { campaigns } = deps

  const { find, withTexts, announce, progress } = deps.access

  async function show(caller: Caller, campaign: Campaign): Promise<BulkCampaign> {
    const media = await campaigns.mediaOf(campaign.id)
    const files = await deps.media.find(
      campaign.workspaceId,
      media.map(({ mediaId }) => mediaId),
    )
    const shown = presentCampaign(
      await withTexts(campaign),
      media,
      files,
      await progress(campaign, caller),
    )
    return { ...shown, alsoFrom: shown.alsoFrom.filter((id) => seesNumber(caller, id)) }
  }

  async function saved(
    caller: Caller,
    { workspaceId, deviceId }: Owner,
    campaignId: string,
  ): Promise<BulkCampaign> {
    const campaign = await find(workspaceId, deviceId, campaignId)
    announce(campaign)
    return show(caller, campaign)
  }

  route(loadCampaign, async ({ caller, params }) =>
    show(caller, await find(caller.workspaceId, params.deviceId, params.campaignId)),
  )

  route(createCampaign, async ({ caller, params, headers, body, file }) => {
    const { workspaceId, personId: createdBy } = caller
    const owner = { workspaceId, deviceId: params.deviceId, createdBy }
    const id = await create(deps, caller, owner, body, file, headers[IDEMPOTENCY_KEY_HEADER])
    return saved(caller, owner, id)
  })

  route(updateCampaign, async ({ caller, params, body, file }) => {
    const campaign = await find(caller.workspaceId, params.deviceId, params.campaignId)
    await update(deps, caller, await withTexts(campaign), body, file)
    return saved(caller, campaign, campaign.id)
  })

  route(duplicateCampaign, async ({ caller, params }) => {
    const campaign = await find(caller.workspaceId, params.deviceId, params.campaignId)
    return saved(
      caller,
      campaign,
      await duplicate(deps, await withTexts(campaign), caller.personId),
    )
  })

  route(followUpCall, async ({ caller, params, body }) => {
    const campaign = await find(caller.workspaceId, params.deviceId, params.campaignId)
    const texts = await withTexts(campaign)
    return saved(caller, campaign, await followUp(deps, texts, body.to, caller.personId))
  })

  route(estimateCampaign, ({ caller, params, body }) =>
    estimate(deps, caller, params.deviceId, body),
  )

  route(campaignRest, async ({ caller, params, query }) =>
    restOf(deps, await find(caller.workspaceId, params.deviceId, params.campaignId), query),
  )

  route(sendToRest, async ({ caller, params, body }) => {
    const campaign = await find(caller.workspaceId, params.deviceId, params.campaignId)
    await openForRest(deps, campaign, body)
    return saved(caller, campaign, campaign.id)
  })

  route(deleteCampaign, async ({ caller, params }) => {
    const campaign = await find(caller.workspaceId, params.deviceId, params.campaignId)
    await erase(deps, campaign.id)
    announce(campaign)
    return { message: 'Campaign deleted successfully.' }
  })
}

/** A campaign as its form loads it [3.bulk]. `files` are its attached files' records. */
export function presentCampaign(
  campaign: Campaign & CampaignTexts,
  media: readonly AttachedMedia[],
  files: readonly MediaFile[],
  progress: CampaignProgress,
): BulkCampaign {
  const attached = media.filter((item) => !item.uploaded).map(({ mediaId }) => mediaId)
  const uploadedId = media.find(({ uploaded }) => uploaded)?.mediaId
  const uploaded = files.find(({ _id }) => _id === uploadedId)
  return {
    _id: campaign.id,
    id: campaign.id,
    deviceId: campaign.deviceId,
    campaignType: 'bulk',
    campaignName: campaign.name,
    status: progress.status,
    statusEnabled: campaign.enabled,
    enableLink: campaign.enableLink,
    urlLink: campaign.urlLink,
    caption: campaign.caption,
    variants: liveVariants(campaign.variants),
    language: campaign.language,
    optOutLine: campaign.optOutLine,
    alsoFrom: [...campaign.furtherDevices],
    contactGroupId: campaign.groupId,
    contactGroupName: campaign.groupName,
    scheduledAt: progress.scheduledAt,
    minIntervalSeconds: campaign.minIntervalSeconds,
    maxIntervalSeconds: campaign.maxIntervalSeconds,
    campaignScheduleType: campaign.scheduleType,
    campaignScheduleDetails: [...HOURS_BY_SCHEDULE[campaign.scheduleType]],
    timeZone: campaign.timeZone,
    mediaAttachments: attached,
    attachedFiles: files.filter(({ _id }) => attached.includes(_id)),
    mediaFile: uploaded ?? null,
    progress,
    createdAt: new Date(campaign.createdAt).toISOString(),
  }
}
