import { createHash, createHmac, randomBytes } from 'node:crypto'
import { PasskeyOptions } from '@kirim/contract/passkey'
import {
  type AuthenticationCreds,
  aesEncryptGCM,
  type BinaryNode,
  bytesToCrockford,
  Curve,
  getBinaryNodeChild,
  hkdf,
  type KeyPair,
  proto,
} from 'baileys'
import { CLIENT_PLATFORM } from '../connection/socket-config.ts'

const HANDOFF_INFO = 'shortcake-passkey-handoff-v1'
const PAIRING_INFO = 'Pairing Information Encryption Key'
const OPTIONS_MAX_BYTES = 16 * 1024
const CODE_BYTES = 5
const SECRET_BYTES = 32

/** The keys that this device commits to in its prologue and reveals afterwards. */
export interface Companion {
  readonly keys: KeyPair
  readonly nonce: Buffer
  readonly ref: string
}

/** What the phone sends once the passkey is accepted. */
interface Primary {
  readonly publicKey: Uint8Array
  readonly nonce: Uint8Array
}

export const createCompanion = (ref: string): Companion => ({
  keys: Curve.generateKeyPair(),
  nonce: randomBytes(SECRET_BYTES),
  ref,
})

/** The bytes of a child; null if it is missing or not binary. */
export function bytesIn(node: BinaryNode | undefined, tag: string): Buffer | null {
  const content = getBinaryNodeChild(node, tag)?.content
  return content instanceof Uint8Array ? Buffer.from(content) : null
}

/** The request for the passkey; null if it is missing or no browser would accept it. */
export function optionsIn(node: BinaryNode): PasskeyOptions | null {
  const json = bytesIn(node, 'passkey_request_options')
  if (!json || json.length > OPTIONS_MAX_BYTES) return null
  try {
    return PasskeyOptions.parse(JSON.parse(json.toString()))
  } catch {
    return null
  }
}

/**
 * The key that proves that the passkey belongs to the scan; without proof, the user compares a
 * code.
 */
export function handoffKey({ advSecretKey }: AuthenticationCreds): Buffer {
  const secret = Buffer.from(advSecretKey, 'base64')
  return Buffer.from(hkdf(secret, SECRET_BYTES, { info: HANDOFF_INFO }))
}

/** The payload of the prologue, with a proof if there is a key. */
export function prologueOf({ keys, nonce, ref }: Companion, key: Buffer | null) {
  const identity = proto.CompanionEphemeralIdentity.encode({
    publicKey: keys.public,
    deviceType: CLIENT_PLATFORM,
    ref,
  }).finish()
  const hash = createHash('sha256').update(identity).update(nonce).digest()
  const payload = Buffer.from(
    proto.ProloguePayload.encode({
      companionEphemeralIdentity: identity,
      commitment: { hash },
    }).finish(),
  )
  return { payload, proof: key && createHmac('sha256', key).update(payload).digest() }
}

export function primaryIn(node: BinaryNode): Primary | null {
  try {
    const { publicKey, nonce } = proto.PrimaryEphemeralIdentity.decode(
      bytesIn(node, 'primary_ephemeral_identity') ?? Buffer.alloc(0),
    )
    const isWhole = publicKey?.length === SECRET_BYTES && nonce?.length === SECRET_BYTES
    return isWhole ? { publicKey, nonce } : null
  } catch {
    return null
  }
}

/** The code that the phone also shows. */
export function codeOf({ nonce }: Companion, primary: Primary): string {
  const digest = createHash('sha256').update(nonce).update(primary.publicKey).digest()
  const mixed = Buffer.from(primary.nonce.subarray(0, CODE_BYTES)).map(
    (byte, index) => byte ^ (digest[index] ?? 0),
  )
  const text = bytesToCrockford(Buffer.from(mixed))
  return `${text.slice(0, 4)}-${text.slice(4)}`
}

/** The device's keys and secret, encrypted for the phone. */
export function sealedRequest(
  companion: Companion,
  primary: Primary,
  { noiseKey, signedIdentityKey, advSecretKey }: AuthenticationCreds,
): Buffer {
  const shared = Curve.sharedKey(companion.keys.private, primary.publicKey)
  const salt = Buffer.from(`Companion Pairing ${CLIENT_PLATFORM} with ref ${companion.ref}`)
  const key = hkdf(Buffer.from(shared), SECRET_BYTES, { salt, info: PAIRING_INFO })
  const request = proto.PairingRequest.encode({
    companionPublicKey: noiseKey.public,
    companionIdentityKey: signedIdentityKey.public,
    advSecret: Buffer.from(advSecretKey, 'base64'),
  }).finish()
  const iv = randomBytes(12)
  const encryptedPayload = aesEncryptGCM(
    Buffer.from(request),
    Buffer.from(key),
    iv,
    Buffer.alloc(0),
  )
  return Buffer.from(proto.EncryptedPairingRequest.encode({ encryptedPayload, iv }).finish())
}

export const freshSecret = (): string => randomBytes(SECRET_BYTES).toString('base64')
