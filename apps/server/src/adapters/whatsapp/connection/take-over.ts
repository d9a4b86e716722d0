import type { WASocket } from 'baileys'

/** A former listener, such as the driver's own. */
type Reader = (data: unknown) => unknown

/**
 * Removes and returns all listeners of an event, so that a new listener can decide what to pass on
 * to them. The driver has no other hook that runs before its own handling.
 */
export function takeOver(ws: WASocket['ws'], event: string): Reader[] {
  const readers = ws.listeners(event)
  ws.removeAllListeners(event)
  return readers.map((reader) => (data) => reader.call(ws, data))
}
