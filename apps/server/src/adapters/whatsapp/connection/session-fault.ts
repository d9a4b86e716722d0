import type { WASocket } from 'baileys'
import { takeOver } from './take-over.ts'

/**
 * A connection that ended because something it brought could not be read or handled. Carries no
 * status code of its cause: the driver's errors have some that would count as a logout.
 */
export class SessionFault extends Error {
  override name = 'SessionFault'

  constructor(cause: unknown) {
    super('What came in could not be handled.', { cause })
  }
}

/**
 * Owns what the driver throws while it reads a frame: bytes that do not decrypt or hold no stanza,
 * and listeners that fail. The driver's own handler is asynchronous and nobody awaits it
 * (`Socket/socket.js`, `ws.on('message', …)`).
 */
export function ownFrameFaults(
  { ws }: Pick<WASocket, 'ws'>,
  onFault: (error: unknown) => void,
): void {
  const readers = takeOver(ws, 'message')
  ws.on('message', (data: unknown) => {
    for (const read of readers) Promise.resolve(read(data)).catch(onFault)
  })
}
