import type { CampaignEstimate } from '@kirim/contract/campaign-sending'
import { isoOrNull } from '../../../platform/clock.ts'
import { openPeople } from '../campaign/campaign-state.ts'
import { createCampaignsRepository } from '../campaign/campaigns.repository.ts'
import { queuedAt, type Sendable } from '../campaign/choose-campaign.ts'
import type { Campaign } from '../campaign/stored-campaign.ts'
import type { LedgerDeps } from '../campaigns.ports.ts'
import { type AssignedPeople, countAssignedIn } from '../recipients/assigned-people.repository.ts'
import { type Load, type Sender, simulateQueue, type WorkSpan } from './simulate-queue.ts'

export interface CourseDeps extends Pick<LedgerDeps, 'db' | 'devices'> {
  /** Whether a device is connected, or will be in a moment. */
  isExpected(deviceId: string): boolean
  /** The end of a device's rate limit; null without one. */
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

/** The start with the times at which the campaign is sent. */
interface Course extends Start {
  readonly spans: readonly WorkSpan[]
}

/** The people queued before a campaign, and when it would therefore start and end. */
export async function estimateStart(...input: Parameters<typeof estimateCourse>): Promise<Start> {
  const { spans: _spans, ...start } = await estimateCourse(...input)
  return start
}

/** How the rest of a campaign leaves; null when it is off. */
export async function restOfCampaign(
  deps: CourseDeps,
  campaign: Campaign,
  now: number,
): Promise<Course | null> {
  const { enabled, deviceRemoved, deviceId, counts } = campaign
  if (!enabled || deviceRemoved) return null
  const people = counts.queued + counts.held + counts.sending
  const assigned = await countAssignedIn(deps.db, campaign)
  return estimateCourse(deps, deviceId, campaign, people, now, assigned)
}

/**
 * Simulates how a campaign to this many people is sent; `assigned` are the people its devices hold
 * or are writing to. Offline devices are left out, as it is unknown when they are back.
 */
export async function estimateCourse(
  deps: CourseDeps,
  deviceId: string,
  campaign: Placed,
  people: number,
  now: number,
  assigned: ReadonlyMap<string, AssignedPeople> = new Map(),
): Promise<Course> {
  const active = [deviceId, ...campaign.furtherDevices]
  const all = [...new Set([...active, ...assigned.keys()])]
  // Somebody who may have the message is written to by no other device.
  const away = [...assigned].filter(([id]) => !deps.isExpected(id))
  const unsettled = away.reduce((sum, [, of]) => sum + of.heldUnsettled + of.sending, 0)
  const isWaited = unsettled > 0
  const senders: Sender[] = []
  const ahead: number[] = []
  for (const id of all.filter(deps.isExpected)) {
    const before = await campaignsBefore(deps, id, campaign)
    const { held = 0, heldForAny = 0, sending = 0 } = assigned.get(id) ?? {}
    const isLeaving = !active.includes(id)
    senders.push({
      from: await readyAt(deps, id, now),
      days: [await deps.devices.daysOf(id), await deps.devices.newChatsOf(id)],
      ahead: before.map((open) => shareOf(deps, id, open)),
      bound: held - heldForAny + (isLeaving ? sending : 0),
      isLeaving,
    })
    ahead.push(before.reduce((sum, open) => sum + waitingIn(open), 0))
  }
  if (senders.length === 0) {
    const before = await campaignsBefore(deps, deviceId, campaign)
    const waiting = before.reduce((sum, open) => sum + waitingIn(open), 0)
    return { ahead: waiting, startsAt: null, endsAt: null, isOffline: true, isWaited, spans: [] }
  }
  const bound = senders.reduce((sum, sender) => sum + sender.bound, 0)
  const own = loadOf(campaign, Math.max(0, people - bound - unsettled))
  const { startsAt, endsAt, spans } = await simulateQueue(now, senders, own)
  return {
    ahead: Math.min(...ahead),
    startsAt: isoOrNull(startsAt),
    endsAt: isoOrNull(isWaited ? null : endsAt),
    isOffline: false,
    isWaited,
    spans,
  }
}

/** The campaigns that a device sends before this one, in their order. */
async function campaignsBefore(
  { db, devices }: CourseDeps,
  deviceId: string,
  campaign: Placed,
): Promise<Campaign[]> {
  const open = await createCampaignsRepository(db, devices).listOpen(deviceId)
  return open
    .filter(({ id }) => id !== campaign.id)
    .filter((other) => queuedAt(other) <= queuedAt(campaign))
    .sort((one, other) => queuedAt(one) - queuedAt(other))
}

/** A device that takes nobody new finishes only the people it has started. */
function waitingIn(open: Campaign): number {
  return open.runsOn === 'leaving' ? open.counts.sending : openPeople(open)
}

/** The part of another campaign that a device sends: its devices share the people evenly. */
function shareOf({ isExpected }: CourseDeps, deviceId: string, open: Campaign): Load {
  if (open.runsOn === 'leaving') return loadOf(open, waitingIn(open))
  const others = open.furtherDevices.filter((id) => id !== deviceId && isExpected(id)).length
  const devices = 1 + others + (open.runsOn === 'further' ? 1 : 0)
  return loadOf(open, waitingIn(open) / devices)
}

async function readyAt({ devices, restsUntil }: CourseDeps, id: string, now: number) {
  return Math.max(now, (await devices.limitedUntil(id)) ?? now, restsUntil(id) ?? now)
}

function loadOf(pace: Pace, people: number): Load {
  return {
    people,
    gapSeconds: (pace.minIntervalSeconds + pace.maxIntervalSeconds) / 2,
    scheduleType: pace.scheduleType,
    timeZone: pace.timeZone,
    from: pace.scheduledAt ?? 0,
  }
}
