import type { CampaignEstimate } from '@kirim/contract/campaign-sending'
import { isoOrNull } from '../../../platform/clock.ts'
import { openPeople } from '../campaign/campaign-state.ts'
import { createCampaignsRepository } from '../campaign/campaigns.repository.ts'
import { queuedAt, type Sendable } from '../campaign/choose-campaign.ts'
import { type Campaign, campaignsInParts } from '../campaign/stored-campaign.ts'
import { type Bound, type BoundDeps, boundOf } from '../recipients/begun-people.repository.ts'
import { type Sender, simulateQueue, type WorkSpan } from './simulate-queue.ts'
import type { Load } from './work-lane.ts'

export interface CourseDeps extends BoundDeps {
  /** Until when a device sends nothing because it asked too much of the network; null otherwise. */
  restsUntil(deviceId: string): number | null
}

/** The settings that determine when a campaign sends. */
type Pace = Pick<
  Campaign,
  'minIntervalSeconds' | 'maxIntervalSeconds' | 'scheduleType' | 'timeZone' | 'scheduledAt'
>

/** A campaign in the queues of the devices that send it. */
export type Placed = Sendable & Pace & { readonly furtherDevices: readonly string[] }

type Start = Pick<CampaignEstimate, 'ahead' | 'startsAt' | 'endsAt' | 'isOffline' | 'isWaited'>

/** The start with the times at which the first of its devices sends. */
interface Course extends Start {
  readonly spans: readonly WorkSpan[]
  /** When any of them sends this campaign. */
  readonly own: readonly WorkSpan[]
  /** What that device may write to today; null without a cap. */
  readonly cap: number | null
}

/**
 * The people queued before this campaign, and when it would therefore start and end: in the form,
 * on the campaign's page and in the list of those under way.
 */
export async function estimateStart(...asked: Parameters<typeof estimateCourse>): Promise<Start> {
  const { ahead, startsAt, endsAt, isOffline, isWaited } = await estimateCourse(...asked)
  return { ahead, startsAt, endsAt, isOffline, isWaited }
}

/** When a campaign that is on would end; null when nobody knows, and with nobody left. */
export async function endOfCampaign(
  ...asked: Parameters<typeof restOfCampaign>
): Promise<string | null> {
  return (await restOfCampaign(...asked))?.endsAt ?? null
}

/** How the rest of a campaign leaves; null when it is off. */
export async function restOfCampaign(
  deps: CourseDeps,
  campaign: Campaign,
  now: number,
): Promise<Course | null> {
  const { enabled, deviceRemoved, deviceId, counts } = campaign
  if (!enabled || deviceRemoved) return null
  const bound = await boundOf(deps, campaign, now)
  const left = counts.queued + counts.held + counts.sending
  return estimateCourse(deps, deviceId, campaign, left, now, bound)
}

/**
 * The same, played through, of people some of whom are `bound` to one device. Devices that are away
 * are left out, as nobody knows when they are back; nor when it ends, then, for those who are bound
 * to one of them.
 */
export async function estimateCourse(
  deps: CourseDeps,
  deviceId: string,
  campaign: Placed,
  people: number,
  now: number,
  bound: readonly Bound[] = [],
): Promise<Course> {
  const own = [...new Set([deviceId, ...campaign.furtherDevices])]
  const here = own.filter((id) => deps.isExpected(id))
  const isWaited = bound.some((one) => !deps.isExpected(one.deviceId))
  const boundHere = bound.filter((one) => deps.isExpected(one.deviceId))
  const all = [...new Set([...here, ...boundHere.map((one) => one.deviceId)])]
  const [first] = all
  const asked = first === undefined ? [deviceId] : all
  const { queues, ahead } = await aheadOf(deps, asked, campaign)
  const dayAt = await deps.devices.daysOf(first ?? deviceId)
  const start = {
    ahead: Math.min(...asked.map((id) => waitingOn(id, ahead))),
    cap: dayAt(now).cap,
    isWaited,
  }
  if (first === undefined) {
    return { ...start, startsAt: null, endsAt: null, isOffline: true, spans: [], own: [] }
  }
  const senders = await Promise.all(queues.map((id) => senderOf(deps, id, now)))
  const free = Math.max(0, people - bound.reduce((sum, one) => sum + one.people, 0))
  const mine = { ...loadOf(campaign, free), senders: here }
  const alone = boundHere.map((one) => ({
    ...loadOf(campaign, one.people),
    senders: [one.deviceId],
  }))
  const play = await simulateQueue(now, senders, ahead, mine, alone)
  const spansOf = (id: string) => play.spans.get(id) ?? []
  return {
    ...start,
    startsAt: isoOrNull(play.startsAt),
    endsAt: isoOrNull(isWaited ? null : play.endsAt),
    isOffline: false,
    spans: spansOf(first),
    own: all.flatMap(spansOf).filter(({ isOwn }) => isOwn),
  }
}

/**
 * What these devices write to before a campaign, with the other devices that help them with it, and
 * what those have before it.
 */
async function aheadOf(
  deps: CourseDeps,
  deviceIds: readonly string[],
  campaign: Placed,
): Promise<{ readonly queues: readonly string[]; readonly ahead: readonly Load[] }> {
  const campaigns = createCampaignsRepository(deps.db, deps.devices)
  const queues = new Set(deviceIds)
  const found = new Map<string, { readonly load: Load; readonly at: number }>()
  for (const id of queues) {
    const all = await campaigns.listOpen(id)
    const beside = all.flatMap((open) => (open.runsOn === 'further' ? open.id : []))
    const parts = await campaignsInParts(beside, campaigns.some)
    const whole = new Map(parts.flat().map((one) => [one.id, one]))
    for (const open of all) {
      const key = open.runsOn === 'leaving' ? `${open.id} ${id}` : open.id
      if (open.id === campaign.id || queuedAt(open) > queuedAt(campaign) || found.has(key)) continue
      const load = loadOn(deps, id, open, whole.get(open.id) ?? open)
      found.set(key, { load, at: queuedAt(open) })
      for (const helper of load.senders) queues.add(helper)
    }
  }
  const inOrder = [...found.values()].sort((one, other) => one.at - other.at)
  return { queues: [...queues], ahead: inOrder.map(({ load }) => load) }
}

/**
 * A device that takes nobody new finishes only whom it has begun. `whole` is the campaign as its
 * own device has it, which one beside it does not know.
 */
function loadOn(deps: CourseDeps, deviceId: string, open: Campaign, whole: Campaign): Load {
  if (open.runsOn === 'leaving') {
    return { ...loadOf(open, open.counts.sending), senders: [deviceId] }
  }
  const senders = new Set([deviceId, whole.deviceId, ...whole.furtherDevices])
  return {
    ...loadOf(open, openPeople(open)),
    senders: [...senders].filter((id) => id === deviceId || deps.isExpected(id)),
  }
}

function waitingOn(deviceId: string, ahead: readonly Load[]): number {
  const own = ahead.filter(({ senders }) => senders.includes(deviceId))
  return own.reduce((sum, { people }) => sum + people, 0)
}

/** It may be that everybody is new to it. */
async function senderOf(deps: CourseDeps, id: string, now: number): Promise<Sender> {
  const { devices, restsUntil } = deps
  const limitedUntil = (await devices.limitedUntil(id)) ?? now
  return {
    id,
    from: Math.max(now, limitedUntil, restsUntil(id) ?? now),
    days: [await devices.daysOf(id), await devices.newChatsOf(id)],
  }
}

function loadOf(pace: Pace, people: number): Omit<Load, 'senders'> {
  return {
    people,
    gapSeconds: (pace.minIntervalSeconds + pace.maxIntervalSeconds) / 2,
    scheduleType: pace.scheduleType,
    timeZone: pace.timeZone,
    from: pace.scheduledAt ?? 0,
  }
}
