import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { signalCrypto, signalCurve, useKeyObjects } from './signal-crypto.ts'

const require = createRequire(import.meta.url)
const libsignal: typeof signalCrypto = require('libsignal/src/crypto.js')
const original = { ...libsignal }
const curve: typeof signalCurve = require('libsignal/src/curve.js')
const originalCurve = { ...curve }
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

test('two pairs, one of libsignal’s own, agree on the secret on which it agrees', () => {
  const ours = signalCurve.generateKeyPair()
  const theirs = originalCurve.generateKeyPair()
  expect(ours).toEqual({ pubKey: expect.any(Buffer), privKey: expect.any(Buffer) })
  expect([ours.pubKey.length, ours.pubKey[0], ours.privKey.length]).toEqual([33, 5, 32])
  const secret = originalCurve.calculateAgreement(theirs.pubKey, ours.privKey)
  for (const privKey of [ours.privKey, Buffer.from(ours.privKey)]) {
    for (const pubKey of [theirs.pubKey, theirs.pubKey, theirs.pubKey.subarray(1)]) {
      expect(signalCurve.calculateAgreement(pubKey, privKey)).toEqual(secret)
    }
  }
  expect(signalCurve.calculateAgreement(ours.pubKey, theirs.privKey)).toEqual(secret)
})

test.each([
  ['a short', Buffer.alloc(31, 9)],
  ['another version of a', Buffer.alloc(33, 9)],
  ['a weak', Buffer.alloc(32)],
])('%s public key is refused', (_what, pubKey) => {
  const { privKey } = signalCurve.generateKeyPair()
  expect(() => signalCurve.calculateAgreement(pubKey, privKey)).toThrow()
})

test('errors keep their stacks', () => {
  const limit = Error.stackTraceLimit
  const { pubKey } = signalCurve.generateKeyPair()
  expect(() => signalCurve.calculateAgreement(pubKey, randomBytes(31))).toThrow('private key')
  expect(Error.stackTraceLimit).toBe(limit)
})

test('libsignal uses it', () => {
  useKeyObjects()
  expect(libsignal).toMatchObject(signalCrypto)
  expect(curve).toMatchObject(signalCurve)
  Object.assign(libsignal, original)
  Object.assign(curve, originalCurve)
})
