import { createHmac, createSecretKey, hkdfSync } from 'node:crypto'

const KEY_BYTES = 32
/** 128 bits cannot be guessed, and are short enough for a cookie. */
const SIGNATURE_BYTES = 16

/** Marks texts so that only this server can have made the mark; `parts` are kept apart. */
export type Sign = (...parts: readonly string[]) => string

/** From the secret key, with a key of its own: what is signed says nothing of what is encrypted. */
export function createSigner(secretKey: Buffer): Sign {
  const bytes = hkdfSync('sha256', secretKey, '', 'kirim signatures', KEY_BYTES)
  const key = createSecretKey(Buffer.from(bytes))
  return (...parts) =>
    createHmac('sha256', key)
      .update(JSON.stringify(parts))
      .digest()
      .subarray(0, SIGNATURE_BYTES)
      .toString('base64url')
}
