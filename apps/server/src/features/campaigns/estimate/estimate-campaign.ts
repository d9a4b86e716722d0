import type { CampaignEstimate, EstimateForm } from '@kirim/contract/campaign-sending'
import type { Sight } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import { DomainError } from '../../../platform/errors.ts'
import { createUnreachedPeopleRepository } from '../audience/unreached-people.repository.ts'
import { furtherDevicesOf } from '../campaign/campaign-devices.repository.ts'
import { countSettledOrSending } from '../campaign/campaign-state.ts'
import { createCampaignsRepository } from '../campaign/campaigns.repository.ts'
import { type Campaign, FALLBACK_TIME_ZONE } from '../campaign/stored-campaign.ts'
import type { LedgerDeps } from '../campaigns.ports.ts'
import { type AssignedByDevice, countAssignedIn } from '../recipients/assigned-people.repository.ts'
import { type CourseDeps, estimateStart, type Placed } from './estimate-course.ts'

export interface EstimateDeps extends LedgerDeps, CourseDeps {
  readonly clock: Clock
}

/**
 * The effect of saving this form. Throws `device_not_found`, `group_not_found` and, for an existing
 * campaign, `campaign_not_found`.
 */
export async function estimateCampaign(
  deps: EstimateDeps,
  sight: Sight,
  deviceId: string,
  form: EstimateForm,
): Promise<CampaignEstimate> {
  const { workspaceId } = sight
  const now = deps.clock.now()
  const edited = await editedOf(deps, workspaceId, deviceId, form.campaignId)
  const group = await deps.groups.find(workspaceId, form.contactGroupId)
  if (!group && !(edited && edited.groupId === null)) throw new DomainError('group_not_found')
  const ledger = edited && keepsPeople(edited, group) ? edited : null
  const further = await furtherDevicesOf(deps, sight, deviceId, form, edited)
  const place = placeOf(form, edited, further, now)
  const people = ledger ? stillOpen(ledger) : await membersOf(deps, form.contactGroupId, edited)
  const assigned = ledger ? await assignedWith(deps, ledger, further) : undefined
  return {
    ...people,
    ...(await estimateStart(deps, deviceId, place, people.people, now, assigned)),
  }
}

/** The people assigned to each device, once these devices send the campaign as well. */
export function assignedWith(
  { db }: Pick<LedgerDeps, 'db'>,
  campaign: Campaign,
  furtherDevices: readonly string[],
): Promise<AssignedByDevice> {
  const all = new Set([...campaign.furtherDevices, ...furtherDevices])
  return countAssignedIn(db, { ...campaign, furtherDevices: [...all] })
}

/**
 * The campaign that a form changes; null for a new one. Throws `device_not_found` and
 * `campaign_not_found`.
 */
export async function editedOf(
  deps: Pick<LedgerDeps, 'db' | 'devices'>,
  workspaceId: string,
  deviceId: string,
  campaignId: string | undefined,
): Promise<Campaign | null> {
  const campaigns = createCampaignsRepository(deps.db, deps.devices)
  const edited = campaignId ? await campaigns.find(workspaceId, deviceId, campaignId) : null
  if (campaignId && !edited) throw new DomainError('campaign_not_found')
  if (!edited && !(await deps.devices.isListed(workspaceId, deviceId))) {
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

type PeopleCounts = Pick<CampaignEstimate, 'people' | 'alreadyWritten'>

/** The people whom saving keeps. */
function stillOpen(edited: Campaign): PeopleCounts {
  const { queued, held } = edited.counts
  return { people: queued + held, alreadyWritten: countSettledOrSending(edited) }
}

/** The people whom saving would freeze. */
async function membersOf(
  deps: LedgerDeps,
  groupId: string,
  edited: Campaign | null,
): Promise<PeopleCounts> {
  const rest = createUnreachedPeopleRepository(deps.db, deps)
  const members = await deps.groups.sizeOf(groupId)
  if (!edited || countSettledOrSending(edited) === 0) return { people: members, alreadyWritten: 0 }
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

/** Whether saving keeps the open people of a campaign instead of freezing the group's. */
export function keepsPeople(edited: Campaign, group: { readonly id: string } | null): boolean {
  if (!group) return true
  return group.id === edited.groupId && countSettledOrSending(edited) > 0
}
