import type { Socket } from 'node:net'

/** Some 80 of the smallest frames; the longest message takes 16 of these. */
const PIECE_BYTES = 1024

/**
 * Hands what comes on a connection to whoever reads it a piece at a time, with others served
 * between the pieces: 64 KB come at once, which are thousands of frames to a WebSocket. `take` is
 * told of each piece first; once the connection is destroyed the rest costs nothing.
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
    // Never in the same iteration of the event loop:
    // the very first may come before the connection is made.
    setImmediate(feed, chunk, 0)
  })
}
