import type { Clock } from '../../../platform/clock.ts'
import type { NewChatNews } from '../devices.ports.ts'
import type { NewChatsRepository } from './new-chats.repository.ts'

interface NewChatsDeps {
  readonly newChats: Pick<NewChatsRepository, 'limitedUntil' | 'hear'>
  readonly clock: Clock
  /** A limit begins, ends or has another end, or the quota is another. */
  onChanged(deviceId: string): Promise<void>
  onFault(deviceId: string, error: unknown): void
}

/** Keeps what the network says of new chats, and tells when a limit begins and ends. */
export function createNewChats({ newChats, clock, onChanged, onFault }: NewChatsDeps) {
  const ends = new Map<string, () => void>()

  /** Its end is told, also of a limit from before a restart. */
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

  /** A limit was written down or ended. */
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
    async heard(deviceId: string, news: NewChatNews): Promise<void> {
      if (await newChats.hear(deviceId, news, clock.now())) await changed(deviceId)
    },
    stop(): void {
      for (const cancel of ends.values()) cancel()
      ends.clear()
    },
  }
}
