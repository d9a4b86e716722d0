import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import type { TlsIdentity } from './certificate.ts'
import { directPathOf, FileTooLarge, type MediaFiles, WrongHash } from './media-files.ts'

/** Accepts uploads and serves files over HTTPS, like the network's media servers. */
export interface MediaHost {
  start(host: string, port: number): Promise<void>
  stop(): Promise<void>
  /** Host name and port, without `https://`. */
  readonly address: string
  readonly port: number
  /** The token that uploads must carry. Changes with each start. */
  readonly auth: string
}

export function createMediaHost(tls: TlsIdentity, files: MediaFiles): MediaHost {
  const auth = randomBytes(24).toString('base64url')
  let server: Server | undefined
  let address = ''
  let port = 0

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', `https://${address}`)
    if (request.method === 'GET') return download(url, response)
    if (request.method !== 'POST' && request.method !== 'PUT') return answer(response, 405)
    if (url.searchParams.get('auth') !== auth) return answer(response, 401)
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
    await pipeline(file.body, response)
  }

  return {
    get address() {
      return address
    },
    get port() {
      return port
    },
    auth,
    async start(host, options) {
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
    async stop() {
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
