import type { CampaignEstimate, EstimateForm } from '@kirim/contract/campaign-sending'
import type { Clock } from '../../../platform/clock.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { LedgerDeps } from '../campaigns.ports.ts'
import { createCampaignsRepository } from '../campaigns.repository.ts'
import { countSettledOrSending } from '../finished/finished.ts'
import { createRestRepository } from '../finished/rest.repository.ts'
import type { Campaign } from '../stored-campaign.ts'
import { type CourseDeps, estimateStart, type Placed } from './estimate-course.ts'
import { furtherDevicesOf } from './further-devices.ts'
import { FALLBACK_TIME_ZONE } from './save-campaign.ts'

export interface EstimateDeps extends LedgerDeps, CourseDeps {
  readonly clock: Clock
}

/**
 * The effect of saving this form. Throws `device_not_found`, `group_not_found` and, for an existing
 * campaign, `campaign_not_found`.
 */
export async function estimateCampaign(
  deps: EstimateDeps,
  userId: string,
  deviceId: string,
  form: EstimateForm,
): Promise<CampaignEstimate> {
  const now = deps.clock.now()
  const edited = await editedOf(deps, userId, deviceId, form.campaignId)
  const whom = await peopleOf(deps, userId, form.contactGroupId, edited)
  const further = await furtherDevicesOf(deps, { userId, deviceId }, form, edited)
  const place = placeOf(form, edited, further, now)
  return { ...whom, ...(await estimateStart(deps, deviceId, place, whom.people, now)) }
}

/**
 * The campaign that a form changes; null for a new one. Throws `device_not_found` and
 * `campaign_not_found`.
 */
export async function editedOf(
  deps: Pick<LedgerDeps, 'db' | 'devices'>,
  userId: string,
  deviceId: string,
  campaignId: string | undefined,
): Promise<Campaign | null> {
  const campaigns = createCampaignsRepository(deps.db, deps.devices)
  const edited = campaignId ? await campaigns.find(userId, deviceId, campaignId) : null
  if (campaignId && !edited) throw new DomainError('campaign_not_found')
  if (!edited && !(await deps.devices.isListed(userId, deviceId))) {
    throw new DomainError('device_not_found')
  }
  return edited
}

/** The pace of a form, and its place in the queue of its device. */
export function placeOf(
  form: EstimateForm,
  edited: Campaign | null,
  furtherDevices: readonly string[],
  now: number,
): Placed {
  return {
    id: edited?.id ?? '',
    createdAt: edited?.createdAt ?? now,
    minIntervalSeconds: form.minIntervalSeconds,
    maxIntervalSeconds: form.maxIntervalSeconds,
    scheduleType: form.campaignScheduleType,
    timeZone: form.timeZone ?? edited?.timeZone ?? FALLBACK_TIME_ZONE,
    scheduledAt: form.scheduledAt?.getTime() ?? null,
    furtherDevices,
  }
}

/**
 * The same people that saving would freeze: the group's when it has changed or nobody was written
 * to, otherwise the open ones.
 */
async function peopleOf(
  deps: LedgerDeps,
  userId: string,
  groupId: string,
  edited: Campaign | null,
): Promise<Pick<CampaignEstimate, 'people' | 'alreadyWritten'>> {
  const group = await deps.groups.find(userId, groupId)
  if (!group && !(edited && edited.groupId === null)) throw new DomainError('group_not_found')
  const written = edited ? countSettledOrSending(edited) : 0
  if (edited && keepsPeople(edited, group))
    return { people: edited.counts.queued + edited.counts.held, alreadyWritten: written }
  const rest = createRestRepository(deps.db, deps)
  const members = await deps.groups.sizeOf(groupId)
  if (!edited || written === 0) return { people: members, alreadyWritten: 0 }
  const alreadyWritten = await rest.countInLedger({ campaignId: edited.id, groupId }, [
    'sending',
    'sent',
    'delivered',
    'read',
    'failed',
    'skipped',
  ])
  return { people: members - alreadyWritten, alreadyWritten }
}

/** Whether saving leaves a campaign those whom it has not written to, instead of the group's. */
export function keepsPeople(edited: Campaign, group: { readonly id: string } | null): boolean {
  if (!group) return true
  return group.id === edited.groupId && countSettledOrSending(edited) > 0
}
