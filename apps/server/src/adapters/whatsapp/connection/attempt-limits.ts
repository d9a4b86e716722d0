import type { ClientRequest, IncomingMessage } from 'node:http'
import type { WASocket } from 'baileys'
import type { Clock } from '../../../platform/clock.ts'

/** Until the network's first word: the way to it, the upgrade and the first step of a handshake. */
const FIRST_WORD_MAX_MS = 20_000
/** An attempt that has said nothing by then is over. */
const SILENCE_MAX_MS = 60_000

/** The answer to the connection was no WebSocket; nothing was said by the network itself. */
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
 * Ends attempts that the driver would leave hanging for ever: it ignores an answer that is no
 * upgrade, and has no time limit here. No error has a status code, which the driver could take for
 * a logout. `settled` is called once the network has said something.
 */
export function limitAttempt(
  socket: Pick<WASocket, 'ws' | 'end'>,
  clock: Clock,
  onFault: (error: unknown) => void,
): { settled(): void } {
  const end = (error: Error) => void socket.end(error).catch(onFault)
  const answered = clock.after(FIRST_WORD_MAX_MS, () => {
    end(new Error('The network did not answer.'))
  })
  const spoken = clock.after(SILENCE_MAX_MS, () => end(new Error('The network said nothing.')))
  socket.ws.once('frame', answered)
  socket.ws.on('unexpected-response', (_request: ClientRequest, answer: IncomingMessage) => {
    answer.resume()
    end(new UpgradeRefused(answer.statusCode ?? 0))
  })
  return {
    settled() {
      answered()
      spoken()
    },
  }
}

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
