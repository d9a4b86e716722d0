import type { WASocket } from 'baileys'

/** Whoever listened before, the driver itself among them. */
type Reader = (data: unknown) => unknown

/**
 * Removes all who listen for an event of the driver's client, and returns them, for one who listens
 * in their place and passes on what is for them. The driver has no other way to decide before it
 * does what becomes of something.
 */
export function takeOver(ws: WASocket['ws'], event: string): Reader[] {
  const readers = ws.listeners(event)
  ws.removeAllListeners(event)
  return readers.map((reader) => (data) => reader.call(ws, data))
}
