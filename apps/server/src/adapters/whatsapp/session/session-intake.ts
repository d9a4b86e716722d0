import { type BinaryNode, isLidUser, jidDecode, type SignalRepositoryWithLIDStore } from 'baileys'
import type { Typing } from '../../../features/chats/phone/phone.ports.ts'
import type {
  OutgoingMessage,
  ReceiptReport,
  Receiver,
} from '../../../features/delivery/delivery.ports.ts'
import type { SessionListener } from '../../../features/devices/devices.ports.ts'
import type { HealthSign } from '../../../features/devices/health/health.ports.ts'
import type { Call } from '../receive/calls.ts'
import type { SharedHistory } from '../receive/read-history.ts'
import type { Change, Inbound } from '../receive/read-inbound.ts'
import type { Vote } from '../receive/votes.ts'
import type { Acknowledgements } from '../send/acknowledgements.ts'
import type { createMessageParties } from '../send/message-parties.ts'
import type { ReceiptNews } from '../send/receipts.ts'

/** What a session reports to the rest of the server, and asks of it. */
export interface SessionEvents extends SessionListener {
  /** Receipts of sent messages; resolves once they are stored. */
  onReceipts(reports: readonly ReceiptReport[]): Promise<void>
  /** Resolves once the message is stored. */
  onInbound(message: Inbound): Promise<void>
  /** Resolves once the edit, deletion or reaction is stored. */
  onInboundChange(change: Change): Promise<void>
  /** Somebody types in a chat that is watched. */
  onTyping(chatJid: string, typing: Typing): void
  /** The owner has read a chat on the phone. */
  onReadOnPhone(chatJid: string): void
  /** What is kept of the history that the phone shares. */
  readonly history: SharedHistory
  /** Resolves once the vote is stored. */
  onVote(vote: Vote): Promise<void>
  /** A call starts to ring. */
  onCall(call: Call): Promise<void>
  /** The name that a person uses on the network. */
  onName(phoneNumber: string, name: string): void
  /** A sign of the device's health. */
  onSign(sign: HealthSign): void
  findSent(
    messageId: string,
    receiverOf: (jid: string) => Promise<Receiver | null>,
  ): Promise<OutgoingMessage | null>
  /** The chat of each of these sent messages. */
  chatsOf(messageIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Whether another server may have the device by now. */
  mayBeReplaced(): boolean
  /** A key for a contact is not signed by them. */
  onForgedKey(): void
  /** A query was refused because of a rate limit. */
  onOverload(): void
  /** Something failed in the background, such as a database write. */
  onFault(error: unknown): void
}

export interface IntakeDeps {
  readonly events: Pick<
    SessionEvents,
    'chatsOf' | 'onReceipts' | 'onInbound' | 'onInboundChange' | 'onVote' | 'onName'
  >
  readonly acknowledgements: Acknowledgements
  readonly parties: Pick<ReturnType<typeof createMessageParties>, 'onlyOf'>
  readonly lidMapping: SignalRepositoryWithLIDStore['lidMapping']
  isOver(): boolean
  /** Called when messages cannot be stored. */
  hangUp(error: unknown): void
}

/**
 * Stores inbound data of a session; each call resolves once it is stored, and only then is it
 * acknowledged.
 */
export function createIntake(deps: IntakeDeps) {
  const { events, acknowledgements, parties, lidMapping, isOver } = deps

  async function recordReceipt(
    { messageIds: reportedIds, status }: ReceiptNews,
    attrs: BinaryNode['attrs'],
  ): Promise<void> {
    if (isOver()) return never()
    await hangUpOnFailure(async () => {
      const messageIds = await parties.onlyOf(await events.chatsOf(reportedIds), attrs)
      if (isOver()) return never()
      for (const messageId of messageIds) acknowledgements.settle(messageId, { kind: 'accepted' })
      await events.onReceipts(messageIds.map((messageId) => ({ messageId, status })))
    })
  }

  async function keepInbound(message: Inbound): Promise<void> {
    if (isOver()) return never()
    await hangUpOnFailure(async () => {
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
    await hangUpOnFailure(() => events.onInboundChange(change))
  }

  async function keepVote(vote: Vote): Promise<void> {
    if (isOver()) return never()
    await hangUpOnFailure(() => events.onVote(vote))
  }

  async function hangUpOnFailure(keep: () => Promise<void>): Promise<void> {
    try {
      await keep()
    } catch (error) {
      if (isOver()) return never()
      deps.hangUp(error)
      throw error
    }
  }

  return { recordReceipt, keepInbound, keepChange, keepVote }
}

/**
 * Never resolves: a closing session accepts nothing, and the network delivers it to the next one.
 */
function never(): Promise<never> {
  return new Promise(() => {})
}

/**
 * Adds the sender's number to a message that names only the LID, if the driver has stored the
 * mapping. Sends no query.
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
