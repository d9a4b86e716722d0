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
import { writingTo } from '../keys/side-by-side.ts'
import { encrypting } from '../keys/signal-order.ts'
import { isMediaHostAway, UploadFailed } from '../media/media-upload.ts'
import type { Acknowledgements } from './acknowledgements.ts'
import type { createPersonAddress } from './person-address.ts'
import { lookUpDevices, sendWithoutMissing } from './person-devices.ts'
import { whileOpen } from './while-open.ts'

/** A message without an answer within this time may or may not have arrived. */
const ANSWER_TIMEOUT_MS = 60_000
const UNKNOWN: SendOutcome = { kind: 'unknown' }
const LOST: SendOutcome = { kind: 'unknown', lost: true }
const OVERLOADED: SendOutcome = { kind: 'overloaded' }
/** Nothing was sent: the owner of the forged key could have read it. */
const KEY_FORGED: SendOutcome = { kind: 'refused', code: 'key_forged' }
const NOT_UPLOADED: SendOutcome = { kind: 'refused', code: 'media_upload_failed' }

/** The driver's own word that the connection was closed before it could send something. */
const CLOSED_BEFORE = 428

/** `ours` comes before the driver; from `encrypted` on a message may have left. */
export type Stage = 'ours' | 'driver' | 'encrypted'

/** How a message leaves. */
interface Leave {
  readonly lastWord: LastWord
  readonly departure: Departure | undefined
}

export interface SendDeps {
  readonly socket: WASocket
  readonly clock: Clock
  /** Aborted once the session is over. */
  readonly over: AbortSignal
  readonly acknowledgements: Acknowledgements
  readonly contactKeys: Pick<ReturnType<typeof createContactKeys>, 'forget' | 'areForged'>
  readonly personAddress: ReturnType<typeof createPersonAddress>
  contentFor(message: OutgoingMessage): Promise<proto.IMessage | undefined>
  /** Whether it is a device of the account's own. */
  isOwn(jid: string): boolean
  /** The network has accepted one. */
  onAccepted(): void
  onFault(error: unknown): void
}

/** Sends messages over a session, one attempt each, and says what became of them. */
export function createSendMessage(deps: SendDeps) {
  const { socket, clock, over, acknowledgements, contactKeys, isOwn } = deps

  async function send(
    message: OutgoingMessage,
    lastWord: LastWord,
    departure?: Departure,
  ): Promise<SendOutcome> {
    // Files are uploaded here: when the line breaks, nothing was sent.
    let stage: Stage = 'ours'
    try {
      const content = await whileOpen(deps.contentFor(message), over)
      if (!content) throw new Error('There is nothing to send.')
      const sent = deps.personAddress.send(message.jid, (jid) =>
        sendTo(jid, message.messageId, content, { lastWord, departure }, (next) => {
          stage = next
        }),
      )
      return await whileOpen(sent, over)
    } catch (error) {
      // All questions come before the message.
      if (isOverload(error)) return OVERLOADED
      if (error instanceof UploadFailed) return NOT_UPLOADED
      // A campaign waits for the hosts; for anything else somebody waits.
      if (!departure && isMediaHostAway(error)) return NOT_UPLOADED
      return outcomeOf(stage, error)
    }
  }

  /** Throws the error again where the message certainly has not left. */
  function outcomeOf(stage: Stage, error: unknown): SendOutcome {
    const stillOpen = socket.ws.isOpen && !over.aborted
    if (!mayHaveLeft(stage, error, stillOpen)) throw error
    if (!over.aborted) deps.onFault(error)
    return stillOpen ? UNKNOWN : LOST
  }

  /** What was given up as unsent must not leave later, over a connection that is closing. */
  function mustBeOpen(): void {
    if (over.aborted) throw new Error('The connection is over.')
  }

  /** Once to this address, and waits for the answer. */
  async function sendTo(
    jid: string,
    messageId: string,
    content: proto.IMessage,
    { lastWord, departure }: Leave,
    comesTo: (stage: Stage) => void,
  ): Promise<SendOutcome> {
    comesTo('ours')
    mustBeOpen()
    let refused: Promise<Refusal | null> | null = null
    let moment: Promise<void> | null = null
    // Once for all devices of the person: it is sent to all of them, or to none.
    async function ask(device: string) {
      mustBeOpen()
      if (isOwn(device)) return
      refused ??= deps.personAddress.receiverOf(jid).then(lastWord)
      if ((await refused) !== null) throw new Error('It may no longer be sent.')
    }
    // Without one of the person's devices none of the owner's gets it.
    function mayLeave(device: string) {
      mustBeOpen()
      if (!isOwn(device) || isOwn(jid)) comesTo('encrypted')
    }
    const ahead = departure && {
      moment: () => (moment ??= departure.moment()),
      async lastly(device: string) {
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
        comesTo('driver')
        await lookUpDevices(socket, jid)
        await writingTo.run(jid, () =>
          encrypting.run(sending, () => socket.relayMessage(jid, content, { messageId })),
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
      const refusal = await Promise.resolve(refused).catch((fault: unknown) => {
        comesTo('ours')
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
 * Whether a message that failed at this stage counts as one that may have left. What the driver
 * cannot do over an open connection it could never do, so that does, too; it would be tried for
 * ever.
 */
export function mayHaveLeft(stage: Stage, error: unknown, isOpen: boolean): boolean {
  if (stage === 'ours') return false
  return stage === 'encrypted' ? statusOf(error) !== CLOSED_BEFORE : isOpen
}
