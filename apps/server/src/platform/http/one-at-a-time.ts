import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Requests of a connection that wait behind the one that is answered;
 * no browser and no library sends more.
 */
const WAITING_MAX = 50

/**
 * Answers the requests of a connection one after another, and lets others be served between them:
 * Node hands over all that came in one piece at once, and 64 KB of them hold the event loop for 100
 * ms. A connection on which too many wait is cut. Call once everybody listens for requests.
 */
export function answerOneAtATime(server: Server): void {
  const listeners = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  const answering = new WeakMap<Socket, (() => void)[]>()

  server.on('request', (request, response) => {
    const { socket } = request
    const handle = () => {
      if (socket.destroyed) return
      response.once('close', () => next(socket))
      for (const listener of listeners) listener.call(server, request, response)
    }
    const waiting = answering.get(socket)
    if (!waiting) {
      answering.set(socket, [])
      handle()
    } else if (waiting.length < WAITING_MAX) {
      waiting.push(handle)
    } else {
      socket.destroy()
    }
  })

  function next(socket: Socket): void {
    const handle = socket.destroyed ? undefined : answering.get(socket)?.shift()
    if (handle) setImmediate(handle)
    else answering.delete(socket)
  }
}

/** How much of a body is read at once. */
const PIECE_BYTES = 64 * 1024

/**
 * What comes behind an answer is read past,
 * for whoever sends it would not see the answer otherwise.
 */
const AFTER_ANSWER_PAUSE_MS = 50

/**
 * Lets others be served between the pieces of a body, of which Node reads up to 2 MB of each
 * connection at once. What nobody needs any more comes slowly.
 */
export function readInPieces(request: IncomingMessage, response: ServerResponse): void {
  let read = 0
  function pauseAfterPiece(chunk: Buffer): void {
    read += chunk.length
    // The consumer has paused the body, and resumes it itself.
    if (read < PIECE_BYTES || request.isPaused()) return
    read = 0
    request.pause()
    if (response.writableEnded) setTimeout(resume, AFTER_ANSWER_PAUSE_MS).unref()
    else setImmediate(resume)
  }
  const resume = () => request.resume()
  // Not before somebody reads it, and behind them: listening for data starts a body.
  request.once('resume', () => request.on('data', pauseAfterPiece))
}
