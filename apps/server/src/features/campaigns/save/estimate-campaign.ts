import type { CampaignEstimate, EstimateForm } from '@kirim/contract/campaign-sending'
import type { Clock } from '../../../platform/clock.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { LedgerDeps } from '../campaigns.ports.ts'
import { createCampaignsRepository } from '../campaigns.repository.ts'
import { countSettledOrSending } from '../finished/finished.ts'
import { createRestRepository } from '../finished/rest.repository.ts'
import { isoOrNull } from '../iso-time.ts'
import { queuedAt, type Sendable } from '../send/choose-campaign.ts'
import { openPeople } from '../state/campaign-state.ts'
import type { Campaign } from '../stored-campaign.ts'
import { furtherDevicesOf } from './further-devices.ts'
import { FALLBACK_TIME_ZONE } from './save-campaign.ts'
import { type Load, simulateQueue, type WorkSpan } from './simulate-queue.ts'

export interface EstimateDeps extends LedgerDeps {
  readonly clock: Clock
}

/** The settings that determine when a campaign sends. */
type Pace = Pick<
  Campaign,
  'minIntervalSeconds' | 'maxIntervalSeconds' | 'scheduleType' | 'timeZone' | 'scheduledAt'
>

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

/** A campaign in the queues of the devices that send it. */
type Placed = Sendable & Pace & { readonly furtherDevices: readonly string[] }

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

type Start = Pick<CampaignEstimate, 'ahead' | 'startsAt' | 'endsAt'>

/**
 * The people queued on a device before this campaign, and when it would therefore start and end.
 * Several devices share its people evenly, each behind what it has to send before.
 */
export async function estimateStart(...asked: Parameters<typeof estimateCourse>): Promise<Start> {
  const { ahead, startsAt, endsAt } = await estimateCourse(...asked)
  return { ahead, startsAt, endsAt }
}

/**
 * The same with the times at which the campaign's own device sends, and its cap of today; null
 * without one.
 */
export async function estimateCourse(
  { db, devices }: Pick<LedgerDeps, 'db' | 'devices'>,
  deviceId: string,
  campaign: Placed,
  people: number,
  now: number,
): Promise<Start & { spans: readonly WorkSpan[]; cap: number | null }> {
  const sending = [deviceId, ...campaign.furtherDevices]
  const own = Math.ceil(people / sending.length)
  const courses = []
  for (const id of sending) {
    const open = await createCampaignsRepository(db, devices).listOpen(id)
    const ahead = open
      .filter((other) => other.id !== campaign.id && queuedAt(other) <= queuedAt(campaign))
      .map((other) => loadOf(other, shareOf(other)))
    const dayAt = await devices.daysOf(id)
    const limitedUntil = await devices.limitedUntil(id)
    courses.push({
      cap: dayAt?.(now).cap ?? null,
      ahead: ahead.reduce((sum, load) => sum + load.people, 0),
      ...(await simulateQueue(now, ahead, loadOf(campaign, own, limitedUntil), dayAt)),
    })
  }
  const starts = courses.flatMap(({ startsAt }) => startsAt ?? [])
  const ends = courses.flatMap(({ endsAt }) => endsAt ?? [])
  return {
    ahead: Math.min(...courses.map(({ ahead }) => ahead)),
    startsAt: isoOrNull(starts.length > 0 ? Math.min(...starts) : null),
    // Whichever is last; with one that never ends, nobody knows.
    endsAt: isoOrNull(ends.length === courses.length ? Math.max(...ends) : null),
    spans: courses[0]?.spans ?? [],
    cap: courses[0]?.cap ?? null,
  }
}

/** What one of its devices has of a campaign's open people. */
function shareOf(campaign: Campaign): number {
  return Math.ceil(openPeople(campaign) / (1 + campaign.furtherDevices.length))
}

/** Who is new to a limited device comes after its limit, and is the last. */
function loadOf(pace: Pace, people: number, limitedUntil: number | null = null): Load {
  return {
    people,
    gapSeconds: (pace.minIntervalSeconds + pace.maxIntervalSeconds) / 2,
    scheduleType: pace.scheduleType,
    timeZone: pace.timeZone,
    from: Math.max(pace.scheduledAt ?? 0, limitedUntil ?? 0),
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
