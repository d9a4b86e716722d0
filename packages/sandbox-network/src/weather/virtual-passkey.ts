import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** The part of a passkey request that determines the answer. */
export interface AskedOfPasskey {
  challenge: string
  rpId: string
}

/** User present, user verified. */
const FLAGS = 0x05

/**
 * The answer of a virtual phone's passkey, as a browser gives it on a page of `origin`; each answer
 * comes from a new passkey, because the network knows none.
 */
export function virtualPasskey({ challenge, rpId }: AskedOfPasskey, origin = `https://${rpId}`) {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const client = Buffer.from(
    JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false }),
  )
  const authenticatorData = Buffer.concat([
    createHash('sha256').update(rpId).digest(),
    Buffer.from([FLAGS, 0, 0, 0, 0]),
  ])
  const signed = Buffer.concat([authenticatorData, createHash('sha256').update(client).digest()])
  const id = randomBytes(16).toString('base64url')
  return {
    id,
    rawId: id,
    type: 'public-key' as const,
    response: {
      clientDataJSON: client.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign('sha256', signed, privateKey).toString('base64url'),
      userHandle: null,
    },
  }
}
