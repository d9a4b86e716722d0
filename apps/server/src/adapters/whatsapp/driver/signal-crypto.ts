import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
} from 'node:crypto'
import libsignalCrypto from 'libsignal/src/crypto.js'

const CIPHER = 'aes-256-cbc'
const SECRET_BYTES = 32

/**
 * What libsignal does with Node's ciphers and HMACs, with keys as key objects. Node 24 tries bytes
 * as either of its two kinds of key objects first, and throws and catches an error with a stack for
 * each: three quarters of the time of such a call, and a message makes some twenty.
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
    const bytes = Buffer.from(hkdfSync('sha256', input, salt, info, secrets * SECRET_BYTES))
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

/** libsignal reads them from this object with each call. What comes out is the same. */
export function useKeyObjects(): void {
  Object.assign(libsignalCrypto, signalCrypto)
}
