import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Socket } from 'node:net'
import { type ConnectionOptions, connect as connectSecurely } from 'node:tls'
import type { ProxyAccess, ThroughProxy } from '../../../features/devices/proxy/proxy.ports.ts'
import { openTunnel, type TunnelLimits } from './tunnel.ts'

/** A destination in the form of Node's agents. */
interface Place {
  readonly host?: string | null | undefined
  readonly port?: string | number | null | undefined
}

/** Keeps no connection open between requests, and never bypasses the proxy. */
export async function createThroughProxy(
  proxy: ProxyAccess,
  limits: TunnelLimits,
): Promise<ThroughProxy> {
  const tunnelTo = ({ host, port }: Place) =>
    openTunnel(proxy, { host: bare(host ?? ''), port: Number(port) }, limits)
  const plain = new HttpAgent()
  plain.createConnection = (options, done) => {
    hand(tunnelTo(options), (line) => line, done)
    return undefined
  }
  const secure = new HttpsAgent()
  secure.createConnection = (options, done) => {
    // The options of a request include those of TLS, although the types do not say so.
    const named = options as ConnectionOptions
    hand(tunnelTo(options), (line) => connectSecurely({ ...named, socket: line }), done)
    return undefined
  }
  // Loaded with the first proxy: most servers have none.
  const { Agent, buildConnector } = await import('undici')
  const secured = buildConnector({})
  const dispatcher = new Agent({
    pipelining: 0,
    connect(options, done) {
      const { hostname: host, protocol } = options
      const port = options.port || (protocol === 'https:' ? 443 : 80)
      tunnelTo({ host, port }).then(
        (line) =>
          protocol === 'https:'
            ? secured({ ...options, httpSocket: line }, done)
            : done(null, line),
        (error: Error) => done(error, null),
      )
    },
  })
  // Compatible with Node's own fetch; only the type names come from another package.
  return { plain, secure, dispatcher: dispatcher as unknown as ThroughProxy['dispatcher'] }
}

type Done = Parameters<typeof HttpAgent.prototype.createConnection>[1]

function hand(opening: Promise<Socket>, dress: (line: Socket) => Socket, done: Done): void {
  opening.then(
    (line) => done?.(null, dress(line)),
    (error: Error) => (done as (error: Error) => void)(error),
  )
}

function bare(host: string): string {
  return host.replace(/^\[|\]$/g, '')
}
