import { type BinaryNode, jidNormalizedUser, type WASocket } from 'baileys'
import { LRUCache } from 'lru-cache'
import { createKeyedLock } from '../../../platform/lock.ts'
import { maxEntries } from '../../../platform/lru.ts'
import { takeOver } from '../connection/take-over.ts'

const MESSAGE = 'CB:message'
const ADDRESSES_MAX = 10_000

/**
 * Makes the driver process the messages of a chat one by one, in the network's order. Call before
 * any other message listener is added. The driver starts on all of them at once, and queues them
 * only after storing the sender's addresses: a person's second message could overtake the first,
 * which has new addresses to store. Replies would swap, and in a group the second could
 * not be decrypted without the key in the first. A person's number and LID are one chat.
 */
export function takeInOrder({ ws }: Pick<WASocket, 'ws'>, onFault: (error: unknown) => void): void {
  const readers = takeOver(ws, MESSAGE)
  const lock = createKeyedLock()
  const chatOf = createChats()
  ws.on(MESSAGE, (stanza: BinaryNode) => {
    for (const read of readers) {
      lock(chatOf(stanza), async () => read(stanza)).catch(onFault)
    }
  })
}

/**
 * Identifies a chat by the first known address of a person. Two addresses learned separately are
 * two chats until a message shows that they are one; that message may overtake earlier ones of the
 * other chat.
 */
function createChats() {
  const firstOf = new LRUCache<string, string>(maxEntries(ADDRESSES_MAX))

  return ({ attrs: { from, sender_pn, sender_lid } }: BinaryNode): string => {
    const addresses = [from, sender_pn, sender_lid]
      .filter((jid) => jid !== undefined)
      .map((jid) => jidNormalizedUser(jid))
    const known = addresses.map((address) => firstOf.get(address)).find(Boolean)
    const chat = known ?? addresses[0] ?? ''
    for (const address of addresses) firstOf.set(address, chat)
    return chat
  }
}
