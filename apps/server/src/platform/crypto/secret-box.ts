import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16
const VERSION = 'v1'

/** Encrypts short texts at rest with AES-256-GCM. */
export interface SecretBox {
  /** `context` is bound to the text: it opens only with the same one, so rows cannot be swapped. */
  seal(text: string, context: string): string
  /** Throws when the text was modified, moved or sealed with another key. */
  open(sealed: string, context: string): string
}

export function createSecretBox(keyBytes: Buffer): SecretBox {
  // Created once: deriving a key object on each call costs more than the encryption.
  const key = createSecretKey(keyBytes)
  return {
    seal(text, context) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return `${VERSION}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')}`
    },
    open(sealed, context) {
      const [version, payload] = sealed.split('.')
      if (version !== VERSION || !payload) throw new Error('Sealed text of an unknown form.')
      const bytes = Buffer.from(payload, 'base64')
      // Without this option a tag truncated to four bytes would be accepted.
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      return Buffer.concat([
        decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)),
        decipher.final(),
      ]).toString('utf8')
    },
  }
}
