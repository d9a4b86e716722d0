import type { AuthenticationCreds, WASocket } from 'baileys'
import type { AnsweredMessage } from '../../../features/manners/manners.ports.ts'
import { pause, systemClock } from '../../../platform/clock.ts'

/** Time limit for marking a message as read before it is answered. */
const READ_TIMEOUT_MS = 5000

/**
 * Keeps notifications on the owner's phone, which stop while a linked device seems to be in use.
 * With most changes of the credentials, the driver sends its name in a presence without a type,
 * which means 'available'; it sends 'unavailable' only at the start, if the name is known by then.
 * This sends 'unavailable' after each of them.
 */
export function keepPhoneNotifying(
  socket: Pick<WASocket, 'ev' | 'sendPresenceUpdate'>,
  creds: AuthenticationCreds,
  isOpen: () => boolean,
  isAnswering: () => boolean,
  onFault: (error: unknown) => void,
): void {
  let name = creds.me?.name
  socket.ev.on('creds.update', (update) => {
    const nameChanged = update.me?.name !== name
    // The driver has already updated the credentials.
    name = creds.me?.name
    // While a reply is pending it stays visible; its end sends 'unavailable'.
    if (nameChanged && name && isOpen() && !isAnswering())
      socket.sendPresenceUpdate('unavailable').catch(onFault)
  })
}

/**
 * Shows the device as online only while replies are pending, because the owner's phone shows no
 * notifications meanwhile.
 */
export function createOnlineWhileAnswering(
  socket: Pick<WASocket, 'sendPresenceUpdate'>,
  isOpen: () => boolean,
  onFault: (error: unknown) => void,
) {
  let answers = 0

  function say(presence: 'available' | 'unavailable'): void {
    if (isOpen()) socket.sendPresenceUpdate(presence).catch(onFault)
  }

  return {
    isShown: () => answers > 0,
    /** Returns a function that ends it. */
    begin(): () => void {
      let isOver = false
      answers += 1
      if (answers === 1) say('available')
      return () => {
        if (isOver) return
        isOver = true
        answers -= 1
        if (answers === 0) say('unavailable')
      }
    },
  }
}

export type ReadMessage = Omit<AnsweredMessage, 'deviceId'>

/** Marks messages as read, if the account's privacy settings allow it. */
export async function markRead(
  socket: Pick<WASocket, 'readMessages'>,
  messages: readonly ReadMessage[],
): Promise<void> {
  const finished = new AbortController()
  const read = socket.readMessages(
    messages.map(({ chatJid, messageId, senderJid }) => ({
      remoteJid: chatJid,
      id: messageId,
      fromMe: false,
      ...(senderJid && { participant: senderJid }),
    })),
  )
  const tooLate = pause(systemClock, READ_TIMEOUT_MS, finished.signal)
  await Promise.race([read, tooLate]).finally(() => finished.abort())
}
