import type { Db } from '../../platform/database/database.ts'
import type { InboundMessage, OpenChat } from '../../platform/inbound-message.ts'
import type { InboundWrite, Listener } from './messages.ports.ts'

/** The writes of all listeners for one message, in the transaction that stores it. */
export interface InboundWrites {
  /** Returns whether a listener has consumed the message. */
  write(tx: Db): Promise<boolean>
  written(): Promise<void>
}

/** Replaces the sender's number by the one under which the owner has saved them. */
export type ResolveSender = (
  workspaceId: string,
  message: InboundMessage,
) => Promise<InboundMessage>

/**
 * Runs the listeners of each message in order. After one consumes the message, the others write
 * nothing.
 */
export function createListeners(
  listeners: readonly Listener[],
  resolveSender: ResolveSender = async (_, message) => message,
) {
  return {
    /** Null when no listener writes anything. */
    async hear(workspaceId: string, message: InboundMessage): Promise<InboundWrites | null> {
      const writes: InboundWrite[] = []
      const resolved = await resolveSender(workspaceId, message)
      for (const listener of listeners) {
        const write = await listener.hear?.(workspaceId, resolved)
        if (write) writes.push(write)
      }
      return writes.length > 0 ? combineWrites(writes) : null
    },
    answer(chat: OpenChat): void {
      for (const listener of listeners) listener.answer?.(chat)
    },
  }
}

export type Listeners = ReturnType<typeof createListeners>

function combineWrites(writes: readonly InboundWrite[]): InboundWrites {
  let executed: InboundWrite[] = []
  return {
    async write(tx) {
      // The transaction may be retried.
      executed = []
      for (const one of writes) {
        executed.push(one)
        if ((await one.write(tx)) === 'used') return true
      }
      return false
    },
    async written() {
      await Promise.all(executed.map((one) => one.written()))
    },
  }
}
