import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { signalCrypto, useKeyObjects } from './signal-crypto.ts'

const libsignal: typeof signalCrypto = createRequire(import.meta.url)('libsignal/src/crypto.js')
const original = { ...libsignal }
const [key, iv, salt] = [randomBytes(32), randomBytes(16), randomBytes(32)]
const info = Buffer.from('WhisperText')

test.each([0, 1, 32, 160, 5000])('what comes out of %i bytes is the same', (length) => {
  const data = randomBytes(length)
  const encrypted = original.encrypt(key, data, iv)
  expect(signalCrypto.encrypt(key, data, iv)).toEqual(encrypted)
  expect(signalCrypto.decrypt(key, encrypted, iv)).toEqual(data)
  const mac = original.calculateMAC(key, data)
  expect(signalCrypto.calculateMAC(key, data)).toEqual(mac)
  for (const secrets of [undefined, 1, 2, 3]) {
    const derived = original.deriveSecrets(data, salt, info, secrets)
    expect(signalCrypto.deriveSecrets(data, salt, info, secrets)).toEqual(derived)
  }
  expect(() => signalCrypto.verifyMAC(data, key, mac.subarray(0, 8), 8)).not.toThrow()
})

test.each([
  ['another', randomBytes(8)],
  ['a short', randomBytes(4)],
  ['an empty', Buffer.alloc(0)],
])('%s MAC is refused as libsignal refuses it', (_what, mac) => {
  expect(() => original.verifyMAC(salt, key, mac, 8)).toThrow('Bad MAC')
  expect(() => signalCrypto.verifyMAC(salt, key, mac, 8)).toThrow('Bad MAC')
})

test('a key of another length is refused, and what was tampered with does not decrypt', () => {
  expect(() => signalCrypto.encrypt(randomBytes(31), salt, iv)).toThrow('Invalid key length')
  const encrypted = signalCrypto.encrypt(key, salt, iv)
  expect(() => signalCrypto.decrypt(key, encrypted.subarray(1), iv)).toThrow()
})

test('libsignal uses it', () => {
  useKeyObjects()
  expect(libsignal).toMatchObject(signalCrypto)
  Object.assign(libsignal, original)
})
