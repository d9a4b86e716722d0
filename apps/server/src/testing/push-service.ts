import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { PushAddress } from '@kirim/contract/chat-push'
import { loadCertificate } from '@kirim/sandbox-network/media/certificate'

const SECRET = Buffer.alloc(16, 7)
const TAG_BYTES = 16

interface Told {
  readonly headers: IncomingHttpHeaders
  readonly payload: Record<string, unknown>
}

/** A browser that has subscribed, and what its push service was handed for it. */
export interface PushedBrowser {
  readonly address: PushAddress
  readonly told: readonly Told[]
}

/** A push service on loopback, whose certificate this process trusts. */
export async function startPushService(dataDir: string) {
  const { key, certificate } = await loadCertificate(dataDir, '127.0.0.1')
  setDefaultCACertificates([...getCACertificates('default'), certificate])
  const browsers = new Map<string, (headers: IncomingHttpHeaders, body: Buffer) => void>()
  let status = 201
  const server = createServer({ key, cert: certificate }, async (request, response) => {
    const body = await buffer(request)
    browsers.get(request.url ?? '')?.(request.headers, body)
    response.writeHead(status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    subscribe(name: string): PushedBrowser {
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const told: Told[] = []
      browsers.set(`/${name}`, (headers, body) => {
        told.push({ headers, payload: JSON.parse(decrypt(body, keys)) })
      })
      const p256dh = keys.getPublicKey('base64url')
      const auth = SECRET.toString('base64url')
      return { address: { endpoint: `${url}/${name}`, keys: { p256dh, auth } }, told }
    },
    answerWith(next: number): void {
      status = next
    },
    stop(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}

export type PushService = Awaited<ReturnType<typeof startPushService>>

/** The browser's half of RFC 8291, for a message of one record. */
function decrypt(body: Buffer, keys: ReturnType<typeof createECDH>): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body.readUInt8(20))
  const sealed = body.subarray(21 + sender.length, -TAG_BYTES)
  const derive = (from: Buffer, by: Buffer, info: Buffer | string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', from, by, info, bytes))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const secret = derive(keys.computeSecret(sender), SECRET, info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAuthTag(body.subarray(-TAG_BYTES))
  const plain = Buffer.concat([cipher.update(sealed), cipher.final()])
  // The byte 2 ends the last record.
  return plain.subarray(0, plain.lastIndexOf(2)).toString()
}
