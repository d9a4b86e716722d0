import { type BinaryNode, isLidUser, jidDecode, type SignalRepositoryWithLIDStore } from 'baileys'
import type {
  OutgoingMessage,
  ReceiptReport,
  Receiver,
} from '../../../features/delivery/delivery.ports.ts'
import type { SessionListener } from '../../../features/devices/devices.ports.ts'
import type { HealthSign } from '../../../features/devices/health/health.ports.ts'
import type { Call } from '../receive/calls.ts'
import type { Change, Inbound } from '../receive/read-inbound.ts'
import type { Acknowledgements } from '../send/acknowledgements.ts'
import type { createMessageParties } from '../send/message-parties.ts'
import type { ReceiptNews } from '../send/receipts.ts'

/** What a session tells, and asks, of the rest of the server. */
export interface SessionEvents extends SessionListener {
  /** Receipts of sent messages; resolves once they are stored. */
  onReceipts(reports: readonly ReceiptReport[]): Promise<void>
  /** Resolves once the message is stored. */
  onInbound(message: Inbound): Promise<void>
  /** The same for what was done to a message afterwards. */
  onInboundChange(change: Change): Promise<void>
  /** A call begins to ring. */
  onCall(call: Call): Promise<void>
  /** The name that a person uses on the network. */
  onName(phoneNumber: string, name: string): void
  /** Something that tells how well the device works. */
  onSign(sign: HealthSign): void
  findSent(
    messageId: string,
    receiverOf: (jid: string) => Promise<Receiver | null>,
  ): Promise<OutgoingMessage | null>
  /** To whom each of these messages of the device is written. */
  chatsOf(messageIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Whether another server may have the device by now. */
  mayBeReplaced(): boolean
  /** A key from the network for a person is not signed by them. */
  onForgedKey(): void
  /** A question was refused because the device asks too much. */
  onOverload(): void
  /** Something failed that nobody waits for, a write to the database for example. */
  onFault(error: unknown): void
}

export interface IntakeDeps {
  readonly events: Pick<
    SessionEvents,
    'chatsOf' | 'onReceipts' | 'onInbound' | 'onInboundChange' | 'onName'
  >
  readonly acknowledgements: Acknowledgements
  readonly parties: Pick<ReturnType<typeof createMessageParties>, 'onlyOf'>
  readonly lidMapping: SignalRepositoryWithLIDStore['lidMapping']
  isOver(): boolean
  /** Nothing can be stored. */
  hangUp(error: unknown): void
}

/** What comes in over a session: each part resolves once it is stored, and is acknowledged then. */
export function createIntake(deps: IntakeDeps) {
  const { events, acknowledgements, parties, lidMapping, isOver } = deps

  async function recordReceipt(
    { messageIds: named, status }: ReceiptNews,
    attrs: BinaryNode['attrs'],
  ): Promise<void> {
    if (isOver()) return never()
    await hangingUp(async () => {
      const messageIds = await parties.onlyOf(await events.chatsOf(named), attrs)
      if (isOver()) return never()
      for (const messageId of messageIds) acknowledgements.settle(messageId, { kind: 'accepted' })
      await events.onReceipts(messageIds.map((messageId) => ({ messageId, status })))
    })
  }

  async function keepInbound(message: Inbound): Promise<void> {
    if (isOver()) return never()
    await hangingUp(async () => {
      const named = await withNumber(message, lidMapping)
      const { fromMe, chat, senderNumber, senderName } = named
      if (!fromMe && chat === 'individual' && senderNumber && senderName) {
        events.onName(senderNumber, senderName)
      }
      await events.onInbound(named)
    })
  }

  async function keepChange(change: Change): Promise<void> {
    if (isOver()) return never()
    await hangingUp(() => events.onInboundChange(change))
  }

  async function hangingUp(keep: () => Promise<void>): Promise<void> {
    try {
      await keep()
    } catch (error) {
      if (isOver()) return never()
      deps.hangUp(error)
      throw error
    }
  }

  return { recordReceipt, keepInbound, keepChange }
}

/** A closing session accepts nothing more: the network delivers it to the next one. */
function never(): Promise<never> {
  return new Promise(() => {})
}

/**
 * A message whose sender the network named by their LID alone, with the number that the driver
 * knows for it: whoever was written to by number is known by both. Nothing is asked of the network.
 */
export async function withNumber(
  message: Inbound,
  mapping: Pick<SignalRepositoryWithLIDStore['lidMapping'], 'getPNForLID'>,
): Promise<Inbound> {
  if (message.fromMe || message.senderNumber !== null || !isLidUser(message.senderJid)) {
    return message
  }
  const number = jidDecode((await mapping.getPNForLID(message.senderJid)) ?? undefined)?.user
  return number ? { ...message, senderNumber: number } : message
}
