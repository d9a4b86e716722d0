import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

const RECORD_BYTES = 4096
const KEY_BYTES = 16
const NONCE_BYTES = 12

/** The browser's public key and secret, in base64url. */
export interface BrowserKeys {
  readonly p256dh: string
  readonly auth: string
}

/** What is drawn anew for each message; given in tests alone. */
interface Drawn {
  readonly privateKey?: Buffer
  readonly salt?: Buffer
}

/**
 * A message that only the browser can read, as RFC 8291 says; at most about 3,900 bytes. Throws for
 * keys that are no point of the curve.
 */
export function encryptPush(
  text: string,
  { p256dh, auth }: BrowserKeys,
  { privateKey, salt = randomBytes(16) }: Drawn = {},
): Buffer {
  const ours = createECDH('prime256v1')
  if (privateKey) ours.setPrivateKey(privateKey)
  else ours.generateKeys()
  const theirs = Buffer.from(p256dh, 'base64url')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours.getPublicKey()])
  const secret = derive(ours.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), KEY_BYTES)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), NONCE_BYTES)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // The byte 2 ends the last record.
  const body = [cipher.update(text, 'utf8'), cipher.update(Buffer.of(2)), cipher.final()]
  return Buffer.concat([headerOf(salt, ours.getPublicKey()), ...body, cipher.getAuthTag()])
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))
}

function headerOf(salt: Buffer, publicKey: Buffer): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_BYTES)
  return Buffer.concat([salt, size, Buffer.of(publicKey.length), publicKey])
}
