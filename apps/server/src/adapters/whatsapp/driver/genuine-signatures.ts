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

interface Verified {
  readonly issuer: Uint8Array
  readonly message: Uint8Array
}

let verifying = false

/**
 * Makes the driver's `Curve.verify` verify. The driver's own ignores the result of its library, so
 * it accepts every certificate and account signature (decision 13). Called once per process. Throws
 * when the driver still accepts a forged handshake or link: then nothing must connect.
 */
export function enableSignatureChecks(): void {
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
 * Whether the certificates belong to the key of the handshake, which the driver does not check:
 * anybody can show the certificates of the real network, but only their owner has the leaf's key.
 * The driver agrees on that key, verifies the leaf and then the intermediate, without interruption.
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
  // The real network's leaves all name their key, so one without a key is not one of them.
  return leafKey === null || sameKey(leafKey, agreedWith)
}

function keyNamedBy(details: Uint8Array): Uint8Array | null {
  const { key } = proto.CertChain.NoiseCertificate.Details.decode(details)
  return key?.length ? key : null
}

function sameKey(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.from(generateSignalPubKey(one)).equals(generateSignalPubKey(other))
}
