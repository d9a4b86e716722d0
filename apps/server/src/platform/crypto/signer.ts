import { createHmac, createSecretKey, hkdfSync } from 'node:crypto'

const KEY_BYTES = 32
/** 128 bits cannot be guessed, and are short enough for a cookie. */
const SIGNATURE_BYTES = 16

/** Signs texts so that only this server can have signed them; `parts` are kept separate. */
export type Sign = (...parts: readonly string[]) => string

/** Uses a derived key, so that signatures reveal nothing about encrypted values. */
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
