import type { CampaignReport } from '@kirim/contract/campaign-ledger'
import type { NamesOf } from '../../../platform/authors.ts'
import { type Sight, seesNumber } from '../../../platform/caller.ts'
import { type Clock, isoOrNull } from '../../../platform/clock.ts'
import { openPeople } from '../campaign/campaign-state.ts'
import { createCampaignsRepository } from '../campaign/campaigns.repository.ts'
import { queuedAt } from '../campaign/choose-campaign.ts'
import { findCampaignAuthors } from '../campaign/present-authors.ts'
import { seenNames } from '../campaign/seen-names.ts'
import type { Campaign, CampaignTexts } from '../campaign/stored-campaign.ts'
import type { LedgerDeps } from '../campaigns.ports.ts'
import { type CourseDeps, restOfCampaign } from '../estimate/estimate-course.ts'
import { type LiveState, progressOf } from '../progress/campaign-progress.ts'
import {
  firstThatHolds,
  loadOtherDevices,
  numbersOf,
  type OtherDevices,
} from '../progress/sending-numbers.ts'
import type { LedgerPeopleRepository, Unreached } from './ledger-people.repository.ts'
import { presentReason } from './present-ledger.ts'
import { compareOutcomes, countVariants, outcomesOf, type VariantCount } from './report-variants.ts'

const PACE_SECONDS = 300

/** A shorter time is too short to measure the pace. */
const PACE_SECONDS_MIN = 15

export interface ReportDeps extends LedgerDeps, CourseDeps {
  readonly people: LedgerPeopleRepository
  readonly live: LiveState
  readonly clock: Clock
  readonly namesOf: NamesOf
  /** How often a campaign has changed since the start of the server. */
  changesOf(campaignId: string): number
}

/** The data of a campaign's page, without its people. */
export function createCampaignReports(deps: ReportDeps) {
  const { people, live, clock, changesOf } = deps
  const unreachedOf = createWalkCache<Unreached>(clock)
  const variantsOf = createWalkCache<VariantCount[]>(clock)

  return async (sight: Sight, campaign: Campaign & CampaignTexts): Promise<CampaignReport> => {
    const { id } = campaign
    const now = clock.now()
    const walked = versionOf(campaign, changesOf(id))
    const beside = await loadOtherDevices(deps, [campaign])
    const authorsOf = await findCampaignAuthors(deps.namesOf, [campaign])
    const day = live.dayOf(campaign.pace, now)
    const paceSeconds = paceSecondsOf(campaign, now)
    const sent = await people.sentSince(id, now - paceSeconds * 1000)
    const counted = await variantsOf(walked, () => countVariants(deps.db, id))
    const variants = outcomesOf(campaign, counted)
    const unreached = await unreachedOf(walked, () => people.unreached(campaign))
    const progress = progressOf(campaign, beside, live, now)
    const further = campaign.furtherDevices.filter((id) => seesNumber(sight, id))
    return {
      ...progress,
      sentence: (await seenNames(deps, sight)).in(progress.sentence),
      ...authorsOf(campaign),
      name: campaign.name,
      deviceName: campaign.deviceName,
      deviceNumber: campaign.deviceNumber,
      alsoFrom: await namesOf(deps, further),
      groupName: campaign.groupName,
      caption: campaign.caption,
      minIntervalSeconds: campaign.minIntervalSeconds,
      maxIntervalSeconds: campaign.maxIntervalSeconds,
      campaignScheduleType: campaign.scheduleType,
      timeZone: campaign.timeZone,
      startedAt: isoOrNull(campaign.startedAt),
      perMinute: (sent * 60) / paceSeconds,
      paceSeconds,
      notAnswered: notAnswered(campaign, unreached),
      partly: unreached.partly,
      failuresInARow: campaign.failuresInARow,
      today: { used: day.used, cap: day.cap },
      ...heldUntil(campaign, beside, live, now),
      endsAt: (await restOfCampaign(deps, campaign, now))?.endsAt ?? null,
      behind: await behind(deps, sight, campaign),
      reasons: unreached.reasons.map((reason) => presentReason(reason, campaign)),
      variants,
      comparison: compareOutcomes(variants),
    }
  }
}

/** How many of the last seconds it has been sending. */
function paceSecondsOf({ startedAt, scheduledAt }: Campaign, now: number): number {
  if (startedAt === null) return PACE_SECONDS
  const since = scheduledAt !== null && scheduledAt <= now ? scheduledAt : startedAt
  const seconds = Math.ceil((now - Math.max(startedAt, since)) / 1000)
  return Math.min(PACE_SECONDS, Math.max(PACE_SECONDS_MIN, seconds))
}

/** The number of people in the ledger's list of those reached without an answer. */
function notAnswered({ counts, answered }: Campaign, unreached: Unreached): number {
  const reached = counts.sent + counts.delivered + counts.read
  return Math.max(0, reached - (answered - unreached.answered))
}

function versionOf(campaign: Campaign, changes: number): WalkVersion {
  const { id, enabled, counts, answered, updatedAt, cancelledAt, preparing } = campaign
  return {
    campaignId: id,
    // Wordings are assigned while it prepares, which changes no count.
    edits: JSON.stringify([updatedAt, cancelledAt, preparing]),
    // A delivered part of a failed message changes no count.
    moves: JSON.stringify([counts, answered, campaign.failuresInARow, changes]),
    isSending: enabled && cancelledAt === null && openPeople(campaign) > 0,
  }
}

/** The end of the limit that its held people wait for. */
function heldUntil(
  campaign: Campaign,
  beside: OtherDevices,
  live: LiveState,
  now: number,
): Pick<CampaignReport, 'heldUntil' | 'heldUntilIsGuess'> {
  const number = firstThatHolds(numbersOf(campaign, beside, live, now))
  if (!number) return { heldUntil: null, heldUntilIsGuess: false }
  return { heldUntil: isoOrNull(number.limitedUntil), heldUntilIsGuess: !number.isLimitNamed }
}

async function namesOf({ devices }: ReportDeps, ids: readonly string[]): Promise<string[]> {
  return Promise.all(ids.map(async (id) => (await devices.nameOf(id)) ?? ''))
}

async function behind(
  deps: ReportDeps,
  sight: Sight,
  campaign: Campaign,
): Promise<CampaignReport['behind']> {
  if (!campaign.enabled || openPeople(campaign) === 0) return null
  const campaigns = createCampaignsRepository(deps.db, deps.devices)
  const open = await campaigns.listOpen(campaign.deviceId)
  const [next] = open
    .filter((other) => other.id !== campaign.id && queuedAt(other) > queuedAt(campaign))
    .sort((one, other) => queuedAt(one) - queuedAt(other))
  if (next && next.runsOn !== 'own' && sight.deviceIds !== null) {
    // It belongs to another number.
    const stored = await campaigns.findById(next.id)
    if (!stored || !seesNumber(sight, stored.deviceId)) return null
  }
  return next
    ? {
        id: next.id,
        name: next.name,
        people: openPeople(next),
        scheduledAt: isoOrNull(next.scheduledAt),
      }
    : null
}

/** A walk is repeated after this many times as long as it took. */
const REST = 50

const CACHED_MAX = 200

export interface WalkVersion {
  readonly campaignId: string
  /** Changes with every edit, and when an edit has been applied to all people. */
  readonly edits: string
  /** Changes whenever a recipient moves. */
  readonly moves: string
  /** It is being sent, so another move follows, after which screens reload. */
  readonly isSending: boolean
}

interface CachedWalk<T> extends Pick<WalkVersion, 'edits' | 'moves'> {
  until: number
  readonly answer: Promise<T>
}

/**
 * Caches the result of a walk through a campaign's ledger until a recipient moves. While a campaign
 * is being sent, walks take at most a fiftieth of the time, and a result may be that old; it is
 * never older than the owner's last edit.
 */
export function createWalkCache<T>(clock: Clock) {
  const cache = new Map<string, CachedWalk<T>>()
  return (walked: WalkVersion, walk: () => Promise<T>): Promise<T> => {
    const { campaignId, edits, moves, isSending } = walked
    const before = cache.get(campaignId)
    const known = before?.edits === edits ? before : undefined
    const isRecent = known && isSending && clock.now() < known.until
    if (known && (known.moves === moves || isRecent)) return known.answer
    const began = clock.now()
    const entry = { edits, moves, until: Number.POSITIVE_INFINITY, answer: walk() }
    cache.delete(campaignId)
    cache.set(campaignId, entry)
    const [oldest] = cache.keys()
    if (cache.size > CACHED_MAX && oldest !== undefined) cache.delete(oldest)
    entry.answer.then(
      () => {
        entry.until = clock.now() + (clock.now() - began) * REST
      },
      () => cache.delete(campaignId),
    )
    return entry.answer
  }
}
