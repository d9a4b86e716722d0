import type { Db } from '../../platform/database/database.ts'
import type { InboundMessage, OpenChat } from '../../platform/inbound-message.ts'
import type { Hearing, Listener } from './messages.ports.ts'

/** What listeners write with one message, in the transaction that keeps it. */
export interface Heard {
  /** Whether the message has done what it asks for. */
  write(tx: Db): Promise<boolean>
  written(): Promise<void>
}

/** Gives the sender the number by which their owner's rooms know them. */
export type OfSender = (userId: string, message: InboundMessage) => Promise<InboundMessage>

/**
 * Runs the listeners of each message in order. After one that uses the message up, the others write
 * nothing.
 */
export function createListeners(
  listeners: readonly Listener[],
  ofSender: OfSender = async (_, message) => message,
) {
  return {
    /** Null when nothing is to be written with the message. */
    async hear(userId: string, message: InboundMessage): Promise<Heard | null> {
      const hearings: Hearing[] = []
      const known = await ofSender(userId, message)
      for (const listener of listeners) {
        const hearing = await listener.hear?.(userId, known)
        if (hearing) hearings.push(hearing)
      }
      return hearings.length > 0 ? together(hearings) : null
    },
    answer(chat: OpenChat): void {
      for (const listener of listeners) listener.answer?.(chat)
    },
  }
}

export type Listeners = ReturnType<typeof createListeners>

function together(hearings: readonly Hearing[]): Heard {
  let wrote: Hearing[] = []
  return {
    async write(tx) {
      // The transaction may be retried.
      wrote = []
      for (const hearing of hearings) {
        wrote.push(hearing)
        if ((await hearing.write(tx)) === 'used') return true
      }
      return false
    },
    async written() {
      await Promise.all(wrote.map((hearing) => hearing.written()))
    },
  }
}
