import { createHash } from 'node:crypto'
import type { PasskeyAnswer, PasskeyOptions } from '@kirim/contract/passkey'

const HASH_BYTES = 32
const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04

/**
 * Whether an answer is to this request at all, as far as can be seen without the passkey's public
 * key. Others are not sent: an account that sends nonsense may be closed.
 */
export function isAnswerTo(options: PasskeyOptions, { response }: PasskeyAnswer): boolean {
  const data = Buffer.from(response.authenticatorData, 'base64url')
  const site = createHash('sha256').update(options.rpId).digest()
  const flags = data[HASH_BYTES] ?? 0
  const wanted =
    options.userVerification === 'required' ? USER_PRESENT | USER_VERIFIED : USER_PRESENT
  return (
    isFor(options.challenge, response.clientDataJSON) &&
    site.equals(data.subarray(0, HASH_BYTES)) &&
    (flags & wanted) === wanted
  )
}

function isFor(challenge: string, clientDataJSON: string): boolean {
  try {
    const client: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    const { type, challenge: answered } = Object(client)
    return type === 'webauthn.get' && answered === challenge
  } catch {
    return false
  }
}
