import { type BinaryNode, decodeBinaryNode, encodeBinaryNode, proto } from 'baileys'
import type { WebSocket } from 'ws'
import type { Clock, Timer } from './clock.ts'
import { ProtocolFault } from './errors.ts'
import type { DeviceAddress } from './store/companions.ts'
import type { ClientVersion } from './weather/weather.ts'
import { createDeframer, frame } from './wire/frames.ts'
import { createNoiseResponder } from './wire/noise.ts'
import type { ServerIdentity } from './wire/server-identity.ts'

/** One client connection. It has no device before it has logged in. */
export interface Connection {
  /** The client's Noise public key, which identifies it. */
  readonly clientKey: Buffer
  device?: DeviceAddress
  /** The version that the client reported. */
  version?: ClientVersion
  /** The offline queue has been sent, so new stanzas may be sent directly. */
  ready: boolean
  /** Whether it receives only what concerns its own phone. */
  silent: boolean
  readonly open: boolean
  send(node: BinaryNode): void
  sendEncoded(node: Uint8Array): void
  /** Sends a frame that is not encrypted, which no client can read. */
  sendBare(payload: Uint8Array): void
  /**
   * Sends an iq and waits for its answer. Rejects when the connection ends or after ten seconds.
   */
  request(node: BinaryNode): Promise<BinaryNode>
  /** Sends a last stanza, then closes. */
  end(node: BinaryNode): void
  /** Closes the socket without a last stanza. */
  cut(): void
}

export interface ConnectionHandlers {
  /** Called when the handshake is complete. */
  onClient(connection: Connection, payload: proto.ClientPayload): void
  /** Called for one stanza at a time, in order. */
  onStanza(connection: Connection, node: BinaryNode): Promise<void> | void
  onClosed(connection: Connection): void
  onFault(error: Error): void
}

const HANDSHAKE_MS = 20_000
const ANSWER_MS = 10_000
const PROTOCOL_ERROR = 1002
const INTERNAL_ERROR = 1011

/**
 * Serves one WebSocket. All incoming data is untrusted: a malformed frame closes this connection
 * with a reason. Resolves when the connection is closed and its last stanza has been handled.
 */
export function serveConnection(
  socket: WebSocket,
  identity: ServerIdentity,
  clock: Clock,
  handlers: ConnectionHandlers,
): Promise<void> {
  const noise = createNoiseResponder(identity.staticKey, identity.certificate)
  const deframer = createDeframer()
  const waiting = new Map<string, (answer: BinaryNode | Error) => void>()
  let stage: 'hello' | 'finish' | 'open' = 'hello'
  let connection: Connection | undefined
  let tail = Promise.resolve()
  let failed = false
  const handshakeTimer = clock.after(HANDSHAKE_MS, () =>
    fail(new ProtocolFault('the handshake took too long')),
  )

  function fail(error: unknown): void {
    const cause = error instanceof Error ? error : new Error(String(error))
    const code = cause instanceof ProtocolFault ? PROTOCOL_ERROR : INTERNAL_ERROR
    if (!failed) handlers.onFault(cause)
    failed = true
    socket.close(code, reasonOf(cause))
  }

  async function take(payload: Buffer): Promise<void> {
    if (failed) return
    if (stage === 'open' && connection) {
      const node = await decode(guarded('a frame does not open', () => noise.decrypt(payload)))
      await dispatch(connection, node)
    } else {
      shakeHands(payload)
    }
  }

  function shakeHands(payload: Buffer): void {
    const message = guarded('a handshake message cannot be read', () =>
      proto.HandshakeMessage.decode(payload),
    )
    if (stage === 'hello') {
      const ephemeral = message.clientHello?.ephemeral
      if (ephemeral?.length !== 32) throw new ProtocolFault('the hello has no ephemeral key')
      const hello = guarded('the ephemeral key agrees with nothing', () => noise.hello(ephemeral))
      socket.send(frame(hello))
      stage = 'finish'
      return
    }
    const finish = guarded('the client finish does not fit this handshake', () =>
      noise.finish(message.clientFinish ?? {}),
    )
    handshakeTimer.cancel()
    connection = makeConnection(finish.clientKey)
    stage = 'open'
    handlers.onClient(
      connection,
      guarded('the client payload cannot be read', () =>
        proto.ClientPayload.decode(finish.payload),
      ),
    )
  }

  async function dispatch(current: Connection, node: BinaryNode): Promise<void> {
    const answered =
      node.tag === 'iq' && (node.attrs.type === 'result' || node.attrs.type === 'error')
    if (answered) waiting.get(node.attrs.id ?? '')?.(node)
    else await handlers.onStanza(current, node)
  }

  function makeConnection(clientKey: Buffer): Connection {
    const made: Connection = {
      clientKey,
      ready: false,
      silent: false,
      get open() {
        return socket.readyState === socket.OPEN
      },
      send: (node) => made.sendEncoded(encodeBinaryNode(node)),
      sendEncoded(node) {
        made.sendBare(noise.encrypt(node))
      },
      sendBare(payload) {
        if (socket.readyState === socket.OPEN) socket.send(frame(payload))
      },
      request: (node) => request(made, node),
      end(node) {
        made.send(node)
        made.ready = false
        socket.close(1000)
      },
      cut: () => socket.terminate(),
    }
    return made
  }

  function request(current: Connection, node: BinaryNode): Promise<BinaryNode> {
    const { promise, resolve, reject } = Promise.withResolvers<BinaryNode>()
    const id = node.attrs.id ?? ''
    const timer: Timer = clock.after(ANSWER_MS, () =>
      waiting.get(id)?.(new Error('no answer in time')),
    )
    waiting.set(id, (answer) => {
      waiting.delete(id)
      timer.cancel()
      if (answer instanceof Error) reject(answer)
      else resolve(answer)
    })
    current.send(node)
    return promise
  }

  socket.on('message', (data: Buffer) => {
    tail = tail.then(async () => {
      for (const payload of deframer.push(data)) await take(payload)
    })
    tail = tail.catch(fail)
  })
  socket.on('error', () => socket.terminate())
  return new Promise((resolve) => {
    socket.on('close', () => {
      handshakeTimer.cancel()
      for (const settle of [...waiting.values()]) settle(new Error('the connection ended'))
      // Stanzas sent before the client disconnected are still handled.
      void tail.then(() => {
        if (connection) handlers.onClosed(connection)
        resolve()
      })
    })
  })
}

/** A close frame holds 123 bytes at most, and throws when it is given more. */
const reasonOf = ({ message }: Error): string => message.replace(/[^ -~]/g, '?').slice(0, 100)

async function decode(plain: Buffer): Promise<BinaryNode> {
  try {
    return await decodeBinaryNode(plain)
  } catch {
    throw new ProtocolFault('a frame holds no stanza')
  }
}

/** Parses client input: any error here is the client's fault and closes its connection. */
function guarded<T>(reason: string, read: () => T): T {
  try {
    return read()
  } catch {
    throw new ProtocolFault(reason)
  }
}
