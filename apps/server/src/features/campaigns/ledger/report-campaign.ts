import type { CampaignReport } from '@kirim/contract/campaign-ledger'
import { type Clock, isoOrNull } from '../../../platform/clock.ts'
import { openPeople } from '../campaign/campaign-state.ts'
import { createCampaignsRepository } from '../campaign/campaigns.repository.ts'
import { queuedAt } from '../campaign/choose-campaign.ts'
import type { Campaign, CampaignTexts } from '../campaign/stored-campaign.ts'
import type { LedgerDeps } from '../campaigns.ports.ts'
import { type CourseDeps, restOfCampaign } from '../estimate/estimate-course.ts'
import { type LiveState, progressOf } from '../progress/campaign-progress.ts'
import {
  type DevicesBeside,
  devicesBeside,
  firstThatHolds,
  numbersOf,
} from '../progress/sending-numbers.ts'
import type { LedgerPeopleRepository, Unreached } from './ledger-people.repository.ts'
import { presentReason } from './present-ledger.ts'
import { compareOutcomes, countVariants, outcomesOf, type VariantCount } from './report-variants.ts'

const PACE_SECONDS = 300

/** Of a campaign that has just begun; a shorter time says nothing of its pace. */
const PACE_SECONDS_MIN = 15

export interface ReportDeps extends LedgerDeps, CourseDeps {
  readonly people: LedgerPeopleRepository
  readonly live: LiveState
  readonly clock: Clock
  /** How often a campaign has changed since the start of the server. */
  changesOf(campaignId: string): number
}

/** A campaign as its page shows it, but for its people. */
export function createCampaignReports(deps: ReportDeps) {
  const { people, live, clock, changesOf } = deps
  const unreachedOf = createKeptAnswers<Unreached>(clock)
  const variantsOf = createKeptAnswers<VariantCount[]>(clock)

  return async (campaign: Campaign & CampaignTexts): Promise<CampaignReport> => {
    const { id } = campaign
    const now = clock.now()
    const walked = walkedOf(campaign, changesOf(id))
    const beside = await devicesBeside(deps, [campaign])
    const day = live.dayOf(campaign.pace, now)
    const paceSeconds = paceSecondsOf(campaign, now)
    const sent = await people.sentSince(id, now - paceSeconds * 1000)
    const counted = await variantsOf(walked, () => countVariants(deps.db, id))
    const variants = outcomesOf(campaign, counted)
    const unreached = await unreachedOf(walked, () => people.unreached(campaign))
    return {
      ...progressOf(campaign, beside, live, now),
      name: campaign.name,
      deviceName: campaign.deviceName,
      deviceNumber: campaign.deviceNumber,
      alsoFrom: await namesOf(deps, campaign.furtherDevices),
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
      behind: await behind(deps, campaign),
      reasons: unreached.reasons.map((reason) => presentReason(reason, campaign)),
      variants,
      comparison: compareOutcomes(variants),
    }
  }
}

/** For how many of the last seconds it has been sending, since it began or began again. */
function paceSecondsOf({ startedAt, scheduledAt }: Campaign, now: number): number {
  if (startedAt === null) return PACE_SECONDS
  const since = scheduledAt !== null && scheduledAt <= now ? scheduledAt : startedAt
  const seconds = Math.ceil((now - Math.max(startedAt, since)) / 1000)
  return Math.min(PACE_SECONDS, Math.max(PACE_SECONDS_MIN, seconds))
}

/** Those whom the ledger lists as such: the network took a message to them. */
function notAnswered({ counts, answered }: Campaign, unreached: Unreached): number {
  const reached = counts.sent + counts.delivered + counts.read
  return Math.max(0, reached - (answered - unreached.answered))
}

function walkedOf(campaign: Campaign, changes: number): Walked {
  const { id, enabled, counts, answered, updatedAt, cancelledAt, preparing } = campaign
  return {
    campaignId: id,
    // Wordings are dealt while it prepares, which no count tells.
    edits: JSON.stringify([updatedAt, cancelledAt, preparing]),
    // A part that arrives of a message that failed changes no count.
    moves: JSON.stringify([counts, answered, campaign.failuresInARow, changes]),
    isSending: enabled && cancelledAt === null && openPeople(campaign) > 0,
  }
}

/** The time that its sentence names, where it waits for that. */
function heldUntil(
  campaign: Campaign,
  beside: DevicesBeside,
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

async function behind(deps: ReportDeps, campaign: Campaign): Promise<CampaignReport['behind']> {
  if (!campaign.enabled || openPeople(campaign) === 0) return null
  const open = await createCampaignsRepository(deps.db, deps.devices).listOpen(campaign.deviceId)
  const [next] = open
    .filter((other) => other.id !== campaign.id && queuedAt(other) > queuedAt(campaign))
    .sort((one, other) => queuedAt(one) - queuedAt(other))
  return next
    ? {
        id: next.id,
        name: next.name,
        people: openPeople(next),
        scheduledAt: isoOrNull(next.scheduledAt),
      }
    : null
}

/** A walk through a ledger is made again after this many times as long as it took. */
const REST = 50

const KEPT_MAX = 200

export interface Walked {
  readonly campaignId: string
  /** Differs once its owner has changed something, or such a change has reached everybody. */
  readonly edits: string
  /** Differs once anybody has moved. */
  readonly moves: string
  /** It is being sent, so there is a next move, after which screens ask again. */
  readonly isSending: boolean
}

interface Kept<T> extends Pick<Walked, 'edits' | 'moves'> {
  until: number
  readonly answer: Promise<T>
}

/**
 * Keeps what a walk through a campaign's ledger found while nobody moves. While a campaign is being
 * sent, walks take a fiftieth of the time at most however often somebody looks, and an answer may
 * be that old; it is never older than the owner's last change, and otherwise always true.
 */
export function createKeptAnswers<T>(clock: Clock) {
  const kept = new Map<string, Kept<T>>()
  return (walked: Walked, walk: () => Promise<T>): Promise<T> => {
    const { campaignId, edits, moves, isSending } = walked
    const before = kept.get(campaignId)
    const known = before?.edits === edits ? before : undefined
    const isRecent = known && isSending && clock.now() < known.until
    if (known && (known.moves === moves || isRecent)) return known.answer
    const began = clock.now()
    const entry = { edits, moves, until: Number.POSITIVE_INFINITY, answer: walk() }
    kept.delete(campaignId)
    kept.set(campaignId, entry)
    const [oldest] = kept.keys()
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
    entry.answer.then(
      () => {
        entry.until = clock.now() + (clock.now() - began) * REST
      },
      () => kept.delete(campaignId),
    )
    return entry.answer
  }
}
