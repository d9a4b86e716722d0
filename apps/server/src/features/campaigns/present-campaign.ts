import type { BulkCampaign, CampaignProgress } from '@kirim/contract/campaigns'
import type { MediaFile } from '@kirim/contract/media'
import { HOURS_BY_SCHEDULE } from '@kirim/contract/schedule'
import type { AttachedMedia } from './campaigns.repository.ts'
import type { Campaign, CampaignTexts } from './stored-campaign.ts'
import { liveVariants } from './variants/stored-variants.ts'

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
