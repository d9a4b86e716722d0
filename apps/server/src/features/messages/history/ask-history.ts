import type { Clock } from '../../../platform/clock.ts'
import type { Part } from '../../../platform/lifecycle.ts'
import type { ChatNumbers } from '../chat-numbers.repository.ts'
import type { HistoryNetwork, OldestMessage } from './history.ports.ts'
import type { HistoryKeeping } from './keep-history.ts'
import type { WishOutcome } from './wishes.ts'

/** After its link a phone shares its history by itself. */
const SHARES_WITHIN_MS = 10 * 60_000
/** A phone that has shared nothing by then shares nothing. */
const ANSWERS_WITHIN_MS = 10 * 60_000

interface AskDeps {
  readonly history: Pick<HistoryKeeping, 'repository' | 'wishes' | 'changed'>
  readonly numbers: Pick<ChatNumbers, 'of'>
  readonly network: HistoryNetwork
  readonly clock: Clock
  ownerOf(deviceId: string): Promise<string | null>
  linkedAt(deviceId: string): Promise<number | null>
  onFault(deviceId: string, error: unknown): void
}

/** Asks phones for history: once for numbers that were linked before it was kept, and on demand. */
export function createHistoryAsking(deps: AskDeps) {
  const { network, clock } = deps
  const { repository, wishes, changed } = deps.history
  const timers = new Map<string, () => void>()

  async function askOnce(deviceId: string): Promise<void> {
    const now = clock.now()
    const known = await repository.find(deviceId)
    if (known) {
      if (known.state === 'asked') giveUpAt(deviceId, known.begun_at + ANSWERS_WITHIN_MS)
      return
    }
    const [workspaceId, linkedAt] = [await deps.ownerOf(deviceId), await deps.linkedAt(deviceId)]
    const { historyDays: days } = await deps.numbers.of(deviceId)
    if (workspaceId === null || linkedAt === null || days === 0) return
    if (now - linkedAt < SHARES_WITHIN_MS) return
    await repository.begin({ deviceId, workspaceId, state: 'asked', days, now })
    await network.askHistory(deviceId, days)
    giveUpAt(deviceId, now + ANSWERS_WITHIN_MS)
    await changed(deviceId)
  }

  function giveUpAt(deviceId: string, at: number): void {
    timers.get(deviceId)?.()
    const cancel = clock.after(Math.max(0, at - clock.now()), () => {
      timers.delete(deviceId)
      giveUp(deviceId).catch((error: unknown) => deps.onFault(deviceId, error))
    })
    timers.set(deviceId, cancel)
  }

  async function giveUp(deviceId: string): Promise<void> {
    const known = await repository.find(deviceId)
    if (known?.state !== 'asked') return
    await repository.setState(known, 'empty', 0, clock.now())
    await changed(deviceId)
  }

  const part: Part = {
    name: 'history of phones',
    start: async () => {},
    async stop() {
      for (const cancel of timers.values()) cancel()
      timers.clear()
    },
  }

  return {
    part,
    deviceConnected(deviceId: string): void {
      askOnce(deviceId).catch((error: unknown) => deps.onFault(deviceId, error))
    },
    /** Asks for messages before the oldest of a chat, on the node that has the device. */
    async askOlder(deviceId: string, oldest: OldestMessage): Promise<WishOutcome> {
      const requestId = await network.askOlder(deviceId, oldest).catch(() => null)
      return requestId === null ? 'away' : wishes.outcomeOf(requestId)
    },
  }
}
