import { backOff } from '../../../platform/back-off.ts'
import { pause } from '../../../platform/clock.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { Part } from '../../../platform/lifecycle.ts'
import type { Campaign } from '../campaign/stored-campaign.ts'
import { createNextStep, type StepDeps } from './next-step.ts'
import { createRunner, type FilesRest, type Runner, type SendingElsewhere } from './sending.ts'

/** The first delay after a fault (network, media host, database); it grows with each one. */
const REST_AFTER_FAULT_MS = 5000
const LONGEST_REST_MS = 60_000
/** Between two attempts of a file while the network accepts none. */
const FILES_REST_MS = 30_000
const LONGEST_FILES_REST_MS = 600_000
/** An unresponsive network must not block a stopping server. */
const DRAIN_TIMEOUT_MS = 5000

export interface DispatcherDeps extends StepDeps {
  /** A device that does not run here may run on another node. */
  wakeElsewhere(deviceId: string): void
  /** The sending devices of this node, by id. */
  readonly runners: Map<string, Runner>
  readonly elsewhere: SendingElsewhere
  onFault(deviceId: string, error: unknown): void
}

/** Sends each connected device's campaigns, one person at a time. */
export function createDispatcher(deps: DispatcherDeps) {
  const { clock, runners, elsewhere } = deps
  const step = createNextStep(deps, {
    isHere,
    reservedByOthers,
    setCurrent,
    setLacksMedia,
    setFilesRest,
    notify,
  })
  const leaving = new Map<string, Promise<void>>()
  let stopped = false

  /** A device that has just disconnected may still be finishing a person. */
  function isHere(deviceId: string): boolean {
    return runners.has(deviceId) || leaving.has(deviceId)
  }

  function reservedByOthers(runner: Runner): string[] {
    return [
      ...[...runners.values()].flatMap(({ person, ...other }) =>
        person !== null && other.deviceId !== runner.deviceId ? person : [],
      ),
      ...[...elsewhere.all()].flatMap(({ person }) => person ?? []),
    ]
  }

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
        if (runner.campaign && isCode(error, 'media_host_away')) {
          restFromFiles(runner, runner.campaign)
          continue
        }
        setLacksMedia(runner, isCode(error, 'media_storage_away'))
        const rest = backOff(faults, REST_AFTER_FAULT_MS, LONGEST_REST_MS)
        faults += 1
        await pause(clock, rest, runner.nap.signal)
      }
    }
  }

  function setLacksMedia(runner: Runner, lacksMedia: boolean): void {
    if (runner.lacksMedia === lacksMedia) return
    runner.lacksMedia = lacksMedia
    elsewhere.changed(runner.deviceId)
    if (runner.campaign) notify(runner.campaign)
  }

  /** Campaigns without files continue. */
  function restFromFiles(runner: Runner, campaign: FilesRest['campaign']): void {
    const times = runner.filesRest?.times ?? 0
    const restMs = backOff(times, FILES_REST_MS, LONGEST_FILES_REST_MS)
    setFilesRest(runner, { campaign, until: clock.now() + restMs, times: times + 1 })
  }

  function setFilesRest(runner: Runner, rest: FilesRest | null): void {
    const before = runner.filesRest
    if (before === rest) return
    runner.filesRest = rest
    elsewhere.changed(runner.deviceId)
    if (before && before.campaign.id !== rest?.campaign.id) notify(before.campaign)
    if (rest && before?.campaign.id !== rest.campaign.id) notify(rest.campaign)
  }

  function setCurrent(runner: Runner, campaign: Campaign | null, dueAt: number | null): void {
    const before = runner.campaign
    const changed = before?.id !== campaign?.id || runner.nextAt !== dueAt
    runner.campaign = campaign
    runner.nextAt = dueAt
    if (before?.id !== campaign?.id) runner.lacksMedia = false
    elsewhere.changed(runner.deviceId)
    if (!changed) return
    if (campaign) notify(campaign)
    if (before && before.id !== campaign?.id) notify(before)
  }

  function notify({ id, workspaceId }: Pick<Campaign, 'id' | 'workspaceId'>): void {
    deps.events.changed({ campaignId: id, workspaceId })
  }

  /** Announces all open campaigns of a device. */
  function notifyOpenCampaigns(deviceId: string): void {
    deps.campaigns
      .listOpen(deviceId)
      .then((open) => open.forEach(notify))
      .catch((error: unknown) => deps.onFault(deviceId, error))
  }

  function connected(deviceId: string): void {
    if (stopped) return
    if (runners.has(deviceId)) {
      wake(deviceId)
      return
    }
    const before = leaving.get(deviceId) ?? Promise.resolve()
    const runner = createRunner(deviceId)
    runners.set(deviceId, runner)
    // One runner per device at a time: the previous connection's runner may still be finishing.
    runner.finished = before.then(() => run(runner))
    notifyOpenCampaigns(deviceId)
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
    /** Waits briefly for messages in flight; unanswered ones are retried with the same id. */
    async stop() {
      stopped = true
      for (const deviceId of [...runners.keys()]) disconnected(deviceId)
      await Promise.race([Promise.all(leaving.values()), pause(clock, DRAIN_TIMEOUT_MS)])
    },
  }

  return {
    part,
    /** Resolves once a disconnected device has finished its current person, or after a timeout. */
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
      notifyOpenCampaigns(deviceId)
    },
    /** Called when all campaigns are blocked or released; notifies the screens. */
    allChanged: () => [...runners.keys()].forEach(notifyOpenCampaigns),
  }
}

function isCode(error: unknown, code: DomainError['code']): boolean {
  return error instanceof DomainError && error.code === code
}

export type Dispatcher = ReturnType<typeof createDispatcher>
