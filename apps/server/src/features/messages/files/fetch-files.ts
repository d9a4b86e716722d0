import { setTimeout } from 'node:timers/promises'
import type { Clock } from '../../../platform/clock.ts'
import { createFairQueue } from '../../../platform/fair-queue.ts'
import type { MessageKey } from '../../../platform/inbound-message.ts'
import type { Part } from '../../../platform/lifecycle.ts'
import type { Log } from '../../../platform/log.ts'
import { createFetchFile, type FetchFileDeps } from './fetch-file.ts'
import type { InboxFiles } from './inbox-files.repository.ts'

/** Files that a server fetches at the same time, one of a device. */
const AT_ONCE = 3
/** After a fault of the database. */
const AGAIN_AFTER_MS = 30_000
/** A file that is still being written to a bucket then is fetched again after the next start. */
const STOP_WITHIN_MS = 5000

export interface FetchingDeps extends FetchFileDeps {
  readonly files: InboxFiles
  readonly clock: Clock
  readonly log: Log
  /** Something has become of a file; called after the commit. */
  onSettled(workspaceId: string, key: MessageKey): void
}

/**
 * Fetches the files that wait, on the node that has their number: one of a device after the other.
 * What is asked for is written down, so that another start or node goes on.
 */
export function createFileFetching(deps: FetchingDeps) {
  const { files, network, clock, log } = deps
  const stopping = new AbortController()
  const queue = createFairQueue({ concurrency: AT_ONCE })
  const fetchFile = createFetchFile(deps, stopping.signal)
  const running = new Map<string, Promise<void>>()
  const again = new Set<string>()
  const timers = new Map<string, () => void>()

  function wakeAt(deviceId: string, at: number): void {
    timers.get(deviceId)?.()
    timers.set(
      deviceId,
      clock.after(Math.max(0, at - clock.now()), () => wake(deviceId)),
    )
  }

  /** Fetches the next file; false when none is due. */
  async function step(deviceId: string): Promise<boolean> {
    const next = await files.nextAsked(deviceId, clock.now())
    if (next === null) return false
    if ('dueAt' in next) {
      if (next.dueAt <= clock.now()) return true
      wakeAt(deviceId, next.dueAt)
      return false
    }
    const isSettled = await queue.run(deviceId, () => fetchFile(next))
    if (isSettled) deps.onSettled(next.workspaceId, next)
    return true
  }

  async function work(deviceId: string): Promise<void> {
    do again.delete(deviceId)
    while ((canFetch(deviceId) && (await step(deviceId))) || again.has(deviceId))
  }

  const canFetch = (deviceId: string) => !stopping.signal.aborted && network.isOpen(deviceId)

  function wake(deviceId: string): void {
    if (!canFetch(deviceId)) return
    again.add(deviceId)
    if (running.has(deviceId)) return
    const run = work(deviceId)
      .catch((err: unknown) => {
        if (stopping.signal.aborted) return
        log.warn({ err, deviceId }, 'fetching the files of a number rests')
        wakeAt(deviceId, clock.now() + AGAIN_AFTER_MS)
      })
      .finally(() => {
        running.delete(deviceId)
        if (again.has(deviceId)) wake(deviceId)
      })
    running.set(deviceId, run)
  }

  const part: Part = {
    name: 'files of chats',
    start: async () => {},
    async stop() {
      stopping.abort(new Error('The server stops.'))
      for (const cancel of timers.values()) cancel()
      await Promise.race([Promise.all(running.values()), setTimeout(STOP_WITHIN_MS)])
    },
  }

  return { part, wake }
}
