import { Curve, generateSignalPubKey, proto, WA_CERT_DETAILS } from 'baileys'
import { verifySignature } from 'whatsapp-rust-bridge'
import { checkDriver } from './driver-check.ts'

/** Whether the holder of this key signed exactly this. Never throws, whatever the input. */
export function isSignedBy(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  try {
    return verifySignature(generateSignalPubKey(publicKey), message, signature)
  } catch {
    return false
  }
}

interface VerifiedMessage {
  readonly issuer: Uint8Array
  readonly message: Uint8Array
}

let isEnabled = false

/**
 * Makes the driver's `Curve.verify` verify. The original ignores the result of its library, so it
 * accepts every certificate and account signature (decision 13). Throws if the driver still accepts
 * a forged handshake or link: then nothing may connect.
 */
export function enableSignatureChecks(): void {
  if (isEnabled) return
  const { sharedKey } = Curve
  let handshakeKey: Uint8Array = new Uint8Array()
  let previous: VerifiedMessage | null = null

  Curve.sharedKey = (privateKey, publicKey) => {
    handshakeKey = publicKey
    return sharedKey(privateKey, publicKey)
  }
  Curve.verify = (issuer, message, signature) => {
    if (!isSignedBy(issuer, message, signature)) return false
    const chain = previous
    previous = { issuer, message }
    return sameKey(issuer, WA_CERT_DETAILS.PUBLIC_KEY)
      ? isForKeyOfHandshake(message, chain, handshakeKey)
      : true
  }
  checkDriver()
  isEnabled = true
}

/**
 * Whether the certificates belong to the handshake key, which the driver does not check: anybody
 * can present the real network's certificates, but only their owner has the leaf's key. The driver
 * agrees on that key and then verifies the leaf and the intermediate, all synchronously.
 */
function isForKeyOfHandshake(
  signedByRoot: Uint8Array,
  leaf: VerifiedMessage | null,
  agreedWith: Uint8Array,
): boolean {
  const intermediateKey = keyNamedBy(signedByRoot)
  if (intermediateKey && sameKey(intermediateKey, agreedWith)) return true
  if (!intermediateKey || !leaf || !sameKey(intermediateKey, leaf.issuer)) return false
  const leafKey = keyNamedBy(leaf.message)
  // Leaves of the real network always contain their key.
  return leafKey === null || sameKey(leafKey, agreedWith)
}

function keyNamedBy(details: Uint8Array): Uint8Array | null {
  const { key } = proto.CertChain.NoiseCertificate.Details.decode(details)
  return key?.length ? key : null
}

function sameKey(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.from(generateSignalPubKey(one)).equals(generateSignalPubKey(other))
}
