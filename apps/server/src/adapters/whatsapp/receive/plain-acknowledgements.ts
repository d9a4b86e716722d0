import { type BinaryNode, isJidStatusBroadcast, NACK_REASONS, type WASocket } from 'baileys'
import { takeOver } from '../connection/take-over.ts'

/**
 * What the driver refuses after it could not read it is acknowledged instead: the network withholds
 * the rest of the offline queue from whoever refuses. It asks the sender for a copy before. The
 * reasons are a global of the driver, which adds one to an acknowledgement unless it is zero.
 */
export function acknowledgePlainly(): void {
  NACK_REASONS.ParsingError = 0
  NACK_REASONS.MissingMessageSecret = 0
  NACK_REASONS.UnhandledError = 0
}

const MESSAGE = 'CB:message'

/**
 * Acknowledges statuses unread, as nothing comes of them here, and one that cannot be read would
 * be asked for up to five times. Called after all listeners for messages are added.
 */
export function passOverStatuses(
  { ws, sendMessageAck }: Pick<WASocket, 'ws' | 'sendMessageAck'>,
  onFault: (error: unknown) => void,
): void {
  const readers = takeOver(ws, MESSAGE)
  ws.on(MESSAGE, (stanza: BinaryNode) => {
    if (!isJidStatusBroadcast(stanza.attrs.from ?? '')) {
      for (const read of readers) read(stanza)
    } else if (ws.isOpen) sendMessageAck(stanza).catch(onFault)
  })
}
