import type { Clock } from '../../../platform/clock.ts'
import type { NewChatNews } from '../devices.ports.ts'
import type { NewChatsRepository } from './new-chats.repository.ts'

interface NewChatsDeps {
  readonly newChats: Pick<NewChatsRepository, 'limitedUntil' | 'applyNews'>
  readonly clock: Clock
  /** Called when a limit has begun or ended, its end has moved, or the quota has changed. */
  onChanged(deviceId: string): Promise<void>
  onFault(deviceId: string, error: unknown): void
}

/** Stores the network's limits on new chats, and calls `onChanged` when one begins or ends. */
export function createNewChats({ newChats, clock, onChanged, onFault }: NewChatsDeps) {
  const ends = new Map<string, () => void>()

  /** Schedules `onChanged` for the end of a limit, including a limit from before a restart. */
  async function watch(deviceId: string): Promise<void> {
    const until = await newChats.limitedUntil(deviceId)
    const restMs = (until ?? 0) - clock.now()
    ends.get(deviceId)?.()
    ends.delete(deviceId)
    if (restMs > 0)
      ends.set(
        deviceId,
        clock.after(restMs, () => attempt(deviceId)),
      )
  }

  /** Handles a limit that was stored or has ended. */
  async function changed(deviceId: string): Promise<void> {
    await watch(deviceId)
    await onChanged(deviceId)
  }

  function attempt(deviceId: string): void {
    changed(deviceId).catch((error: unknown) => onFault(deviceId, error))
  }

  return {
    watch,
    changed,
    async record(deviceId: string, news: NewChatNews): Promise<void> {
      if (await newChats.applyNews(deviceId, news, clock.now())) await changed(deviceId)
    },
    stop(): void {
      for (const cancel of ends.values()) cancel()
      ends.clear()
    },
  }
}
