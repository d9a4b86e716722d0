import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { Curve, generateSignalPubKey } from 'baileys'

/** Raw Curve25519 keys, 32 bytes each. */
export interface KeyPair {
  private: Buffer
  public: Buffer
}

export interface Identity {
  identity: KeyPair
  signed: KeyPair & { signature: Buffer }
}

/**
 * A Signal identity with its signed prekey.
 *
 * XEdDSA signatures in JavaScript take 8 ms, too long for thousands of virtual contacts. An Ed25519
 * key whose clamped scalar serves as the Curve25519 key makes the same signature natively: the
 * verifier rebuilds the Edwards point from the Curve25519 key and the sign bit in the signature's
 * last byte.
 */
export function makeIdentity(): Identity {
  const { privateKey } = generateKeyPairSync('ed25519')
  const { d, x } = privateKey.export({ format: 'jwk' })
  const scalar = createHash('sha512').update(fromBase64(d)).digest().subarray(0, 32)
  scalar[0] = byte(scalar, 0) & 248
  scalar[31] = (byte(scalar, 31) & 63) | 64
  const identity = { private: Buffer.from(scalar), public: publicOf(scalar) }
  const prekey = Curve.generateKeyPair()
  const signature = sign(null, generateSignalPubKey(prekey.public), privateKey)
  signature[63] = byte(signature, 63) | (byte(fromBase64(x), 31) & 128)
  return {
    identity,
    signed: {
      private: Buffer.from(prekey.private),
      public: Buffer.from(prekey.public),
      signature,
    },
  }
}

/** X25519 with the base point 9. */
function publicOf(scalar: Uint8Array): Buffer {
  const basePoint = Buffer.alloc(32)
  basePoint[0] = 9
  return Buffer.from(Curve.sharedKey(Buffer.from(scalar), basePoint))
}

const byte = (bytes: Uint8Array, at: number): number => bytes[at] ?? 0
const fromBase64 = (text: string | undefined): Buffer => Buffer.from(text ?? '', 'base64url')
