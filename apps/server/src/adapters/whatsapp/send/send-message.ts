import type { Refusal } from '@kirim/contract/outgoing'
import type { proto, WASocket } from 'baileys'
import type {
  Departure,
  LastWord,
  OutgoingMessage,
  SendOutcome,
} from '../../../features/delivery/delivery.ports.ts'
import type { Clock } from '../../../platform/clock.ts'
import { statusOf } from '../connection/close-cause.ts'
import { isOverload } from '../connection/refusals.ts'
import type { createContactKeys } from '../keys/contact-keys.ts'
import { currentChat } from '../keys/parallel-chats.ts'
import { encryptionContext } from '../keys/signal-order.ts'
import { isMediaHostAway, UploadFailed } from '../media/media-upload.ts'
import type { Acknowledgements } from './acknowledgements.ts'
import type { createPersonAddress } from './person-address.ts'
import { lookUpDevices, sendWithoutMissing } from './person-devices.ts'
import { relayOptionsOf } from './special-content.ts'
import { whileOpen } from './while-open.ts'

/** Without an answer within this time, the outcome is unknown. */
const ANSWER_TIMEOUT_MS = 60_000
const UNKNOWN: SendOutcome = { kind: 'unknown' }
const LOST: SendOutcome = { kind: 'unknown', lost: true }
const OVERLOADED: SendOutcome = { kind: 'overloaded' }
/** Nothing was sent, since the owner of the forged key could read it. */
const KEY_FORGED: SendOutcome = { kind: 'refused', code: 'key_forged' }
const NOT_UPLOADED: SendOutcome = { kind: 'refused', code: 'media_upload_failed' }

/** The driver's code for a connection that closed before it could send. */
const CLOSED_BEFORE = 428

/** `ours`: before the driver; from `encrypted` on, the message may have left. */
export type Stage = 'ours' | 'driver' | 'encrypted'

/** Checks and hooks before a message leaves. */
interface Leave {
  readonly lastWord: LastWord
  readonly departure: Departure | undefined
}

export interface SendDeps {
  readonly socket: WASocket
  readonly clock: Clock
  /** Aborted when the session ends. */
  readonly over: AbortSignal
  readonly acknowledgements: Acknowledgements
  readonly contactKeys: Pick<ReturnType<typeof createContactKeys>, 'forget' | 'areForged'>
  readonly personAddress: ReturnType<typeof createPersonAddress>
  contentFor(message: OutgoingMessage): Promise<proto.IMessage | undefined>
  /** Whether it is a device of the own account. */
  isOwn(jid: string): boolean
  /** The network has accepted a message. */
  onAccepted(): void
  onFault(error: unknown): void
}

/** Sends messages over a session, one attempt each, and returns the outcome. */
export function createSendMessage(deps: SendDeps) {
  const { socket, clock, over, acknowledgements, contactKeys, isOwn } = deps

  async function send(
    message: OutgoingMessage,
    lastWord: LastWord,
    departure?: Departure,
  ): Promise<SendOutcome> {
    // Files are uploaded first: if the connection breaks here, nothing was sent.
    let stage: Stage = 'ours'
    try {
      const content = await whileOpen(deps.contentFor(message), over)
      if (!content) throw new Error('There is nothing to send.')
      const sending = deps.personAddress.send(message.jid, (jid) =>
        sendTo(jid, message, content, { lastWord, departure }, (next) => {
          stage = next
        }),
      )
      return await whileOpen(sending, over)
    } catch (error) {
      // All queries come before the message.
      if (isOverload(error)) return OVERLOADED
      if (error instanceof UploadFailed) return NOT_UPLOADED
      // A campaign waits for the hosts; other messages fail at once.
      if (!departure && isMediaHostAway(error)) return NOT_UPLOADED
      return outcomeOf(stage, error)
    }
  }

  /** Rethrows the error if the message certainly has not left. */
  function outcomeOf(stage: Stage, error: unknown): SendOutcome {
    const stillOpen = socket.ws.isOpen && !over.aborted
    if (!mayHaveLeft(stage, error, stillOpen)) throw error
    if (!over.aborted) deps.onFault(error)
    return stillOpen ? UNKNOWN : LOST
  }

  /** A message reported as unsent must not leave later over a closing connection. */
  function mustBeOpen(): void {
    if (over.aborted) throw new Error('The connection is over.')
  }

  /** Sends to one address, and waits for the answer. */
  async function sendTo(
    jid: string,
    message: OutgoingMessage,
    content: proto.IMessage,
    { lastWord, departure }: Leave,
    setStage: (stage: Stage) => void,
  ): Promise<SendOutcome> {
    setStage('ours')
    mustBeOpen()
    const { messageId } = message
    const options = { messageId, ...relayOptionsOf(message) }
    let pendingRefusal: Promise<Refusal | null> | null = null
    let moment: Promise<void> | null = null
    // Asked once for all devices of the person: the message goes to all or to none.
    async function ask(device: string) {
      mustBeOpen()
      if (isOwn(device)) return
      pendingRefusal ??= deps.personAddress.receiverOf(jid).then(lastWord)
      if ((await pendingRefusal) !== null) throw new Error('It may no longer be sent.')
    }
    // The message may have left once it is encrypted for a device of the recipient.
    function mayLeave(device: string) {
      mustBeOpen()
      if (!isOwn(device) || isOwn(jid)) setStage('encrypted')
    }
    const ahead = departure && {
      moment: () => (moment ??= departure.moment()),
      async confirm(device: string) {
        await ask(device)
        mayLeave(device)
      },
    }
    const sending = ahead
      ? { before: async () => mustBeOpen(), after: mustBeOpen, ahead }
      : { before: ask, after: mayLeave }
    const { answer, forget } = acknowledgements.expect(messageId)
    let stopWaiting = () => {}
    try {
      await contactKeys.forget(jid)
      await sendWithoutMissing(socket, async () => {
        setStage('driver')
        await lookUpDevices(socket, jid)
        await currentChat.run(jid, () =>
          encryptionContext.run(sending, () => socket.relayMessage(jid, content, options)),
        )
      })
      stopWaiting = clock.after(ANSWER_TIMEOUT_MS, () => {
        acknowledgements.settle(messageId, UNKNOWN)
      })
      const outcome = await answer
      departure?.answered()
      if (outcome.kind === 'accepted') deps.onAccepted()
      return outcome
    } catch (error) {
      const refusal = await Promise.resolve(pendingRefusal).catch((fault: unknown) => {
        setStage('ours')
        throw fault
      })
      if (refusal) return { kind: 'withdrawn', refusal }
      if (await contactKeys.areForged(jid)) return KEY_FORGED
      throw error
    } finally {
      stopWaiting()
      forget()
    }
  }

  return send
}

/**
 * Whether a message that failed at this stage may have left. A failure in the driver over an open
 * connection counts as well, because retrying it would never succeed.
 */
export function mayHaveLeft(stage: Stage, error: unknown, isOpen: boolean): boolean {
  if (stage === 'ours') return false
  return stage === 'encrypted' ? statusOf(error) !== CLOSED_BEFORE : isOpen
}
