import { backOff } from '../../../platform/back-off.ts'
import { pause } from '../../../platform/clock.ts'
import type { Part } from '../../../platform/lifecycle.ts'
import { type ChosenPerson, choosePerson, isShared } from '../held/choose-person.ts'
import type { LiveState } from '../list/campaign-progress.ts'
import type { Recipient } from '../people/recipient-moves.ts'
import type { NumberChecksRepository } from '../preflight/number-checks.repository.ts'
import type { LearnResolved } from '../preflight/preflight.ports.ts'
import type { Campaign } from '../stored-campaign.ts'
import { chooseAmong, chooseBegun } from './choose-campaign.ts'
import { createDepartures, PREPARED_MS } from './departures.ts'
import { drawGap, withinBounds } from './gap.ts'
import { finish, type SendDeps, sendToRecipient } from './send-to-recipient.ts'
import type { Sending, SendingElsewhere } from './sending-elsewhere.ts'

/** The first delay after a fault (network, media host, database); it grows with each one. */
const REST_AFTER_FAULT_MS = 5000
const LONGEST_REST_MS = 60_000
/** A check that refuses for now is not asked again at once. */
const SHORTEST_WAIT_MS = 100
const REST_AFTER_REFUSAL_MS = 5000
/** Prevents a burst of look-ups of numbers that are not on the network. */
const ABSENT_NUMBER_PAUSE_MS = 300
/** Nobody is asked; others are served in between. */
const KNOWN_ABSENT_PAUSE_MS = 5
/** A network that does not answer must not block a stopping server. */
const DRAIN_TIMEOUT_MS = 5000

export interface DispatcherDeps extends SendDeps {
  readonly checks: NumberChecksRepository
  readonly learnResolved: LearnResolved
  readonly random: () => number
  /**
   * Lets people of a campaign wait again whom a device that is not here has begun, as far as
   * nothing to them may have left; resolves to how many.
   */
  handBackFromAway(campaignId: string, isHere: (deviceId: string) => boolean): Promise<number>
  /** A device that does not run here may run on another node. */
  wakeElsewhere(deviceId: string): void
  readonly elsewhere: SendingElsewhere
  onFault(deviceId: string, error: unknown): void
}

interface Runner {
  readonly deviceId: string
  stopped: boolean
  /** Aborted to make the runner check again at once. */
  nap: AbortController
  /** The campaign being sent; null while there is none. */
  campaign: Pick<Campaign, 'id' | 'name' | 'userId'> | null
  nextAt: number | null
  /** Until then it writes to nobody new, as of its last step. */
  limitedUntil: number | null
  /** Whom it is about to write to: no other device begins with them. */
  person: string | null
  /** The gap drawn for a person, stored so that checking again does not draw again. */
  gap: { recipientId: string; ms: number } | null
  finished: Promise<void>
}

/** Until when a device writes to nobody new; null where nothing keeps it. */
interface DeviceLimits {
  /** By the network. */
  readonly limitedUntil: number | null
  /** Its day has had as many as it may. */
  readonly fullUntil: number | null
}

/** Sends each connected device's campaigns, one person at a time. */
export function createDispatcher(deps: DispatcherDeps) {
  const { clock, elsewhere } = deps
  const departures = createDepartures(deps)
  const runners = new Map<string, Runner>()
  const leaving = new Map<string, Promise<void>>()
  let stopped = false

  const runnersOf = (campaignId: string) =>
    [...runners.values()].filter(({ campaign }) => campaign?.id === campaignId)
  const sentElsewhere = (campaignId: string) =>
    [...elsewhere.all()].filter(({ campaign }) => campaign?.id === campaignId)
  const sendingOf = (campaignId: string) => [...runnersOf(campaignId), ...sentElsewhere(campaignId)]
  const live: Omit<LiveState, 'connectionOf' | 'storageIsFull' | 'dayOf' | 'restsUntil'> = {
    isCurrent: (campaignId) => sendingOf(campaignId).length > 0,
    currentOf: (deviceId) =>
      (elsewhere.of(deviceId) ?? runners.get(deviceId))?.campaign?.name ?? null,
    nextMessageAt: (campaignId) => {
      const due = sendingOf(campaignId).flatMap(({ nextAt }) => nextAt ?? [])
      return due.length > 0 ? Math.min(...due) : null
    },
  }

  /** What a device that is here sends. */
  function sending(deviceId: string): Sending {
    const { campaign = null, nextAt = null, person = null } = runners.get(deviceId) ?? {}
    return { campaign: campaign && { id: campaign.id, name: campaign.name }, nextAt, person }
  }

  /** A device that has just gone may still be through with a person. */
  const isHere = (deviceId: string) => runners.has(deviceId) || leaving.has(deviceId)
  const takenBeside = (runner: Runner) => [
    ...[...runners.values()].flatMap(({ person, ...other }) =>
      person !== null && other.deviceId !== runner.deviceId ? person : [],
    ),
    ...[...elsewhere.all()].flatMap(({ person }) => person ?? []),
  ]

  async function run(runner: Runner): Promise<void> {
    let faults = 0
    while (!runner.stopped) {
      runner.nap = new AbortController()
      try {
        const napMs = await step(runner)
        faults = 0
        if (napMs > 0 && !runner.stopped) await pause(clock, napMs, runner.nap.signal)
      } catch (error) {
        deps.onFault(runner.deviceId, error)
        const rest = backOff(faults, REST_AFTER_FAULT_MS, LONGEST_REST_MS)
        faults += 1
        await pause(clock, rest, runner.nap.signal)
      }
    }
  }

  /** Runs the next step; returns the delay in milliseconds until the one after it. */
  async function step(runner: Runner): Promise<number> {
    const restsUntil = deps.outgoing.restsUntil(runner.deviceId)
    if (restsUntil !== null) return waitUntil(runner, restsUntil)
    const open = await deps.campaigns.listOpen(runner.deviceId)
    const limitedUntil = await deps.ledger.limitedUntil(runner.deviceId)
    if (limitedUntil !== runner.limitedUntil) {
      runner.limitedUntil = limitedUntil
      open.forEach(tell)
    }
    const day = await deps.ledger.dayOfDevice(runner.deviceId, clock.now())
    const isFull = day !== null && day.cap !== null && day.used >= day.cap
    return stepAmong(runner, open, { limitedUntil, fullUntil: isFull ? day.endsAt : null })
  }

  /** Of a campaign that several devices send, nobody may be left for this one: then the next. */
  async function stepAmong(
    runner: Runner,
    open: readonly Campaign[],
    limits: DeviceLimits,
  ): Promise<number> {
    const { limitedUntil, fullUntil } = limits
    const choice =
      fullUntil === null
        ? chooseAmong(open, limitedUntil, clock.now())
        : chooseBegun(open, fullUntil, clock.now())
    if (choice.kind === 'wait') {
      return waitUntil(runner, choice.until ?? Number.POSITIVE_INFINITY)
    }
    const { campaign } = choice
    const chosen = await choosePerson(deps, campaign, limitedUntil, {
      onlyBegun: fullUntil !== null,
      taken: takenBeside(runner),
    })
    if (chosen.kind === 'moved') {
      deps.events.changed({ campaignId: campaign.id, userId: campaign.userId })
      return 0
    }
    if (chosen.kind === 'person') return writeTo(runner, campaign, chosen)
    if (isShared(campaign) && (await deps.handBackFromAway(campaign.id, isHere)) > 0) return 0
    const others = open.filter(({ id }) => id !== campaign.id)
    if (others.length > 0) {
      return Math.min(await stepAmong(runner, others, limits), REST_AFTER_FAULT_MS)
    }
    runner.person = null
    setCurrent(runner, null, null)
    return REST_AFTER_FAULT_MS
  }

  /** Writes to nobody until then; returns the delay in milliseconds. */
  function waitUntil(runner: Runner, until: number): number {
    runner.person = null
    setCurrent(runner, null, null)
    // A time that has passed must not become a loop without a rest.
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
    return sent === 'waits' ? REST_AFTER_REFUSAL_MS : 0
  }

  /**
   * Looked up before the gap, so that a number that is not on the network delays nobody. For such a
   * number, the time in milliseconds to rest.
   */
  async function identityOf(campaign: Campaign, recipient: Recipient): Promise<string | number> {
    if (recipient.jid) return recipient.jid
    const { userId, phoneNumber } = recipient
    const known = await deps.checks.find(userId, phoneNumber, clock.now())
    if (known && !known.isOnWhatsApp) {
      const params = { device: known.deviceName, at: new Date(known.checkedAt).toISOString() }
      const why = { reason: 'not_on_whatsapp', params, isNews: false }
      await finish(deps, recipient, 'failed', why)
      return KNOWN_ABSENT_PAUSE_MS
    }
    const jid = known?.jid ?? (await deps.outgoing.resolve(campaign.deviceId, phoneNumber))
    if (!jid) {
      const params = { device: campaign.deviceName }
      await finish(deps, recipient, 'failed', { reason: 'not_on_whatsapp', params })
      return ABSENT_NUMBER_PAUSE_MS
    }
    await deps.ledger.keepJid(recipient.id, jid)
    if (!known) await remember(campaign, recipient, jid)
    return jid
  }

  /** Only that somebody is there: who is not there now may be when their owner tries again. */
  async function remember(
    { deviceName }: Campaign,
    { userId, phoneNumber }: Recipient,
    jid: string,
  ): Promise<void> {
    await deps.checks.keep([{ userId, phoneNumber, jid }], { deviceName, now: clock.now() })
    await deps.learnResolved({ userId, phoneNumber, jid })
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

  function setCurrent(runner: Runner, campaign: Campaign | null, dueAt: number | null): void {
    const before = runner.campaign
    const changed = before?.id !== campaign?.id || runner.nextAt !== dueAt
    runner.campaign = campaign
    runner.nextAt = dueAt
    elsewhere.changed(runner.deviceId)
    if (!changed) return
    if (campaign) tell(campaign)
    if (before && before.id !== campaign?.id) tell(before)
  }

  function tell({ id, userId }: Pick<Campaign, 'id' | 'userId'>): void {
    deps.events.changed({ campaignId: id, userId })
  }

  /** What its campaigns wait for has changed. */
  function tellOpen(deviceId: string): void {
    deps.campaigns
      .listOpen(deviceId)
      .then((open) => open.forEach(tell))
      .catch((error: unknown) => deps.onFault(deviceId, error))
  }

  function connected(deviceId: string): void {
    if (stopped) return
    if (runners.has(deviceId)) {
      wake(deviceId)
      return
    }
    const before = leaving.get(deviceId) ?? Promise.resolve()
    const runner: Runner = {
      deviceId,
      stopped: false,
      nap: new AbortController(),
      campaign: null,
      nextAt: null,
      limitedUntil: null,
      person: null,
      gap: null,
      finished: Promise.resolve(),
    }
    runners.set(deviceId, runner)
    // One runner per device at a time: the previous connection's runner may still be finishing.
    runner.finished = before.then(() => run(runner))
    tellOpen(deviceId)
  }

  function disconnected(deviceId: string): void {
    const runner = runners.get(deviceId)
    if (!runner) return
    runners.delete(deviceId)
    elsewhere.changed(deviceId)
    stopRunner(runner)
    leaving.set(deviceId, runner.finished)
    void runner.finished.then(() => {
      if (leaving.get(deviceId) === runner.finished) leaving.delete(deviceId)
    })
  }

  function stopRunner(runner: Runner): void {
    runner.stopped = true
    runner.nap.abort()
  }

  /** A device's campaigns have changed: check again now. */
  function wake(deviceId: string): void {
    if (runners.has(deviceId)) wakeHere(deviceId)
    else deps.wakeElsewhere(deviceId)
  }

  function wakeHere(deviceId: string): void {
    runners.get(deviceId)?.nap.abort()
  }

  const part: Part = {
    name: 'dispatcher',
    start: async () => {},
    /**
     * Waits a while for messages in progress; those without an answer are sent again with the same
     * id.
     */
    async stop() {
      stopped = true
      for (const deviceId of [...runners.keys()]) disconnected(deviceId)
      await Promise.race([Promise.all(leaving.values()), pause(clock, DRAIN_TIMEOUT_MS)])
    },
  }

  return {
    part,
    live,
    sending,
    /** Resolves once a disconnected device is through with whom it was writing to, or soon. */
    async left(deviceId: string): Promise<void> {
      const finished = leaving.get(deviceId)
      if (finished) await Promise.race([finished, pause(clock, DRAIN_TIMEOUT_MS)])
    },
    connected,
    disconnected,
    wake,
    wakeHere,
    wakeAll: () => [...runners.keys()].forEach(wakeHere),
    /** The devices that send this campaign check again now. */
    wakeFor: ({ deviceId, furtherDevices }: Pick<Campaign, 'deviceId' | 'furtherDevices'>) =>
      [deviceId, ...furtherDevices].forEach(wake),
    restChanged(deviceId: string): void {
      wake(deviceId)
      tellOpen(deviceId)
    },
    /** Called when all campaigns are blocked or released; notifies the screens. */
    allChanged: () => [...runners.keys()].forEach(tellOpen),
  }
}

export type Dispatcher = ReturnType<typeof createDispatcher>
