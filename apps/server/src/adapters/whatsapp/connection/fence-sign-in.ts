import type { WASocket } from 'baileys'

/**
 * The network's first word is answered by signing in, and whoever signs in last has the device. A
 * server that was frozen or cut off during the handshake ends it instead: another one may have the
 * device by now, whose session would end. The error has no status code, which the driver could take
 * for a logout.
 */
export function fenceSignIn(
  socket: Pick<WASocket, 'ws' | 'end'>,
  mayBeReplaced: () => boolean,
  onFault: (error: unknown) => void,
): void {
  socket.ws.once('frame', () => {
    if (!mayBeReplaced()) return
    socket.end(new Error('Another server may have this device by now.')).catch(onFault)
  })
}
