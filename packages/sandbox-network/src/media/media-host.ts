import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import type { Clock } from '../clock.ts'
import type { Pace } from '../weather/slow-media.ts'
import type { TlsIdentity } from './certificate.ts'
import { directPathOf, FileTooLarge, type MediaFiles, WrongHash } from './media-files.ts'

/** Accepts uploads and serves files over HTTPS, like the network's media servers. */
export type MediaHost = ReturnType<typeof createMediaHost>

/** How slow the host is. */
interface Paces {
  clock: Clock
  upload(phone: string): Pace | undefined
  download(directPath: string): Pace | undefined
}

const CHUNKS = 20

export function createMediaHost(tls: TlsIdentity, files: MediaFiles, paces: Paces) {
  const phoneOf = new Map<string, string>()
  const authOf = new Map<string, string>()
  let server: Server | undefined
  let address = ''
  let port = 0

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', `https://${address}`)
    if (request.method === 'GET') return download(url, response)
    if (request.method !== 'POST' && request.method !== 'PUT') return answer(response, 405)
    const phone = phoneOf.get(url.searchParams.get('auth') ?? '')
    if (phone === undefined) return answer(response, 401)
    const pace = paces.upload(phone)
    if (pace?.how === 'cut') return void request.once('data', () => request.destroy())
    if (pace?.how === 'silence') return void request.resume()
    if (pace) await wait(pace.forMs)
    return upload(url, request, response)
  }

  async function upload(url: URL, request: IncomingMessage, response: ServerResponse) {
    const token = url.searchParams.get('token') ?? undefined
    try {
      const directPath = directPathOf(await files.keep(request, token))
      answer(response, 200, { url: `https://${address}${directPath}`, direct_path: directPath })
    } catch (error) {
      if (error instanceof FileTooLarge) answer(response, 413)
      else if (error instanceof WrongHash) answer(response, 400)
      else throw error
    }
  }

  async function download(url: URL, response: ServerResponse): Promise<void> {
    const file = await files.open(url.pathname)
    if (!file) return answer(response, 404)
    response.writeHead(200, {
      'content-type': 'application/octet-stream',
      'content-length': file.size,
    })
    const pace = paces.download(url.pathname)
    if (!pace) await pipeline(file.body, response)
    else if (pace.how === 'silence') response.flushHeaders()
    else await pipeline(file.body, slowed(file.size, pace), response)
  }

  const wait = (ms: number): Promise<void> =>
    new Promise((resolve) => void paces.clock.after(ms, resolve))

  /** Passes a file on in parts over some time, or its first half alone. */
  const slowed = (size: number, { how, forMs }: Pace) =>
    async function* (body: AsyncIterable<Buffer>) {
      const part = Math.max(1, Math.ceil(size / CHUNKS))
      let sent = 0
      for await (const chunk of body) {
        for (let at = 0; at < chunk.length; at += part) {
          if (how === 'cut' && sent >= size / 2) throw new Error('the download breaks off')
          if (how === 'trickle') await wait(forMs / CHUNKS)
          const piece = chunk.subarray(at, at + part)
          sent += piece.length
          yield piece
        }
      }
    }

  return {
    /** Host name and port, without `https://`. */
    get address() {
      return address
    },
    get port() {
      return port
    },
    /** The token that a phone's uploads must carry. Changes with each start. */
    authFor(phone: string): string {
      const known = authOf.get(phone)
      if (known !== undefined) return known
      const auth = randomBytes(24).toString('base64url')
      authOf.set(phone, auth)
      phoneOf.set(auth, phone)
      return auth
    },
    async start(host: string, options: number): Promise<void> {
      server = createServer({ key: tls.key, cert: tls.certificate }, (request, response) => {
        handle(request, response).catch(() => {
          if (response.headersSent) response.destroy()
          else answer(response, 500)
        })
      })
      await listen(server, host, options)
      port = (server.address() as AddressInfo).port
      address = `${host.includes(':') ? `[${host}]` : host}:${port}`
    },
    async stop(): Promise<void> {
      const closing = server
      if (!closing) return
      server = undefined
      const closed = new Promise<void>((resolve) => closing.close(() => resolve()))
      closing.closeAllConnections()
      await closed
    },
  }
}

function answer(response: ServerResponse, status: number, body: object = { error: status }): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
