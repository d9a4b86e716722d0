import type { CampaignEstimate } from '@kirim/contract/campaign-sending'
import type { LedgerDeps } from '../campaigns.ports.ts'
import { createCampaignsRepository } from '../campaigns.repository.ts'
import { isoOrNull } from '../iso-time.ts'
import type { LiveState } from '../list/campaign-progress.ts'
import { queuedAt, type Sendable } from '../send/choose-campaign.ts'
import { openPeople } from '../state/campaign-state.ts'
import type { Campaign } from '../stored-campaign.ts'
import { type Load, simulateQueue, type WorkSpan } from './simulate-queue.ts'

export interface CourseDeps extends Pick<LedgerDeps, 'db' | 'devices'> {
  readonly connectionOf: LiveState['connectionOf']
}

/** The settings that determine when a campaign sends. */
type Pace = Pick<
  Campaign,
  'minIntervalSeconds' | 'maxIntervalSeconds' | 'scheduleType' | 'timeZone' | 'scheduledAt'
>

/** A campaign in the queues of the devices that send it. */
export type Placed = Sendable & Pace & { readonly furtherDevices: readonly string[] }

type Start = Pick<CampaignEstimate, 'ahead' | 'startsAt' | 'endsAt' | 'isOffline'>

/** The start with the times at which the first of its devices sends. */
interface Course extends Start {
  readonly spans: readonly WorkSpan[]
  /** When any of them sends this campaign. */
  readonly own: readonly WorkSpan[]
  /** What that device may write to today; null without a cap. */
  readonly cap: number | null
}

/** A device of a campaign that is not away. */
interface Sender {
  readonly id: string
  /** Until then it writes to nobody new; a moment that has passed without a limit. */
  readonly limitedUntil: number
}

/**
 * The people queued before this campaign, and when it would therefore start and end: in the form,
 * on the campaign's page and in the list of those under way.
 */
export async function estimateStart(...asked: Parameters<typeof estimateCourse>): Promise<Start> {
  const { ahead, startsAt, endsAt, isOffline } = await estimateCourse(...asked)
  return { ahead, startsAt, endsAt, isOffline }
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
  const left = counts.queued + counts.held + counts.sending
  return estimateCourse(deps, deviceId, campaign, left, now)
}

/**
 * The same, played through. Devices that are away are left out, as nobody knows when they are back;
 * one that may write to nobody new counts where that brings the end nearer. The others share the
 * people evenly, each behind what it has to send before.
 */
export async function estimateCourse(
  deps: CourseDeps,
  deviceId: string,
  campaign: Placed,
  people: number,
  now: number,
): Promise<Course> {
  const connected = [deviceId, ...campaign.furtherDevices].filter((id) => isHere(deps, id))
  if (connected.length === 0) {
    const { ahead, cap } = await courseOn(deps, deviceId, campaign, { people: 0, from: now }, now)
    return { ahead, cap, startsAt: null, endsAt: null, isOffline: true, spans: [], own: [] }
  }
  const senders = await Promise.all(connected.map((id) => senderOf(deps, id, now)))
  const tried = []
  for (const among of groupsOf(senders))
    tried.push(await courseAmong(deps, campaign, among, people, now))
  const endOf = ({ endsAt }: Course) =>
    endsAt === null ? Number.POSITIVE_INFINITY : Date.parse(endsAt)
  return tried.reduce((best, course) => (endOf(course) < endOf(best) ? course : best))
}

async function senderOf({ devices }: CourseDeps, id: string, now: number): Promise<Sender> {
  return { id, limitedUntil: Math.max(now, (await devices.limitedUntil(id)) ?? now) }
}

/** Those that may write to anybody first, then with those whose limit ends next, and so on. */
function groupsOf(senders: readonly Sender[]): Sender[][] {
  const limits = new Set(senders.map(({ limitedUntil }) => limitedUntil))
  return [...limits]
    .sort((one, other) => one - other)
    .map((until) => senders.filter(({ limitedUntil }) => limitedUntil <= until))
}

async function courseAmong(
  deps: CourseDeps,
  campaign: Placed,
  senders: readonly Sender[],
  people: number,
  now: number,
): Promise<Course> {
  const own = Math.ceil(people / senders.length)
  const courses = []
  for (const { id, limitedUntil } of senders) {
    courses.push(await courseOn(deps, id, campaign, { people: own, from: limitedUntil }, now))
  }
  const starts = courses.flatMap(({ startsAt }) => startsAt ?? [])
  const ends = courses.flatMap(({ endsAt }) => endsAt ?? [])
  return {
    ahead: Math.min(...courses.map(({ ahead }) => ahead)),
    startsAt: isoOrNull(starts.length > 0 ? Math.min(...starts) : null),
    // Whichever is last; with one that never ends, nobody knows.
    endsAt: isoOrNull(ends.length === courses.length ? Math.max(...ends) : null),
    isOffline: false,
    spans: courses[0]?.spans ?? [],
    own: courses.flatMap(({ spans }) => spans.filter(({ isOwn }) => isOwn)),
    cap: courses[0]?.cap ?? null,
  }
}

/** On one device, which begins with nobody before `from`: everybody may be new to it. */
async function courseOn(
  deps: CourseDeps,
  id: string,
  campaign: Placed,
  { people, from }: { readonly people: number; readonly from: number },
  now: number,
) {
  const open = await createCampaignsRepository(deps.db, deps.devices).listOpen(id)
  const ahead = open
    .filter((other) => other.id !== campaign.id && queuedAt(other) <= queuedAt(campaign))
    .map((other) => loadOf(other, shareOf(deps, other), from))
  const dayAt = await deps.devices.daysOf(id)
  return {
    cap: dayAt?.(now).cap ?? null,
    ahead: ahead.reduce((sum, load) => sum + load.people, 0),
    ...(await simulateQueue(now, ahead, loadOf(campaign, people, from), dayAt)),
  }
}

/** What one of its devices has of a campaign's open people; those that are away have nobody. */
function shareOf(deps: CourseDeps, campaign: Campaign): number {
  const { deviceId, furtherDevices, runsOn, counts } = campaign
  if (runsOn === 'leaving') return counts.sending
  const known = new Set([deviceId, ...furtherDevices])
  const here = [...known].filter((id) => isHere(deps, id)).length
  // A device beside it does not know the campaign's own.
  return Math.ceil(openPeople(campaign) / Math.max(1, here + (runsOn === 'own' ? 0 : 1)))
}

function isHere({ connectionOf }: CourseDeps, deviceId: string): boolean {
  return connectionOf(deviceId) !== 'disconnected'
}

function loadOf(pace: Pace, people: number, from: number): Load {
  return {
    people,
    gapSeconds: (pace.minIntervalSeconds + pace.maxIntervalSeconds) / 2,
    scheduleType: pace.scheduleType,
    timeZone: pace.timeZone,
    from: Math.max(pace.scheduledAt ?? 0, from),
  }
}
