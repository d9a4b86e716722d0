import type { BinaryNode, WASocket } from 'baileys'
import { createKeyedLock } from '../../platform/lock.ts'

const MESSAGE = 'CB:message'

/**
 * Lets the driver take in the messages of a chat one after the other, in the order the network sent them. Call it before
 * anybody else listens for messages.
 *
 * The driver starts on each at once, and lines them up only after it has stored the sender's addresses: somebody's
 * first message, whose addresses are new, is then overtaken by the second. Answers change places, and in a group the
 * second cannot be read at all without the key that the first one brings.
 */
export function takeInOrder({ ws }: Pick<WASocket, 'ws'>, onFault: (error: unknown) => void): void {
  const drivers = ws.listeners(MESSAGE)
  const lock = createKeyedLock()
  ws.removeAllListeners(MESSAGE)
  ws.on(MESSAGE, (stanza: BinaryNode) => {
    for (const driver of drivers) {
      lock(stanza.attrs.from ?? '', async () => driver.call(ws, stanza)).catch(onFault)
    }
  })
}
