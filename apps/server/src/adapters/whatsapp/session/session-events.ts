import type {
  OutgoingMessage,
  ReceiptReport,
  Receiver,
} from '../../../features/delivery/delivery.ports.ts'
import type { SessionListener } from '../../../features/devices/devices.ports.ts'
import type { HealthSign } from '../../../features/devices/health/health.ports.ts'
import type { Call } from '../receive/calls.ts'
import type { Change, Inbound } from '../receive/read-inbound.ts'

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
