import crypto, {
  createCipheriv,
  createHmac,
  createSecretKey,
  KeyObject,
  randomBytes,
} from 'node:crypto'
import { aesDecryptGCM, aesEncryptGCM, hmacSign } from 'baileys'
import { expect, test } from 'vitest'
import { useKeyObjects } from './key-objects.ts'

const [key, iv, text] = [randomBytes(32), randomBytes(12), Buffer.from('text')]
const EMPTY = new Uint8Array()

function made() {
  return {
    signed: hmacSign(text, key),
    encrypted: aesEncryptGCM(text, key, iv, EMPTY),
    ofText: createHmac('sha256', 'a key').update(text).digest('hex'),
    ofNothing: createHmac('sha256', EMPTY).update(text).digest('hex'),
    ofObject: createHmac('sha256', createSecretKey(key)).update(text).digest('hex'),
  }
}

test('keys in bytes reach Node as key objects, and what comes out is the same', () => {
  const before = made()
  const given: unknown[] = []
  const { createHmac: original } = crypto
  Object.assign(crypto, {
    createHmac: (algorithm: string, key: crypto.BinaryLike) => {
      given.push(key)
      return original(algorithm, key)
    },
  })
  useKeyObjects()
  useKeyObjects()
  expect(made()).toEqual(before)
  expect(given.map((key) => key instanceof KeyObject)).toEqual([true, false, true, true])
  expect(aesDecryptGCM(before.encrypted, key, iv, EMPTY)).toEqual(text)
  expect(() => createCipheriv('aes-256-gcm', randomBytes(31), iv)).toThrow('Invalid key length')
})
