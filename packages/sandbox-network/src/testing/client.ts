import { EventEmitter, once } from 'node:events'
import makeWASocket, {
  type AuthenticationState,
  type BaileysEventMap,
  BufferJSON,
  initAuthCreds,
  type SignalDataSet,
  type SignalDataTypeMap,
  type UserFacingSocketConfig,
  WA_CERT_DETAILS,
  type WASocket,
} from 'baileys'
import { silentLog } from './silent-log.ts'
import { WAIT_TIMEOUT_MS } from './timeouts.ts'

type Events = Partial<BaileysEventMap>

/** An unmodified client of the network that records its events. */
export interface TestClient {
  socket: WASocket
  auth: MemoryAuth
  /** All events so far, oldest first. */
  past: readonly Events[]
  /**
   * Resolves with the first result of `find` on a past or future event. Rejects after the timeout.
   */
  until<T>(find: (event: Events) => T | undefined): Promise<T>
  qr(): Promise<string>
  opened(): Promise<void>
  /** The status code with which the connection closed. */
  closed(): Promise<number>
  end(): Promise<void>
}

export interface MemoryAuth extends AuthenticationState {
  data: Map<string, unknown>
}

/** Credentials in memory, which outlive sockets. */
export function memoryAuth(): MemoryAuth {
  const data = new Map<string, unknown>()
  return {
    data,
    creds: initAuthCreds(),
    keys: {
      get: <T extends keyof SignalDataTypeMap>(type: T, ids: string[]) => {
        const found: Record<string, SignalDataTypeMap[T]> = {}
        for (const id of ids) {
          const value = data.get(`${type}/${id}`)
          if (value !== undefined) found[id] = value as SignalDataTypeMap[T]
        }
        return found
      },
      set: (changes: SignalDataSet) => {
        for (const [type, byId] of Object.entries(changes)) {
          for (const [id, value] of Object.entries(byId ?? {})) {
            if (value === null) data.delete(`${type}/${id}`)
            else data.set(`${type}/${id}`, value)
          }
        }
      },
    },
  }
}

/** Copies the current credentials, as a client that crashed now would have them on disk. */
export function copyAuth(auth: MemoryAuth): MemoryAuth {
  const copy = memoryAuth()
  Object.assign(
    copy.creds,
    JSON.parse(JSON.stringify(auth.creds, BufferJSON.replacer), BufferJSON.reviver),
  )
  for (const [key, value] of auth.data) {
    copy.data.set(key, JSON.parse(JSON.stringify(value, BufferJSON.replacer), BufferJSON.reviver))
  }
  return copy
}

/**
 * Connects a client to the network at `url`, given its root key in hex, as a real installation
 * would.
 */
export function connectClient(
  network: { url: string; rootKey: string },
  auth: MemoryAuth = memoryAuth(),
  config: Partial<UserFacingSocketConfig> = {},
): TestClient {
  WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(network.rootKey, 'hex')
  const socket = makeWASocket({
    auth,
    logger: silentLog,
    waWebSocketUrl: network.url,
    ...config,
  })
  const past: Events[] = []
  const news = new EventEmitter<{ event: [] }>().setMaxListeners(0)
  socket.ev.on('creds.update', (update) => Object.assign(auth.creds, update))
  socket.ev.process((event) => {
    past.push(event)
    news.emit('event')
  })

  const client: TestClient = {
    socket,
    auth,
    past,
    async until(find) {
      const signal = AbortSignal.timeout(WAIT_TIMEOUT_MS)
      for (;;) {
        for (const event of past) {
          const found = find(event)
          if (found !== undefined) return found
        }
        await once(news, 'event', { signal })
      }
    },
    qr: () => client.until((event) => event['connection.update']?.qr),
    async opened() {
      await client.until((event) => event['connection.update']?.connection === 'open' || undefined)
    },
    closed: () =>
      client.until((event) => {
        const update = event['connection.update']
        return update?.connection === 'close' ? closeCode(update.lastDisconnect?.error) : undefined
      }),
    async end() {
      await socket.end(undefined)
    },
  }
  return client
}

function closeCode(error: Error | undefined): number {
  const output = error && 'output' in error ? error.output : undefined
  return (output as { statusCode?: number } | undefined)?.statusCode ?? 0
}
