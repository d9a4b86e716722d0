import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Requests that may wait on a connection; no browser or library pipelines more. */
const WAITING_MAX = 50

/**
 * Answers the requests of a connection one by one, and serves other connections in between: Node
 * emits all requests of one chunk at once, and 64 KB of them block the event loop for 100 ms.
 * Closes a connection with too many waiting requests. Call after all request listeners were added.
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

/** Bytes of a body to read at once. */
const PIECE_BYTES = 64 * 1024

/** Drain the rest of the body after answering, or the client never reads the response. */
const AFTER_ANSWER_PAUSE_MS = 50

/**
 * Yields between the pieces of a body, of which Node reads up to 2 MB per connection at once.
 * Unneeded data is drained slowly.
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
  // Attach after the consumer: a 'data' listener starts the stream.
  request.once('resume', () => request.on('data', pauseAfterPiece))
}
