import { once } from 'node:events'
import { request } from 'node:http'
import { connect, isIP, isIPv6, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { type ProxyAccess, ProxyFault } from '../../../features/devices/proxy/proxy.ports.ts'
import { isCertificateFault } from '../faults.ts'
import { guardLookup, isRefused } from '../guard-lookup.ts'

/** The proxy resolves the name. */
interface Destination {
  readonly host: string
  readonly port: number
}

export interface TunnelLimits {
  /** Whether a proxy at this address may be used. */
  isAllowed(address: string): boolean
  /** The time limit for connecting to the proxy and for its answer. */
  readonly withinMs: number
}

/** Opens a connection to the destination through the proxy. Throws ProxyFault. */
export async function openTunnel(
  proxy: ProxyAccess,
  to: Destination,
  { isAllowed, withinMs }: TunnelLimits,
): Promise<Socket> {
  if (isRefused(proxy.host, isAllowed)) throw new ProxyFault('private')
  const line = dial(proxy, isAllowed)
  // Each step has its own listener; without this one, an error between two steps would crash.
  line.on('error', () => {})
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    line.destroy(new Error('too late'))
  }, withinMs)
  try {
    await reach(line, proxy)
    return await (proxy.scheme === 'socks5' ? askSocks : askHttp)(line, proxy, to)
  } catch (error) {
    line.destroy()
    if (isLate) throw new ProxyFault('silent')
    throw error instanceof ProxyFault ? error : new ProxyFault('of_another_kind')
  } finally {
    clearTimeout(timer)
  }
}

function dial({ scheme, host: written, port }: ProxyAccess, isAllowed: (a: string) => boolean) {
  const host = written.replace(/^\[|\]$/g, '')
  const line = { host, port, lookup: guardLookup(isAllowed) }
  if (scheme !== 'https') return connect(line)
  return connectSecurely({ ...line, ...(isIP(host) === 0 && { servername: host }) })
}

async function reach(line: Socket, { scheme }: ProxyAccess): Promise<void> {
  let isConnected = false
  line.once('connect', () => {
    isConnected = true
  })
  try {
    await once(line, scheme === 'https' ? 'secureConnect' : 'connect')
  } catch (error) {
    if (isCertificateFault(error)) throw new ProxyFault('certificate')
    throw new ProxyFault(isConnected ? 'of_another_kind' : 'unreachable')
  }
}

/** Statuses of a web server that is not a proxy. */
const NO_PROXY: ReadonlySet<number> = new Set([400, 404, 405, 426, 501])

function askHttp(line: Socket, proxy: ProxyAccess, to: Destination): Promise<Socket> {
  const authority = `${isIPv6(to.host) ? `[${to.host}]` : to.host}:${to.port}`
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const connectRequest = request({
    method: 'CONNECT',
    path: authority,
    createConnection: () => line,
    headers: { host: authority, ...signIn(proxy) },
  })
  connectRequest.once('connect', ({ statusCode = 0 }, _line, head) => {
    if (statusCode === 407) return reject(new ProxyFault('sign_in'))
    if (NO_PROXY.has(statusCode)) return reject(new ProxyFault('of_another_kind'))
    if (statusCode < 200 || statusCode > 299) return reject(new ProxyFault('blocks'))
    if (head.length > 0) line.unshift(head)
    resolve(line)
  })
  connectRequest.once('error', reject)
  connectRequest.end()
  return promise
}

function signIn({ username, password }: ProxyAccess): Record<string, string> {
  if (username === '' && password === null) return {}
  const pair = Buffer.from(`${username}:${password ?? ''}`).toString('base64')
  return { 'proxy-authorization': `Basic ${pair}` }
}

/** The library distinguishes its errors only by their messages. */
const SIGN_IN = /authentication failed|no accepted authentication type/i
const REJECTED = /proxy rejected connection/i

async function askSocks(line: Socket, proxy: ProxyAccess, to: Destination): Promise<Socket> {
  const { SocksClient } = await import('socks')
  const { host, port, username, password } = proxy
  try {
    const { socket } = await SocksClient.createConnection({
      command: 'connect',
      existing_socket: line,
      proxy: {
        host,
        port,
        type: 5,
        ...((username || password) && { userId: username, password: password ?? '' }),
      },
      destination: { ...to },
    })
    return socket
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    if (SIGN_IN.test(message)) throw new ProxyFault('sign_in')
    throw new ProxyFault(REJECTED.test(message) ? 'blocks' : 'of_another_kind')
  }
}
