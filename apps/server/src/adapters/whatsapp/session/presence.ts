import type { AuthenticationCreds, WASocket } from 'baileys'
import type { AnsweredMessage } from '../../../features/manners/manners.ports.ts'
import { pause, systemClock } from '../../../platform/clock.ts'

/** An answer waits no longer for its message to be marked as read. */
const READ_TIMEOUT_MS = 5000

/**
 * Keeps the owner's phone notifying: it falls silent while a linked device seems to be in use. The
 * driver tells its name in a presence without a type, which means 'available', with every change of
 * the credentials that does not repeat the name; and it says 'unavailable' only at the start, if
 * the name is known by then. Each of these is followed by 'unavailable'. Called for an open
 * connection.
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
    const wasTold = update.me?.name !== name
    // The driver has changed the credentials already.
    name = creds.me?.name
    // While it answers it is to be seen; the end of that says 'unavailable'.
    if (wasTold && name && isOpen() && !isAnswering())
      socket.sendPresenceUpdate('unavailable').catch(onFault)
  })
}

/**
 * Shows the device as online while anything is answered, and not a moment longer: the owner's phone
 * is silent for that time.
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
    /** The returned function ends it. */
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

/** The network is asked once whether the account tells of reading at all. */
export async function markRead(
  socket: Pick<WASocket, 'readMessages'>,
  { chatJid, messageId, senderJid }: ReadMessage,
): Promise<void> {
  const key = { remoteJid: chatJid, id: messageId, fromMe: false }
  const answered = new AbortController()
  const read = socket.readMessages([{ ...key, ...(senderJid && { participant: senderJid }) }])
  const tooLate = pause(systemClock, READ_TIMEOUT_MS, answered.signal)
  await Promise.race([read, tooLate]).finally(() => answered.abort())
}
