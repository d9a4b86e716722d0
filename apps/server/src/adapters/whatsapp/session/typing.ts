import { jidNormalizedUser, type WASocket } from 'baileys'
import type { Typing } from '../../../features/chats/phone/phone.ports.ts'

/** A subscription ends by itself after some minutes at the network. */
const SUBSCRIBED_FOR_MS = 5 * 60_000

const STATES: ReadonlyMap<string, Typing> = new Map([
  ['composing', 'composing'],
  ['recording', 'recording'],
  ['available', 'paused'],
  ['paused', 'paused'],
  ['unavailable', 'paused'],
])

/** Tells who types, in chats that are asked for: each costs a subscription. */
export function createTypingWatch(
  socket: Pick<WASocket, 'ev' | 'presenceSubscribe'>,
  now: () => number,
  onTyping: (chatJid: string, typing: Typing) => void,
) {
  const subscribedAt = new Map<string, number>()

  socket.ev.on('presence.update', ({ id, presences }) => {
    for (const { lastKnownPresence } of Object.values(presences)) {
      const typing = STATES.get(lastKnownPresence)
      if (typing) onTyping(jidNormalizedUser(id), typing)
    }
  })

  return {
    /** Call it again while the chat stays open. */
    async subscribe(jid: string): Promise<void> {
      const since = subscribedAt.get(jid)
      if (since !== undefined && now() - since < SUBSCRIBED_FOR_MS) return
      for (const [other, at] of subscribedAt) {
        if (now() - at >= SUBSCRIBED_FOR_MS) subscribedAt.delete(other)
      }
      subscribedAt.set(jid, now())
      await socket.presenceSubscribe(jid)
    },
  }
}
