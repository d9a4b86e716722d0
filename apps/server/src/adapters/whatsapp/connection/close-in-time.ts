import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { WASocket } from 'baileys'
import type { Clock } from '../../../platform/clock.ts'

/** The network confirms a close as fast as it answers anything. */
const CONFIRMED_WITHIN_MS = 2000

/**
 * Cuts a connection whose close the network does not confirm. The driver waits half a minute for
 * that, as it would on any line that has fallen silent: so long a stop would wait, the next attempt
 * to connect, and another node that is to have the device.
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
    /** For what was written last and has to arrive: from here on the driver's time holds. */
    waitLonger() {
      isCut = false
    },
  }
}
