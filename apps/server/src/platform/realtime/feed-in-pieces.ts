import type { Socket } from 'node:net'

/** About 80 of the smallest frames; the longest message takes 16 pieces. */
const PIECE_BYTES = 1024

/**
 * Passes incoming data to the reader in pieces, yielding to the event loop between them: 64 KB
 * arriving at once may be thousands of WebSocket frames. Calls `take` before each piece. Drops the
 * rest once the connection is destroyed.
 */
export function feedInPieces(socket: Socket, take: (bytes: number) => void): void {
  const readers = socket.listeners('data')
  socket.removeAllListeners('data')

  function feed(chunk: Buffer, from: number): void {
    if (socket.destroyed) return
    const piece = chunk.subarray(from, from + PIECE_BYTES)
    take(piece.length)
    if (socket.destroyed) return
    for (const reader of readers) reader.call(socket, piece)
    const next = from + PIECE_BYTES
    if (next < chunk.length) setImmediate(feed, chunk, next)
    else socket.resume()
  }

  socket.on('data', (chunk: Buffer) => {
    socket.pause()
    // Never in the same iteration of the event loop: the first piece may arrive before the
    // connection object exists.
    setImmediate(feed, chunk, 0)
  })
}
