import type { SendOutcome } from '../../features/outgoing/outgoing.ports.ts'

/** Waits, by message id, for the network to take or refuse a message. */
export function createAcknowledgements() {
  const waiting = new Map<string, (outcome: SendOutcome) => void>()

  return {
    /** Call before sending, and `forget` in the end. `answer` is the first word on this id. */
    expect(messageId: string) {
      const { promise: answer, resolve } = Promise.withResolvers<SendOutcome>()
      waiting.get(messageId)?.({ kind: 'unknown' })
      waiting.set(messageId, resolve)
      return {
        answer,
        forget(): void {
          if (waiting.get(messageId) === resolve) waiting.delete(messageId)
        },
      }
    },
    settle(messageId: string, outcome: SendOutcome): void {
      waiting.get(messageId)?.(outcome)
      waiting.delete(messageId)
    },
    /** The connection is closed: no answer will come any more. */
    abandonAll(): void {
      for (const resolve of waiting.values()) resolve({ kind: 'unknown' })
      waiting.clear()
    },
  }
}
