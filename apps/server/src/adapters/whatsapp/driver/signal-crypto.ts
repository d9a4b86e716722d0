import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto'
import libsignalCrypto from 'libsignal/src/crypto.js'
import libsignalCurve from 'libsignal/src/curve.js'

const CIPHER = 'aes-256-cbc'
const SECRET_BYTES = 32

/**
 * libsignal's ciphers, HMACs and HKDF with key objects in place of bytes. Node 24 probes bytes as
 * both kinds of key object first and catches an error with a stack for each, three quarters of the
 * time of a call; a message makes some twenty.
 */
export const signalCrypto = {
  encrypt: (key: Buffer, data: Buffer, iv: Buffer): Buffer =>
    throughCipher(createCipheriv(CIPHER, createSecretKey(key), iv), data),

  decrypt: (key: Buffer, data: Buffer, iv: Buffer): Buffer =>
    throughCipher(createDecipheriv(CIPHER, createSecretKey(key), iv), data),

  calculateMAC: (key: Buffer, data: Buffer): Buffer =>
    createHmac('sha256', createSecretKey(key)).update(data).digest(),

  verifyMAC(data: Buffer, key: Buffer, mac: Buffer, length: number): void {
    const calculated = signalCrypto.calculateMAC(key, data).subarray(0, length)
    if (mac.length !== length || !calculated.equals(mac)) throw new Error('Bad MAC')
  },

  deriveSecrets(input: Buffer, salt: Buffer, info: Buffer, secrets = 3): Buffer[] {
    const length = secrets * SECRET_BYTES
    const bytes = Buffer.from(hkdfSync('sha256', createSecretKey(input), salt, info, length))
    return Array.from({ length: secrets }, (_, index) =>
      bytes.subarray(index * SECRET_BYTES, (index + 1) * SECRET_BYTES),
    )
  },
}

function throughCipher(
  cipher: Pick<ReturnType<typeof createCipheriv>, 'update' | 'final'>,
  data: Buffer,
): Buffer {
  return Buffer.concat([cipher.update(data), cipher.final()])
}

const CURVE = 'x25519'
const KEY_BYTES = 32
/** The version byte before each public key. */
const VERSION = 5
/** DER prefixes; Node reads keys fastest in this format. */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex')
const PUBLIC_PREFIX = Buffer.from('302a300506032b656e032100', 'hex')

/** Key objects of bytes that are used again: each new pair, and the peer's key. */
const privateKeys = new WeakMap<Uint8Array, KeyObject>()
const publicKeys = new WeakMap<Uint8Array, KeyObject>()

/**
 * libsignal's key functions with cached key objects. For each message that it reads, libsignal
 * makes a pair and two agreements; it would create the same key objects again for each, and Node 24
 * catches four errors with stacks while it probes them.
 */
export const signalCurve = {
  generateKeyPair(): { pubKey: Buffer; privKey: Buffer } {
    const { publicKey, privateKey } = generateKeyPairSync(CURVE)
    const privKey = lastBytes(privateKey.export({ format: 'der', type: 'pkcs8' }))
    const pubKey = lastBytes(publicKey.export({ format: 'der', type: 'spki' }))
    privateKeys.set(privKey, privateKey)
    return { pubKey: Buffer.concat([Buffer.of(VERSION), pubKey]), privKey }
  },

  calculateAgreement: (pubKey: Buffer, privKey: Buffer): Buffer =>
    diffieHellman({
      privateKey: cachedKey(privateKeys, privKey, privateKeyOf),
      publicKey: cachedKey(publicKeys, pubKey, publicKeyOf),
    }),
}

function cachedKey(
  keys: WeakMap<Uint8Array, KeyObject>,
  bytes: Buffer,
  make: (bytes: Buffer) => KeyObject,
): KeyObject {
  const key = keys.get(bytes) ?? withoutStacks(() => make(bytes))
  keys.set(bytes, key)
  return key
}

function privateKeyOf(bytes: Buffer): KeyObject {
  if (bytes.length !== KEY_BYTES) throw new Error('Incorrect private key length')
  const key = Buffer.concat([PRIVATE_PREFIX, bytes])
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
}

function publicKeyOf(bytes: Buffer): KeyObject {
  const isVersioned = bytes.length === KEY_BYTES + 1 && bytes[0] === VERSION
  if (!isVersioned && bytes.length !== KEY_BYTES) throw new Error('Invalid public key')
  const key = Buffer.concat([PUBLIC_PREFIX, bytes.subarray(-KEY_BYTES)])
  return createPublicKey({ key, format: 'der', type: 'spki' })
}

function lastBytes(exported: Buffer): Buffer {
  return exported.subarray(-KEY_BYTES)
}

/** Runs a task whose errors get no stack, since stacks take most of the time. */
function withoutStacks<T>(task: () => T): T {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return task()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** Replaces libsignal's functions, which it looks up on each call. The results are the same. */
export function useKeyObjects(): void {
  Object.assign(libsignalCrypto, signalCrypto)
  Object.assign(libsignalCurve, signalCurve)
}
