import { createCipheriv, createHmac, createSecretKey, KeyObject, randomBytes } from 'node:crypto'
import { aesDecryptGCM, aesEncryptGCM, hmacSign } from 'baileys'
import { expect, test, vi } from 'vitest'
import { takingBytes, useKeyObjects } from './key-objects.ts'

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

test('keys in bytes are handed on as key objects, all else as it is', () => {
  const crypto = { createHmac: vi.fn(), createCipheriv: vi.fn(), createDecipheriv: vi.fn() }
  const given = { ...crypto }
  takingBytes(crypto)
  crypto.createHmac('sha256', key)
  crypto.createHmac('sha256', 'a key')
  crypto.createCipheriv('aes-256-gcm', new Uint8Array(key), iv, { authTagLength: 16 })
  expect(given.createHmac.mock.calls.map(([, one]) => one instanceof KeyObject)).toEqual([
    true,
    false,
  ])
  const [algorithm, object, ...rest] = given.createCipheriv.mock.calls[0] ?? []
  expect([algorithm, ...rest]).toEqual(['aes-256-gcm', iv, { authTagLength: 16 }])
  expect(object.export()).toEqual(key)
})

test('what comes out is the same', () => {
  const before = made()
  useKeyObjects()
  useKeyObjects()
  expect(made()).toEqual(before)
  expect(aesDecryptGCM(before.encrypted, key, iv, EMPTY)).toEqual(text)
  expect(() => createCipheriv('aes-256-gcm', randomBytes(31), iv)).toThrow('Invalid key length')
})
