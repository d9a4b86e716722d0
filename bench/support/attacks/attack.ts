import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import { connect, type Socket } from 'node:net'

/** The attacker's own address, so that limits by address do not affect the measurement. */
const ATTACKERS_ADDRESS = '127.0.0.2'

export interface Target {
  readonly host: string
  readonly port: number
  readonly token: string
}

/**
 * A prepared attack, so that generating it costs nothing while it runs. Continues until `isOver`.
 */
export type Attack = (target: Target) => Promise<(isOver: () => boolean) => Promise<unknown>>

export interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: OutgoingHttpHeaders
  readonly body?: Buffer
}

/** Returns the status; 0 when the connection was closed. */
export type Send = (sent: Sent) => Promise<number>

export function createSender({ host, port }: Target, connections: number): Send {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return ({ method, path, headers, body }) =>
    new Promise((done) => {
      const asked = request(
        { host, port, agent, method, path, headers, localAddress: ATTACKERS_ADDRESS },
        (answer) => {
          answer.resume().once('close', () => done(answer.statusCode ?? 0))
        },
      )
      asked.once('error', () => done(0))
      asked.end(body)
    })
}

/** Opens a raw connection and ignores its responses. */
export function openSocket({ host, port }: Target): Socket {
  const socket = connect({ host, port, localAddress: ATTACKERS_ADDRESS })
  return socket.on('error', () => {}).resume()
}

export function closed(socket: Socket): Promise<unknown> {
  return new Promise((done) => socket.once('close', done))
}

export function json(target: Target, path: string, body: string): Sent {
  const bytes = Buffer.from(body)
  return {
    method: 'POST',
    path: `/api${path}`,
    headers: {
      authorization: `Bearer ${target.token}`,
      'content-type': 'application/json',
      'content-length': bytes.length,
    },
    body: bytes,
  }
}

/** Sends the requests in rotation, `concurrency` at a time. Returns the count of each status. */
export function flood(requests: readonly Sent[], atOnce: number) {
  return async (send: Send, isOver: () => boolean) => {
    const statuses: Record<number, number> = {}
    let next = 0
    const one = async () => {
      while (!isOver()) {
        const sent = requests[next++ % requests.length]
        if (!sent) return
        const status = await send(sent)
        statuses[status] = (statuses[status] ?? 0) + 1
      }
    }
    await Promise.all(Array.from({ length: atOnce }, one))
    return statuses
  }
}
