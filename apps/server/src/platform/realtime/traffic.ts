import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { Socket as NetSocket } from 'node:net'
import type { Server, Socket } from 'socket.io'
import type { Clock } from '../clock.ts'
import { feedInPieces } from './feed-in-pieces.ts'
import { createMeter, type Meter } from './meter.ts'

/**
 * What may wait for a browser that does not take it;
 * afterwards it is cut, and comes back for the whole.
 */
const MAX_UNDELIVERED = { packets: 1000, bytes: 1024 * 1024 }
/** A Socket.IO packet of a namespace: its type, how many attachments follow, and the name. */
const OTHER_NAMESPACE = /^\d+-?\/(?!,|$)/

type Connection = Socket['conn']

/** What the WebSocket library's connection is used for here. */
interface WebSocketConnection {
  readonly bufferedAmount: number
  prependListener(event: 'message' | 'ping' | 'pong', listener: () => void): void
  terminate(): void
}

/**
 * Where the library leaves it for whoever stands behind: not there for a request that was refused.
 */
type UpgradeRequest = IncomingMessage & { readonly websocket?: WebSocketConnection }

interface Packet {
  readonly type: string
  readonly data?: string | Buffer
}

export interface Traffic {
  /** From here on a signed-in browser's allowance holds. */
  signIn(connection: Connection): void
}

/**
 * Bounds what each connection sends from its first byte on, in packets of every kind and in bytes,
 * and what waits to be taken by it; whoever goes over is cut. Call once the realtime server is
 * attached.
 */
export function limitTraffic(
  io: Server,
  http: HttpServer,
  clock: Clock,
  onCut: (connectionId: string) => void,
): Traffic {
  /** By the request that began the connection, until it has an id. */
  const beginning = new WeakMap<IncomingMessage, Meter>()
  const meters = new Map<string, Meter>()

  http.on('upgrade', (request: UpgradeRequest, socket) => {
    if (!request.websocket) return
    const sid = new URLSearchParams(request.url?.split('?')[1]).get('sid')
    const meter = meters.get(sid ?? '') ?? createMeter(clock)
    beginning.set(request, meter)
    countWebSocket(request.websocket, socket as NetSocket, meter)
  })

  io.engine.on('connection', (connection: Connection) => {
    const id = idOf(connection)
    const meter = beginning.get(connection.request) ?? createMeter(clock)
    meters.set(id, meter)
    connection.once('close', () => meters.delete(id))
    meter.onCut(() => {
      onCut(id)
      connection.close(true)
    })
    countPackets(connection, meter)
    limitUndelivered(connection, meter)
  })

  return { signIn: (connection) => meters.get(idOf(connection))?.signIn() }
}

/** The `sid` of its requests, which the library's types keep to themselves. */
function idOf(connection: Connection): string {
  return (connection as unknown as { readonly id: string }).id
}

function countWebSocket(websocket: WebSocketConnection, socket: NetSocket, meter: Meter): void {
  feedInPieces(socket, (bytes) => meter.bytes(bytes))
  const count = () => {
    meter.packet()
    // The library answers pings whether the answers are taken or not.
    if (websocket.bufferedAmount > MAX_UNDELIVERED.bytes) meter.cut()
  }
  for (const event of ['message', 'ping', 'pong'] as const) websocket.prependListener(event, count)
  meter.onCut(() => {
    // The library would look through what has come meanwhile.
    while (socket.read() !== null);
    websocket.terminate()
  })
}

/** Those of a WebSocket are counted where they come, also before the connection takes it over. */
function countPackets(connection: Connection, meter: Meter): void {
  connection.on('packet', ({ type, data }: Packet) => {
    if (connection.transport.name === 'polling') {
      meter.packet()
      meter.bytes((data?.length ?? 0) + 1)
    }
    const isForeign = type === 'message' && OTHER_NAMESPACE.test(String(data).slice(0, 20))
    if (isForeign) meter.cut()
  })
}

function limitUndelivered(connection: Connection, meter: Meter): void {
  let packets = 0
  let bytes = 0
  connection.on('packetCreate', ({ data }: Packet) => {
    packets += 1
    bytes += data?.length ?? 0
    if (packets > MAX_UNDELIVERED.packets || bytes > MAX_UNDELIVERED.bytes) meter.cut()
  })
  connection.on('flush', () => {
    packets = 0
    bytes = 0
  })
}
