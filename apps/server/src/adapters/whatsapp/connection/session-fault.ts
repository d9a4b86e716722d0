import type { WASocket } from 'baileys'
import { takeOver } from './take-over.ts'

/**
 * The connection ended because inbound data could not be handled. It drops the status code of its
 * cause, which could count as a logout.
 */
export class SessionFault extends Error {
  override name = 'SessionFault'

  constructor(cause: unknown) {
    super('What came in could not be handled.', { cause })
  }
}

/**
 * Catches what the driver throws while it reads a frame: undecryptable or malformed bytes, and
 * failing listeners. The driver's handler is asynchronous and never awaited (`Socket/socket.js`,
 * `ws.on('message', …)`).
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
