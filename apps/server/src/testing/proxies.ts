import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** What it does with a client that asks for a connection. */
type Manner = 'works' | 'silent' | 'blocks'

export interface TestProxy {
  readonly port: number
  /** The `host:port` of every line it has opened. */
  readonly opened: readonly string[]
  /** How many were refused for their name or password. */
  readonly refused: number
  behave(manner: Manner): void
  /** Takes lines for one `host:port` to another. */
  lead(place: string, to: string): void
  /** Breaks all lines, and answers nobody until it revives at the same port. */
  die(): Promise<void>
  revive(): Promise<void>
  stop(): Promise<void>
}

/** Without them it asks nobody who they are. */
interface Credentials {
  readonly username: string
  readonly password: string
}

type StartProxy = (credentials?: Credentials) => Promise<TestProxy>

interface House {
  manner: Manner
  refused: number
  readonly opened: string[]
  readonly led: Map<string, string>
  readonly lines: Set<Socket>
}

/** An HTTP proxy on this machine, which opens tunnels (CONNECT); over TLS with a certificate. */
export const startHttpProxy = (
  credentials?: Credentials,
  tls?: { readonly key: string; readonly cert: string },
): Promise<TestProxy> =>
  run((house) => {
    const refuse: RequestListener = (_request, answer) => answer.writeHead(405).end()
    const server = tls ? createHttpsServer(tls, refuse) : createHttpServer(refuse)
    server.on('connect', (request, line: Socket) => {
      const end = (status: string) => line.end(`HTTP/1.1 ${status}\r\n\r\n`)
      if (house.manner === 'silent') return
      if (credentials && request.headers['proxy-authorization'] !== basic(credentials)) {
        house.refused += 1
        return end('407 Proxy Authentication Required')
      }
      if (house.manner === 'blocks') return end('403 Forbidden')
      pass(house, line, request.url ?? '', {
        onOpen: () => line.write('HTTP/1.1 200 Connection established\r\n\r\n'),
        onFault: () => end('502 Bad Gateway'),
      })
    })
    return server
  })

function basic({ username, password }: Credentials): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}

/** A SOCKS5 proxy on this machine (RFC 1928 and 1929). */
export const startSocksProxy: StartProxy = (credentials) =>
  run((house) => {
    return createServer((line) => void serve(line).catch(() => line.destroy()))

    async function serve(line: Socket): Promise<void> {
      const read = reader(line)
      const [, methods = 0] = await read(2)
      await read(methods)
      if (house.manner === 'silent') return
      line.write(Buffer.from([5, credentials ? 2 : 0]))
      if (credentials && !(await signIn(read, line, credentials))) return
      const [, , , kind] = await read(4)
      const host = await readHost(read, kind)
      const port = (await read(2)).readUInt16BE()
      const answer = (code: number) => Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0])
      if (house.manner === 'blocks') return void line.end(answer(2))
      pass(house, line, `${host}:${port}`, {
        onOpen: () => line.write(answer(0)),
        onFault: () => line.end(answer(5)),
      })
    }

    async function signIn(read: Read, line: Socket, wanted: Credentials): Promise<boolean> {
      const [, length = 0] = await read(2)
      const username = (await read(length)).toString()
      const [long = 0] = await read(1)
      const password = (await read(long)).toString()
      const isThem = username === wanted.username && password === wanted.password
      line.write(Buffer.from([1, isThem ? 0 : 1]))
      if (isThem) return true
      house.refused += 1
      line.end()
      return false
    }
  })

type Read = (bytes: number) => Promise<Buffer>

async function readHost(read: Read, kind: number | undefined): Promise<string> {
  if (kind === 1) return [...(await read(4))].join('.')
  if (kind !== 3) throw new Error('Only names and IPv4.')
  const [length = 0] = await read(1)
  return (await read(length)).toString()
}

/** Reads exactly this many bytes; later bytes stay. */
function reader(line: Socket): Read {
  return async (bytes) => {
    if (bytes === 0) return Buffer.alloc(0)
    for (;;) {
      const found = line.read(bytes) as Buffer | null
      if (found) return found
      await once(line, 'readable')
      if (line.readableEnded) throw new Error('It hung up.')
    }
  }
}

const PLACE = /^\[?(.*?)\]?:(\d+)$/

function pass(
  house: House,
  line: Socket,
  place: string,
  on: { onOpen: () => void; onFault: () => void },
): void {
  const [, host = '', port = ''] = PLACE.exec(house.led.get(place) ?? place) ?? []
  const far = connect(Number(port), host)
  house.lines.add(far)
  far.once('connect', () => {
    house.opened.push(place)
    on.onOpen()
    line.pipe(far).pipe(line)
    far.removeListener('error', on.onFault)
    far.on('error', () => line.destroy())
  })
  far.once('error', on.onFault)
  line.on('error', () => far.destroy())
  line.once('close', () => far.destroy())
  far.once('close', () => {
    house.lines.delete(far)
    line.destroy()
  })
}

async function run(serverOf: (house: House) => Server): Promise<TestProxy> {
  const house: House = { manner: 'works', refused: 0, opened: [], led: new Map(), lines: new Set() }
  let server: Server
  let port = 0

  async function listen(): Promise<void> {
    server = serverOf(house)
    server.on('connection', (line: Socket) => {
      house.lines.add(line)
      line.on('error', () => {})
      line.once('close', () => house.lines.delete(line))
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }

  async function die(): Promise<void> {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const line of house.lines) line.destroy()
    await closed
  }

  await listen()
  return {
    get port() {
      return port
    },
    opened: house.opened,
    get refused() {
      return house.refused
    },
    lead: (place, to) => void house.led.set(place, to),
    behave: (manner) => {
      house.manner = manner
    },
    die,
    revive: listen,
    stop: die,
  }
}
