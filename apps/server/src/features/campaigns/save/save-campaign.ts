import type { BulkCampaignForm } from '@kirim/contract/save-campaign'
import type { Sight } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { UploadedFile } from '../../../platform/http/multipart.ts'
import { freezePeople } from '../audience/freeze-people.ts'
import { createFreezesRepository, requestFreeze } from '../audience/freezes.repository.ts'
import { furtherDevicesOf } from '../campaign/campaign-devices.repository.ts'
import { countSettledOrSending, refuseFinished } from '../campaign/campaign-state.ts'
import { type AttachedMedia, createCampaignsRepository } from '../campaign/campaigns.repository.ts'
import { changeState, lockAndLoad } from '../campaign/change-state.ts'
import {
  type Campaign,
  type CampaignSettings,
  type CampaignTexts,
  FALLBACK_TIME_ZONE,
} from '../campaign/stored-campaign.ts'
import { liveLetters, mergeVariants } from '../campaign/variants.ts'
import { createOnce, keyOf } from './create-once.ts'
import { type NewCampaign, type SaveDeps, saveWithPeople } from './save-with-people.ts'

/**
 * Saves a new campaign with its people; with a key, once. Throws `device_not_found`,
 * `group_not_found`, `media_not_found`, `campaign_media_both`, `quota_campaigns`,
 * `quota_people_waiting`, the refusals of an upload and those of `createOnce`.
 */
export async function createCampaign(
  deps: SaveDeps,
  sight: Sight,
  owner: Omit<NewCampaign, 'key'>,
  form: BulkCampaignForm,
  file: UploadedFile | null,
  idempotencyKey: string | undefined,
): Promise<string> {
  const key = idempotencyKey && (await keyOf(idempotencyKey, owner.deviceId, form, file))
  const campaign = { ...owner, ...(key && { key }) }
  return createOnce(deps, campaign, () => saveNew(deps, sight, campaign, form, file))
}

async function saveNew(
  deps: SaveDeps,
  sight: Sight,
  campaign: NewCampaign,
  form: BulkCampaignForm,
  file: UploadedFile | null,
): Promise<string> {
  const { workspaceId, deviceId } = campaign
  if (deps.isBeingRemoved(deviceId) || !(await deps.devices.isListed(workspaceId, deviceId))) {
    throw new DomainError('device_not_found')
  }
  const settings = await settingsOf(deps, sight, deviceId, form, null)
  const media = (await chooseMedia(deps, workspaceId, form, file, [])) ?? []
  return withUploadKept(deps, workspaceId, file && media, () =>
    saveWithPeople(deps, campaign, settings, media, {
      from: { groupId: form.contactGroupId },
    }),
  )
}

/**
 * Changes a campaign. People already written to stay as they are. The others are frozen again when
 * the group has changed, or when nobody has been written to yet. Throws `campaign_completed` when
 * it is or becomes finished, `campaign_number_removed`, `quota_people_waiting` as if nobody in the
 * group were in the ledger yet, and the refusals of an upload.
 */
export async function updateCampaign(
  deps: SaveDeps,
  sight: Sight,
  campaign: Campaign & CampaignTexts,
  form: BulkCampaignForm,
  file: UploadedFile | null,
): Promise<void> {
  refuseFinished(campaign)
  if (form.statusEnabled && campaign.deviceRemoved) throw new DomainError('campaign_number_removed')
  const settings = await settingsOf(deps, sight, campaign.deviceId, form, campaign)
  const before = await createCampaignsRepository(deps.db, deps.devices).mediaOf(campaign.id)
  const media = await chooseMedia(deps, campaign.workspaceId, form, file, before)
  const { groupId } = settings
  const mustFreeze = await withUploadKept(deps, campaign.workspaceId, file && media, () =>
    deps.db.transaction().execute(async (tx) => {
      const size = groupId ? await deps.groups.lock(tx, groupId) : 0
      const now = await lockAndLoad(tx, deps, campaign.id)
      refuseFinished(now)
      const campaigns = createCampaignsRepository(tx, deps.devices)
      const textsBefore = await campaigns.textsOf(campaign.id)
      const event = settings.enabled ? 'resume' : 'pause'
      await changeState(
        tx,
        deps,
        { campaignId: campaign.id, by: sight.personId },
        event,
        deps.clock.now(),
      )
      if (!(await campaigns.update(campaign.id, settings, deps.clock.now()))) {
        throw new DomainError('campaign_not_found')
      }
      if (media) await campaigns.replaceMedia(campaign.id, media)
      if (!groupId || (groupId === now.groupId && countSettledOrSending(now) > 0)) {
        return requestDeal(deps, tx, campaign.id, textsBefore?.variants ?? [], settings.variants)
      }
      await requestFreeze(deps, tx, now, {
        from: { groupId },
        size,
        before: now.counts.queued + now.counts.held,
      })
      return true
    }),
  )
  if (mustFreeze) await freezePeople(deps, campaign.id)
  if (media) await deps.media.releaseUnused(before.map(({ mediaId }) => mediaId))
}

/** Requests new wordings for open people if the set of wordings changed. False otherwise. */
async function requestDeal(
  deps: SaveDeps,
  tx: Db,
  campaignId: string,
  before: CampaignTexts['variants'],
  after: CampaignTexts['variants'],
): Promise<boolean> {
  const [old, live] = [liveLetters(before), liveLetters(after)]
  const fresh = live.filter((letter) => !old.includes(letter))
  if (fresh.length === 0 && old.every((letter) => live.includes(letter))) return false
  await createFreezesRepository(tx, deps.groups).requestDeal(campaignId, fresh)
  return true
}

/** Adds an uploaded file to the library once `save` succeeds, and deletes it otherwise. */
async function withUploadKept<T>(
  deps: SaveDeps,
  workspaceId: string,
  uploaded: readonly AttachedMedia[] | null,
  save: () => Promise<T>,
): Promise<T> {
  const ids = uploaded?.map(({ mediaId }) => mediaId) ?? []
  const saved = await save().catch(async (error: unknown) => {
    await deps.media.releaseUnused(ids)
    throw error
  })
  if (ids.length > 0) await deps.media.keepInLibrary(workspaceId, ids)
  return saved
}

async function settingsOf(
  deps: SaveDeps,
  sight: Sight,
  deviceId: string,
  form: BulkCampaignForm,
  before: (Campaign & CampaignTexts) | null,
): Promise<CampaignSettings> {
  const group = await groupOf(deps, sight.workspaceId, form.contactGroupId, before)
  return {
    name: form.campaignName,
    enabled: form.statusEnabled,
    enableLink: form.enableLink,
    urlLink: form.urlLink,
    caption: form.caption,
    variants: mergeVariants(before?.variants ?? [], form.variants, before?.startedAt != null),
    language: form.language ?? before?.language ?? (form.optOutLine || 'en'),
    optOutLine: form.optOutLine ?? before?.optOutLine ?? '',
    furtherDevices: await furtherDevicesOf(deps, sight, deviceId, form, before),
    groupId: group.id,
    groupName: group.name,
    scheduledAt: form.scheduledAt?.getTime() ?? null,
    minIntervalSeconds: form.minIntervalSeconds,
    maxIntervalSeconds: form.maxIntervalSeconds,
    scheduleType: form.campaignScheduleType,
    timeZone: form.timeZone ?? before?.timeZone ?? FALLBACK_TIME_ZONE,
  }
}

/** A campaign whose group was deleted meanwhile keeps its people. */
async function groupOf(
  deps: SaveDeps,
  workspaceId: string,
  groupId: string,
  before: Campaign | null,
): Promise<{ id: string | null; name: string }> {
  const group = await deps.groups.find(workspaceId, groupId)
  if (group) await deps.groups.refresh(groupId)
  if (group) return group
  if (before && before.groupId === null) return { id: null, name: before.groupName }
  throw new DomainError('group_not_found')
}

/** The media after this save; null when the form does not change them. */
export async function chooseMedia(
  deps: Pick<SaveDeps, 'media'>,
  workspaceId: string,
  form: Pick<BulkCampaignForm, 'mediaAttachments' | 'keepMediaFile'>,
  file: UploadedFile | null,
  before: readonly AttachedMedia[],
): Promise<AttachedMedia[] | null> {
  const chosen = form.mediaAttachments
  if (file && chosen?.length) throw new DomainError('campaign_media_both')
  if (file)
    return [{ mediaId: (await deps.media.keepUpload(workspaceId, file))._id, uploaded: true }]
  if (chosen?.length) return fromLibrary(deps, workspaceId, chosen)
  if (form.keepMediaFile) return before.filter(({ uploaded }) => uploaded)
  return chosen ? [] : null
}

async function fromLibrary(
  deps: Pick<SaveDeps, 'media'>,
  workspaceId: string,
  ids: readonly string[],
): Promise<AttachedMedia[]> {
  const unique = [...new Set(ids)]
  const found = await deps.media.find(workspaceId, unique)
  if (found.length !== unique.length) throw new DomainError('media_not_found')
  return unique.map((mediaId) => ({ mediaId, uploaded: false }))
}
