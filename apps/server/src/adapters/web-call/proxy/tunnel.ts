import { once } from 'node:events'
import { request } from 'node:http'
import { connect, isIP, isIPv6, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { type ProxyAccess, ProxyFault } from '../../../features/devices/proxy/proxy.ports.ts'
import { isCertificateFault } from '../faults.ts'
import { guardLookup, isRefused } from '../guard-lookup.ts'

/** Names are resolved by the proxy. */
interface Destination {
  readonly host: string
  readonly port: number
}

export interface TunnelLimits {
  /** Which addresses of proxies may be called. */
  isAllowed(address: string): boolean
  /** For reaching the proxy and getting its answer. */
  readonly withinMs: number
}

/** A line to the destination through the proxy. Throws ProxyFault. */
export async function openTunnel(
  proxy: ProxyAccess,
  to: Destination,
  { isAllowed, withinMs }: TunnelLimits,
): Promise<Socket> {
  if (isRefused(proxy.host, isAllowed)) throw new ProxyFault('private')
  const line = dial(proxy, isAllowed)
  // Each step hears of a fault itself; between two of them nobody would.
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

/** Of a web server that is no proxy. */
const NO_PROXY: ReadonlySet<number> = new Set([400, 404, 405, 426, 501])

function askHttp(line: Socket, proxy: ProxyAccess, to: Destination): Promise<Socket> {
  const authority = `${isIPv6(to.host) ? `[${to.host}]` : to.host}:${to.port}`
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const asked = request({
    method: 'CONNECT',
    path: authority,
    createConnection: () => line,
    headers: { host: authority, ...signIn(proxy) },
  })
  asked.once('connect', ({ statusCode = 0 }, _line, head) => {
    if (statusCode === 407) return reject(new ProxyFault('sign_in'))
    if (NO_PROXY.has(statusCode)) return reject(new ProxyFault('of_another_kind'))
    if (statusCode < 200 || statusCode > 299) return reject(new ProxyFault('blocks'))
    if (head.length > 0) line.unshift(head)
    resolve(line)
  })
  asked.once('error', reject)
  asked.end()
  return promise
}

function signIn({ username, password }: ProxyAccess): Record<string, string> {
  if (username === '' && password === null) return {}
  const pair = Buffer.from(`${username}:${password ?? ''}`).toString('base64')
  return { 'proxy-authorization': `Basic ${pair}` }
}

/** The library tells its faults apart by their sentences alone. */
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
    const said = error instanceof Error ? error.message : ''
    if (SIGN_IN.test(said)) throw new ProxyFault('sign_in')
    throw new ProxyFault(REJECTED.test(said) ? 'blocks' : 'of_another_kind')
  }
}
