import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { WASocket } from 'baileys'
import type { Clock } from '../../../platform/clock.ts'

/** The network normally confirms a close at once. */
const CONFIRMED_WITHIN_MS = 2000

/**
 * Cuts a connection whose close the network does not confirm. The driver waits half a minute for
 * it, which would delay a shutdown, the next attempt, and another node that takes the device.
 */
export function closeInTime({ ws }: Pick<WASocket, 'ws'>, clock: Clock): { waitLonger(): void } {
  let line: Socket | null = null
  let isCut = true
  ws.once('upgrade', ({ socket }: IncomingMessage) => {
    line = socket
  })
  const close = ws.close.bind(ws)
  ws.close = async () => {
    const cancel = clock.after(CONFIRMED_WITHIN_MS, () => isCut && line?.destroy())
    await close().finally(cancel)
  }
  return {
    /** Restores the driver's own limit, so that the last frame can still arrive. */
    waitLonger() {
      isCut = false
    },
  }
}
