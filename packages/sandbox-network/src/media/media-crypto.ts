import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { getMediaKeys } from 'baileys'
import type { MediaReference } from '../store/messages.ts'

const MAC_LENGTH = 10

/** An encrypted file as stored on the media host, with its reference for a message. */
export interface EncryptedFile {
  body: Buffer
  key: Buffer
  sha256: Buffer
  encSha256: Buffer
}

export async function encryptFile(
  plain: Buffer,
  type: MediaReference['type'] | 'md-msg-hist',
): Promise<EncryptedFile> {
  const key = randomBytes(32)
  const { iv, cipherKey, macKey } = await getMediaKeys(key, type)
  const cipher = createCipheriv('aes-256-cbc', cipherKey, iv)
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()])
  const body = Buffer.concat([encrypted, mac(macKey ?? Buffer.alloc(0), iv, encrypted)])
  return { body, key, sha256: sha256(plain), encSha256: sha256(body) }
}

/** Decrypts a file as a phone does. Rejects when a hash, the MAC or the key does not match. */
export async function decryptFile(body: Buffer, media: MediaReference): Promise<Buffer> {
  if (sha256(body).toString('base64') !== media.encSha256)
    throw new Error('the file on the media host has another hash')
  const { iv, cipherKey, macKey } = await getMediaKeys(Buffer.from(media.key, 'base64'), media.type)
  const encrypted = body.subarray(0, -MAC_LENGTH)
  if (!mac(macKey ?? Buffer.alloc(0), iv, encrypted).equals(body.subarray(-MAC_LENGTH))) {
    throw new Error('the file has a wrong MAC')
  }
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv)
  const plain = Buffer.concat([decipher.update(encrypted), decipher.final()])
  if (sha256(plain).toString('base64') !== media.sha256)
    throw new Error('the decrypted file has another hash')
  return plain
}

const sha256 = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest()

const mac = (key: Uint8Array, iv: Uint8Array, encrypted: Uint8Array): Buffer =>
  createHmac('sha256', key).update(iv).update(encrypted).digest().subarray(0, MAC_LENGTH)
