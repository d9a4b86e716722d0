import { createHash } from 'node:crypto'
import {
  aesDecryptGCM,
  aesEncryptGCM,
  Curve,
  hkdf,
  NOISE_MODE,
  NOISE_WA_HEADER,
  proto,
} from 'baileys'
import type { KeyPair } from '../signal/identity.ts'

const EMPTY = Buffer.alloc(0)

/**
 * The network's side of Noise_XX_25519_AESGCM_SHA256: one handshake, then one cipher per direction.
 */
export function createNoiseResponder(staticKey: KeyPair, certificate: Uint8Array) {
  const ephemeral = Curve.generateKeyPair()
  let hash = Buffer.from(NOISE_MODE)
  let salt: Uint8Array = hash
  let key: Uint8Array = hash
  let counter = 0
  let outgoing: Direction | undefined
  let incoming: Direction | undefined

  const authenticate = (data: Uint8Array) => {
    hash = createHash('sha256').update(hash).update(data).digest()
  }
  const expand = (data: Uint8Array): [Uint8Array, Uint8Array] => {
    const both = hkdf(Buffer.from(data), 64, { salt: Buffer.from(salt), info: '' })
    return [both.subarray(0, 32), both.subarray(32)]
  }
  const mix = (shared: Uint8Array) => {
    ;[salt, key] = expand(shared)
    counter = 0
  }
  const seal = (plain: Uint8Array) => {
    const sealed = aesEncryptGCM(plain, key, nonce(counter++), hash)
    authenticate(sealed)
    return sealed
  }
  const unseal = (sealed: Uint8Array) => {
    const plain = aesDecryptGCM(sealed, key, nonce(counter++), hash)
    authenticate(sealed)
    return plain
  }

  return {
    /** Takes the client's ephemeral key and returns the server hello. */
    hello(clientEphemeral: Uint8Array): Uint8Array {
      authenticate(NOISE_WA_HEADER)
      authenticate(clientEphemeral)
      authenticate(ephemeral.public)
      mix(Curve.sharedKey(ephemeral.private, clientEphemeral))
      const sealedStatic = seal(staticKey.public)
      mix(Curve.sharedKey(staticKey.private, clientEphemeral))
      const payload = seal(certificate)
      return proto.HandshakeMessage.encode({
        serverHello: { ephemeral: ephemeral.public, static: sealedStatic, payload },
      }).finish()
    },
    /**
     * Takes the client finish and returns the client's key and payload. Throws when it does not
     * belong to this handshake.
     */
    finish(message: proto.HandshakeMessage.IClientFinish): { clientKey: Buffer; payload: Buffer } {
      const clientKey = unseal(message.static ?? EMPTY)
      mix(Curve.sharedKey(ephemeral.private, clientKey))
      const payload = unseal(message.payload ?? EMPTY)
      const [fromClient, toClient] = expand(EMPTY)
      incoming = { key: fromClient, counter: 0 }
      outgoing = { key: toClient, counter: 0 }
      return { clientKey, payload }
    },
    encrypt(plain: Uint8Array): Buffer {
      if (!outgoing) throw new Error('the handshake is not over')
      return aesEncryptGCM(plain, outgoing.key, nonce(outgoing.counter++), EMPTY)
    },
    decrypt(sealed: Uint8Array): Buffer {
      if (!incoming) throw new Error('the handshake is not over')
      return aesDecryptGCM(sealed, incoming.key, nonce(incoming.counter++), EMPTY)
    },
  }
}

interface Direction {
  key: Uint8Array
  counter: number
}

function nonce(counter: number): Uint8Array {
  const out = Buffer.alloc(12)
  out.writeUInt32BE(counter, 8)
  return out
}
