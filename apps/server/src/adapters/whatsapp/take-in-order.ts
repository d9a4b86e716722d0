import { type BinaryNode, jidNormalizedUser, type WASocket } from 'baileys'
import { LRUCache } from 'lru-cache'
import { createKeyedLock } from '../../platform/lock.ts'

const MESSAGE = 'CB:message'
const ADDRESSES_MAX = 10_000

/**
 * Lets the driver take in the messages of a chat one after the other, in the order the network sent
 * them. Call it before anybody else listens for messages.
 *
 * The driver starts on each at once, and lines them up only after it has stored the sender's
 * addresses: somebody's first message, whose addresses are new, is then overtaken by the second.
 * Answers change places, and in a group the second cannot be read at all without the key that the
 * first one brings. A person's number and identity are one chat.
 */
export function takeInOrder({ ws }: Pick<WASocket, 'ws'>, onFault: (error: unknown) => void): void {
  const drivers = ws.listeners(MESSAGE)
  const lock = createKeyedLock()
  const chatOf = createChats()
  ws.removeAllListeners(MESSAGE)
  ws.on(MESSAGE, (stanza: BinaryNode) => {
    for (const driver of drivers) {
      lock(chatOf(stanza), async () => driver.call(ws, stanza)).catch(onFault)
    }
  })
}

/**
 * Names a chat by the address of a person that was heard of first. Two addresses that were heard of
 * one by one are two chats until a message tells that they are one; that one may overtake what the
 * other chat is still busy with.
 */
function createChats() {
  const firstOf = new LRUCache<string, string>({ max: ADDRESSES_MAX })

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
