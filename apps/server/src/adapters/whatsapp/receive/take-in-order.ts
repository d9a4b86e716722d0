import { type BinaryNode, isPnUser, jidNormalizedUser, type WASocket } from 'baileys'
import { createKeyedLock } from '../../../platform/lock.ts'
import { takeOver } from '../connection/take-over.ts'

const MESSAGE = 'CB:message'

/**
 * Makes the driver process the messages of a chat one by one, in the network's order. Call before
 * any other message listener is added. The driver starts on all of them at once, and queues them
 * only after storing the sender's addresses: a person's second message could overtake the first,
 * which has new addresses to store. Replies would swap, and in a group the second could not be
 * decrypted without the key in the first.
 */
export function takeInOrder({ ws }: Pick<WASocket, 'ws'>, onFault: (error: unknown) => void): void {
  const readers = takeOver(ws, MESSAGE)
  const lock = createKeyedLock()
  ws.on(MESSAGE, (stanza: BinaryNode) => {
    for (const read of readers) {
      lock(chatOf(stanza), async () => read(stanza)).catch(onFault)
    }
  })
}

/** A person's number where the network names it, so that number and LID are one chat. */
function chatOf({ attrs: { from, sender_pn } }: BinaryNode): string {
  return jidNormalizedUser([from, sender_pn].find((jid) => isPnUser(jid)) ?? from)
}
