import type { BinaryNode } from 'baileys'
import { z } from 'zod/mini'
import type { SendOutcome } from '../../../features/delivery/delivery.ports.ts'
import { isMessageId } from '../connection/message-id.ts'

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

/** The account may write to nobody it has no chat with. */
const LIMITED = '463'
/** It asks too much. */
const TOO_MANY = '429'
/** It has trouble of its own, or is not available. */
const UNABLE: readonly string[] = ['500', '503']
/** The network's own codes are numbers. Anything else says no more than that it refuses. */
const Code = z.catch(z.string().check(z.maxLength(4), z.regex(/^\d+$/)), 'unreadable')

interface AckDeps {
  readonly acknowledgements: Pick<Acknowledgements, 'settle'>
  readonly newChats: { accepted(): void; refused(): void }
  /** Whether somebody waits for a copy of this message. */
  isAskedFor(messageId: string): boolean
  /** `code` is the network's own, or `unreadable`. */
  onFailed(messageId: string, code: string): void
}

/** Hears what the network says to each message: that it takes it, or why not. */
export function hearAcks({ acknowledgements, newChats, isAskedFor, onFailed }: AckDeps) {
  return ({ attrs }: BinaryNode): void => {
    const { id } = attrs
    if (!isMessageId(id)) return
    const error = attrs.error ? Code.parse(attrs.error) : null
    if (error === LIMITED) newChats.refused()
    if (error === null) {
      newChats.accepted()
      acknowledgements.settle(id, { kind: 'accepted' })
    } else if (isAskedFor(id)) {
      // The copy is refused. Whoever asks for one has got the message.
      acknowledgements.settle(id, { kind: 'accepted' })
    } else if (!acknowledgements.settle(id, refusalOf(error)) && !passes(error)) {
      // Whoever waits for it writes down why; nobody does any more.
      onFailed(id, error)
    }
  }
}

/** A refusal that says nothing of the message: what is not settled is sent again. */
const passes = (code: string) => code === LIMITED || code === TOO_MANY || UNABLE.includes(code)

function refusalOf(code: string): SendOutcome {
  if (code === LIMITED) return { kind: 'limited' }
  if (UNABLE.includes(code)) return { kind: 'unable', code }
  return code === TOO_MANY ? { kind: 'overloaded' } : { kind: 'refused', code }
}
