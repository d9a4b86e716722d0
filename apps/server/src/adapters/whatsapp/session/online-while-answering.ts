import type { WASocket } from 'baileys'

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
