import { Curve, generateSignalPubKey, proto, WA_CERT_DETAILS } from 'baileys'
import { verifySignature } from 'whatsapp-rust-bridge'
import { checkDriver } from './driver-check.ts'

/**
 * Whether the holder of this key signed exactly this. Input of any shape answers, and never throws.
 */
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

interface Verified {
  readonly issuer: Uint8Array
  readonly message: Uint8Array
}

let verifying = false

/**
 * Makes the driver's `Curve.verify` verify. The driver's own ignores the answer of its library, so
 * that every certificate and every account signature passes (decision 13). Done once for the
 * process. Throws when the driver does not refuse a forged handshake or link afterwards: then
 * nothing must connect.
 */
export function verifyForReal(): void {
  if (verifying) return
  const { sharedKey } = Curve
  let agreedWith: Uint8Array = new Uint8Array()
  let previous: Verified | null = null

  Curve.sharedKey = (privateKey, publicKey) => {
    agreedWith = publicKey
    return sharedKey(privateKey, publicKey)
  }
  Curve.verify = (issuer, message, signature) => {
    if (!isSignedBy(issuer, message, signature)) return false
    const chain = previous
    previous = { issuer, message }
    return sameKey(issuer, WA_CERT_DETAILS.PUBLIC_KEY)
      ? isForKeyOfHandshake(message, chain, agreedWith)
      : true
  }
  checkDriver()
  verifying = true
}

/**
 * Whether what the root signed vouches for the key of the handshake, which the driver does not ask:
 * anybody can show the certificates of the real network, but only their owner has the leaf's key.
 * The driver agrees on that key, verifies the leaf and then the intermediate, in one go.
 */
function isForKeyOfHandshake(
  signedByRoot: Uint8Array,
  leaf: Verified | null,
  agreedWith: Uint8Array,
): boolean {
  const named = keyNamedBy(signedByRoot)
  if (named && sameKey(named, agreedWith)) return true
  if (!named || !leaf || !sameKey(named, leaf.issuer)) return false
  const leafKey = keyNamedBy(leaf.message)
  // The real network's leaves all name their key, so one without cannot have been taken from it.
  return leafKey === null || sameKey(leafKey, agreedWith)
}

function keyNamedBy(details: Uint8Array): Uint8Array | null {
  const { key } = proto.CertChain.NoiseCertificate.Details.decode(details)
  return key?.length ? key : null
}

function sameKey(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.from(generateSignalPubKey(one)).equals(generateSignalPubKey(other))
}
