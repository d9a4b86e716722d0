import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { Socket as NetSocket } from 'node:net'
import type { Server, Socket } from 'socket.io'
import type { Clock } from '../clock.ts'
import { feedInPieces } from './feed-in-pieces.ts'
import { createMeter, type Meter } from './meter.ts'

/** Output that may be buffered for a slow browser; above this it is disconnected and reconnects. */
const MAX_UNDELIVERED = { packets: 1000, bytes: 1024 * 1024 }
/** A Socket.IO packet of a namespace: its type, the number of attachments, and the name. */
const OTHER_NAMESPACE = /^\d+-?\/(?!,|$)/

type Connection = Socket['conn']

/** The used part of the WebSocket library's connection. */
interface WebSocketConnection {
  readonly bufferedAmount: number
  prependListener(event: 'message' | 'ping' | 'pong', listener: () => void): void
  terminate(): void
}

/** Set by the library on upgrade requests; missing when the request was refused. */
type UpgradeRequest = IncomingMessage & { readonly websocket?: WebSocketConnection }

interface Packet {
  readonly type: string
  readonly data?: string | Buffer
}

export interface Traffic {
  /** Switches to the limits of a signed-in browser. */
  signIn(connection: Connection): void
}

/**
 * Limits how many packets and bytes each connection sends, from its first byte on, and how much
 * output may be buffered. Connections over a limit are closed. Call once the realtime server is
 * attached.
 */
export function limitTraffic(
  io: Server,
  http: HttpServer,
  clock: Clock,
  onCut: (connectionId: string) => void,
): Traffic {
  /** By the connection's first request, until it has an id. */
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

/** The `sid` of its requests, which the library's types do not expose. */
function idOf(connection: Connection): string {
  return (connection as unknown as { readonly id: string }).id
}

function countWebSocket(websocket: WebSocketConnection, socket: NetSocket, meter: Meter): void {
  feedInPieces(socket, (bytes) => meter.bytes(bytes))
  const count = () => {
    meter.packet()
    // The library answers pings even when the client does not read.
    if (websocket.bufferedAmount > MAX_UNDELIVERED.bytes) meter.cut()
  }
  for (const event of ['message', 'ping', 'pong'] as const) websocket.prependListener(event, count)
  meter.onCut(() => {
    // Otherwise the library would process the data received meanwhile.
    while (socket.read() !== null);
    websocket.terminate()
  })
}

/** WebSocket packets are counted on arrival, even before the connection is upgraded. */
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
