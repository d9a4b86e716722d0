import type { SendOutcome } from '../../../features/delivery/delivery.ports.ts'

/** Waits, by message id, until the network accepts or refuses a message. */
export function createAcknowledgements() {
  const waiting = new Map<string, (outcome: SendOutcome) => void>()

  return {
    /** Call before sending, and `forget` afterwards. `answer` is the first answer for this id. */
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
    /** False when nobody waits for it. */
    settle(messageId: string, outcome: SendOutcome): boolean {
      waiting.get(messageId)?.(outcome)
      return waiting.delete(messageId)
    },
    /** The connection is closed, so no more answers will come. */
    abandonAll(): void {
      for (const resolve of waiting.values()) resolve({ kind: 'unknown', lost: true })
      waiting.clear()
    },
  }
}

export type Acknowledgements = ReturnType<typeof createAcknowledgements>
