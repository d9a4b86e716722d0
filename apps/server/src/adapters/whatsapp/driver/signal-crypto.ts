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
 * What libsignal does with Node's ciphers, HMACs and HKDF, with keys as key objects. Node 24 tries
 * bytes as either of its two kinds of key objects first, and throws and catches an error with a
 * stack for each: three quarters of the time of such a call, and a message makes some twenty.
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
/** Before each public key. */
const VERSION = 5
/** What stands before the bytes of a key in the format that Node reads fastest. */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex')
const PUBLIC_PREFIX = Buffer.from('302a300506032b656e032100', 'hex')

/** Of bytes that are used again: each new pair at once, and the other side's key twice. */
const privateKeys = new WeakMap<Uint8Array, KeyObject>()
const publicKeys = new WeakMap<Uint8Array, KeyObject>()

/**
 * What libsignal does with Node's keys for each message that it reads: it makes a pair, and agrees
 * on a secret twice. It makes the same key objects anew for each, and Node 24 throws and catches
 * four errors with their stacks as it looks what it is given.
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
      privateKey: known(privateKeys, privKey, privateKeyOf),
      publicKey: known(publicKeys, pubKey, publicKeyOf),
    }),
}

function known(
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

/** Errors that are thrown meanwhile have no stack, which takes most of their time. */
function withoutStacks<T>(task: () => T): T {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return task()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** libsignal reads them from these objects with each call. What comes out is the same. */
export function useKeyObjects(): void {
  Object.assign(libsignalCrypto, signalCrypto)
  Object.assign(libsignalCurve, signalCurve)
}
