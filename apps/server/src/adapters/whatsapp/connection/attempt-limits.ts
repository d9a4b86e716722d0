import type { ClientRequest, IncomingMessage } from 'node:http'
import type { WASocket } from 'baileys'
import type { Clock } from '../../../platform/clock.ts'

/**
 * Time for the network's first frame: connecting, the upgrade, and the first step of the handshake.
 */
const FIRST_WORD_MAX_MS = 20_000
/** An attempt without any event ends after this time. */
const SILENCE_MAX_MS = 60_000

/** The server answered the upgrade with an HTTP status instead of a WebSocket. */
export class UpgradeRefused extends Error {
  override name = 'UpgradeRefused'
  /** The HTTP status. */
  readonly status: number

  constructor(status: number) {
    super(`The answer to the upgrade was ${status}.`)
    this.status = status
  }
}

/**
 * Ends attempts that the driver would leave hanging forever: it ignores a refused upgrade and has
 * no time limit. The errors carry no status code, which the driver could take for a logout. Call
 * `cancel` once the connection has made progress.
 */
export function limitAttempt(
  socket: Pick<WASocket, 'ws' | 'end'>,
  clock: Clock,
  onFault: (error: unknown) => void,
): { cancel(): void } {
  const end = (error: Error) => void socket.end(error).catch(onFault)
  const cancelFirstWordLimit = clock.after(FIRST_WORD_MAX_MS, () => {
    end(new Error('The network did not answer.'))
  })
  const cancelSilenceLimit = clock.after(SILENCE_MAX_MS, () =>
    end(new Error('The network said nothing.')),
  )
  socket.ws.once('frame', cancelFirstWordLimit)
  socket.ws.on('unexpected-response', (_request: ClientRequest, answer: IncomingMessage) => {
    answer.resume()
    end(new UpgradeRefused(answer.statusCode ?? 0))
  })
  return {
    cancel() {
      cancelFirstWordLimit()
      cancelSilenceLimit()
    },
  }
}

/**
 * The driver answers the network's first frame by signing in, and the last sign-in wins the device.
 * A server that was frozen or cut off during the handshake ends it instead, because another server
 * may have the device by now and would lose its session. The error carries no status code, which
 * the driver could take for a logout.
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
