import { chooseAmong, chooseStarted } from '../campaign/choose-campaign.ts'
import type { Campaign } from '../campaign/stored-campaign.ts'
import type { Recipient } from '../recipients/recipient-moves.ts'
import {
  type ChosenPerson,
  choosePerson,
  createIdentityOf,
  type IdentityDeps,
  isShared,
} from './choose-person.ts'
import { createDepartures, drawGap, PREPARED_MS, withinBounds } from './departures.ts'
import { sendToRecipient } from './send-to-recipient.ts'
import type { FilesRest, Runner } from './sending.ts'

/** Without anybody to write to, checks again after this time. */
const REST_WITHOUT_PEOPLE_MS = 5000
/** The shortest delay after a temporary refusal. */
const SHORTEST_WAIT_MS = 100
const REST_AFTER_REFUSAL_MS = 5000

export interface StepDeps extends IdentityDeps {
  readonly random: () => number
  /**
   * Re-queues people claimed by devices that are not here, except those whose message may have been
   * sent; resolves to their number.
   */
  requeueFromOffline(campaignId: string, isHere: (deviceId: string) => boolean): Promise<number>
}

/** The other devices, and the state that a step changes. */
export interface StepContext {
  isHere(deviceId: string): boolean
  /** People whom other devices are about to write to. */
  reservedByOthers(runner: Runner): string[]
  setCurrent(runner: Runner, campaign: Campaign | null, dueAt: number | null): void
  /** Whether the last attempt found the media storage unreachable. */
  setLacksMedia(runner: Runner, lacksMedia: boolean): void
  setFilesRest(runner: Runner, rest: FilesRest | null): void
  notify(campaign: Campaign): void
}

/** Until when a device writes to nobody new; null without a limit. */
interface DeviceLimits {
  /** By the network. */
  readonly limitedUntil: number | null
  /** Its daily cap is reached. */
  readonly fullUntil: number | null
}

/** The steps of a device's runner: each writes to one person or returns how long to wait. */
export function createNextStep(
  deps: StepDeps,
  { isHere, reservedByOthers, setCurrent, setLacksMedia, setFilesRest, notify }: StepContext,
) {
  const { clock } = deps
  const departures = createDepartures(deps)
  const identityOf = createIdentityOf(deps)

  /** Runs the next step; returns the delay in milliseconds until the one after it. */
  async function step(runner: Runner): Promise<number> {
    const restsUntil = deps.outgoing.restsUntil(runner.deviceId)
    if (restsUntil !== null) return waitUntil(runner, restsUntil)
    const open = await deps.campaigns.listOpen(runner.deviceId)
    const limitedUntil = await deps.ledger.limitedUntil(runner.deviceId)
    if (limitedUntil !== runner.limitedUntil) {
      runner.limitedUntil = limitedUntil
      open.forEach(notify)
    }
    const day = await deps.ledger.dayOfDevice(runner.deviceId, clock.now())
    const isFull = day !== null && day.cap !== null && day.used >= day.cap
    const limits = { limitedUntil, fullUntil: isFull ? day.endsAt : null }
    const filesRestMs = (runner.filesRest?.until ?? 0) - clock.now()
    if (filesRestMs <= 0) return stepAmong(runner, open, limits)
    const nap = await stepAmong(runner, await withoutFiles(open), limits)
    return Math.min(nap, filesRestMs)
  }

  async function withoutFiles(open: readonly Campaign[]): Promise<Campaign[]> {
    const withFiles = await deps.campaigns.withMediaAmong(open.map(({ id }) => id))
    return open.filter(({ id }) => !withFiles.has(id))
  }

  /** A shared campaign may have nobody left for this device: then the next campaign is tried. */
  async function stepAmong(
    runner: Runner,
    open: readonly Campaign[],
    limits: DeviceLimits,
  ): Promise<number> {
    const { limitedUntil, fullUntil } = limits
    const choice =
      fullUntil === null
        ? chooseAmong(open, limitedUntil, clock.now())
        : chooseStarted(open, fullUntil, clock.now())
    if (choice.kind === 'wait') {
      return waitUntil(runner, choice.until ?? Number.POSITIVE_INFINITY)
    }
    const { campaign } = choice
    const chosen = await choosePerson(deps, campaign, limitedUntil, {
      onlyStarted: fullUntil !== null,
      reserved: reservedByOthers(runner),
    })
    if (chosen.kind === 'moved') {
      deps.events.changed({ campaignId: campaign.id, workspaceId: campaign.workspaceId })
      return 0
    }
    if (chosen.kind === 'person') return writeTo(runner, campaign, chosen)
    if (isShared(campaign) && (await deps.requeueFromOffline(campaign.id, isHere)) > 0) return 0
    const others = open.filter(({ id }) => id !== campaign.id)
    if (others.length > 0) {
      return Math.min(await stepAmong(runner, others, limits), REST_WITHOUT_PEOPLE_MS)
    }
    runner.person = null
    setCurrent(runner, null, null)
    return REST_WITHOUT_PEOPLE_MS
  }

  /** Pauses until then; returns the delay in milliseconds. */
  function waitUntil(runner: Runner, until: number): number {
    runner.person = null
    setCurrent(runner, null, null)
    // A past time must not cause a busy loop.
    return Math.max(until - clock.now(), SHORTEST_WAIT_MS)
  }

  async function writeTo(
    runner: Runner,
    campaign: Campaign,
    { person, triesLimit }: Extract<ChosenPerson, { kind: 'person' }>,
  ): Promise<number> {
    runner.person = person.id
    const jid = await identityOf(campaign, person)
    if (typeof jid === 'number') return jid
    const dueAt = await dueTime(runner, campaign, person)
    setCurrent(runner, campaign, dueAt)
    const preparedAt = dueAt - PREPARED_MS
    if (preparedAt > clock.now()) return preparedAt - clock.now()
    if (runner.stopped) return 0
    const departure = departures.plan(runner.deviceId, dueAt)
    const sent = await sendToRecipient(deps, campaign, person, jid, departure, triesLimit).finally(
      departure.over,
    )
    setLacksMedia(runner, false)
    if (await takesFiles(runner, campaign, sent === 'sent')) setFilesRest(runner, null)
    return sent === 'waits' ? REST_AFTER_REFUSAL_MS : 0
  }

  /** Whether the network accepts files again: one was sent, or the waiting campaign moved on. */
  async function takesFiles(runner: Runner, { id }: Campaign, isSent: boolean): Promise<boolean> {
    if (runner.filesRest === null) return false
    if (runner.filesRest.campaign.id === id) return true
    return isSent && (await deps.campaigns.withMediaAmong([id])).has(id)
  }

  /** The device's last message, of any campaign, plus a gap between the minimum and maximum. */
  async function dueTime(
    runner: Runner,
    campaign: Campaign,
    recipient: Recipient,
  ): Promise<number> {
    const last = await departures.lastOf(runner.deviceId)
    if (last === null) return clock.now()
    if (runner.gap?.recipientId !== recipient.id) {
      runner.gap = { recipientId: recipient.id, ms: drawGap(campaign, deps.random) }
    }
    // A clock that was set back must not delay a campaign.
    return Math.min(last, clock.now()) + withinBounds(runner.gap.ms, campaign)
  }

  return step
}
