import { type BinaryNode, isJidStatusBroadcast, NACK_REASONS, type WASocket } from 'baileys'
import { takeOver } from '../connection/take-over.ts'

/**
 * Acknowledges unreadable messages instead of refusing them: the network withholds the rest of the
 * offline queue after a refusal. The driver still requests a copy from the sender. The reasons are
 * a global of the driver, which adds one to the acknowledgement unless it is zero.
 */
export function acknowledgePlainly(): void {
  NACK_REASONS.ParsingError = 0
  NACK_REASONS.MissingMessageSecret = 0
  NACK_REASONS.UnhandledError = 0
}

const MESSAGE = 'CB:message'

/**
 * Acknowledges status posts without decrypting them: they are not used, and unreadable ones would
 * be requested up to five times. Call after all other message listeners are added.
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

/**
 * Lets something be done with each message before the driver acknowledges it. Call before
 * `takeInOrder`, which waits for it.
 */
export function beforeAcknowledging(
  { ws }: Pick<WASocket, 'ws'>,
  act: (stanza: BinaryNode) => Promise<void>,
): void {
  const readers = takeOver(ws, MESSAGE)
  ws.on(MESSAGE, async (stanza: BinaryNode) => {
    await act(stanza)
    for (const read of readers) await read(stanza)
  })
}
