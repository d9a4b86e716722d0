import type { BinaryNode } from 'baileys'
import { z } from 'zod/mini'
import type { SendOutcome } from '../../../features/delivery/delivery.ports.ts'
import { isMessageId } from '../connection/message-id.ts'

/** Waits, by message id, until the network accepts or refuses a message. */
export function createAcknowledgements() {
  const waiting = new Map<string, (outcome: SendOutcome) => void>()

  return {
    /**
     * Call before sending, and `forget` afterwards. `answer` resolves with the first answer for
     * this id.
     */
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
    /** False if nothing waits for it. */
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

/** The account may not start new chats. */
const LIMITED = '463'
/** Rate limit. */
const TOO_MANY = '429'
/** The network has an internal error or is unavailable. */
const UNABLE: readonly string[] = ['500', '503']
/** The network's codes are numbers; anything else is an unreadable refusal. */
const Code = z.catch(z.string().check(z.maxLength(4), z.regex(/^\d+$/)), 'unreadable')

interface AckDeps {
  readonly acknowledgements: Pick<Acknowledgements, 'settle'>
  readonly newChats: { accepted(): void; refused(): void }
  /** Whether a copy of this message was requested. */
  isAskedFor(messageId: string): boolean
  /** `code` is the network's code, or `unreadable`. */
  onFailed(messageId: string, code: string): void
}

/** Handles the network's acknowledgement or refusal of each message. */
export function createAckHandler({ acknowledgements, newChats, isAskedFor, onFailed }: AckDeps) {
  return ({ attrs }: BinaryNode): void => {
    const { id } = attrs
    if (!isMessageId(id)) return
    const error = attrs.error ? Code.parse(attrs.error) : null
    if (error === LIMITED) newChats.refused()
    if (error === null) {
      newChats.accepted()
      acknowledgements.settle(id, { kind: 'accepted' })
    } else if (isAskedFor(id)) {
      // Only the copy was refused; the recipient already has the message.
      acknowledgements.settle(id, { kind: 'accepted' })
    } else if (!acknowledgements.settle(id, refusalOf(error)) && !isTemporary(error)) {
      // Nothing waits for the answer any more, so the refusal is recorded here.
      onFailed(id, error)
    }
  }
}

/** A refusal that is not about the message itself: unsettled messages are sent again. */
const isTemporary = (code: string) => code === LIMITED || code === TOO_MANY || UNABLE.includes(code)

function refusalOf(code: string): SendOutcome {
  if (code === LIMITED) return { kind: 'limited' }
  if (UNABLE.includes(code)) return { kind: 'unable', code }
  return code === TOO_MANY ? { kind: 'overloaded' } : { kind: 'refused', code }
}
