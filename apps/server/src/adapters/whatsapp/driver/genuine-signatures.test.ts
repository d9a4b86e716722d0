import { Curve, generateSignalPubKey, type KeyPair, proto, WA_CERT_DETAILS } from 'baileys'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkDriver } from './driver-check.ts'
import { enableSignatureChecks, isSignedBy } from './genuine-signatures.ts'

beforeAll(enableSignatureChecks)

describe('isSignedBy', () => {
  const { private: secret, public: key } = Curve.generateKeyPair()
  const message = Buffer.from('signed prekey')
  const signature = Buffer.from(Curve.sign(secret, message))

  test('takes a genuine signature, for a key with its type byte and without', () => {
    expect(isSignedBy(key, message, signature)).toBe(true)
    expect(isSignedBy(generateSignalPubKey(key), message, signature)).toBe(true)
  })

  test('takes what libsignal signs, for keys of either sign', () => {
    for (let round = 0; round < 16; round++) {
      const pair = Curve.generateKeyPair()
      expect(isSignedBy(pair.public, message, Curve.sign(pair.private, message))).toBe(true)
    }
  })

  test('refuses a signature of somebody else, or changed in any bit', () => {
    expect(isSignedBy(Curve.generateKeyPair().public, message, signature)).toBe(false)
    expect(isSignedBy(key, Buffer.from('another prekey'), signature)).toBe(false)
    fc.assert(
      fc.property(fc.nat(63), fc.nat(7), (at, bit) => {
        const changed = Buffer.from(signature)
        changed.writeUInt8(changed.readUInt8(at) ^ (1 << bit), at)
        return !isSignedBy(key, message, changed)
      }),
    )
  })

  test('refuses bytes of any length, and throws for none', () => {
    const bytes = fc.uint8Array({ maxLength: 80 })
    fc.assert(fc.property(bytes, bytes, bytes, (k, m, s) => !isSignedBy(k, m, s)))
  })
})

describe('a chain of certificates', () => {
  const pair = () => Curve.generateKeyPair()
  const [root, intermediate, server, client] = [pair(), pair(), pair(), pair()]
  const trusted = WA_CERT_DETAILS.PUBLIC_KEY
  beforeAll(() => {
    WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(root.public)
  })
  afterAll(() => {
    WA_CERT_DETAILS.PUBLIC_KEY = trusted
  })

  /**
   * In the driver's order: agree on the server's key, then verify the leaf, then the intermediate.
   */
  function verified(issuer: KeyPair, leafKey: Uint8Array | null): boolean {
    const details = (key: Uint8Array | null) =>
      proto.CertChain.NoiseCertificate.Details.encode({ serial: 1, issuerSerial: 0, key }).finish()
    const verifies = (by: KeyPair, message: Uint8Array) =>
      Curve.verify(by.public, message, Curve.sign(by.private, message))
    Curve.sharedKey(client.private, server.public)
    return verifies(issuer, details(leafKey)) && verifies(root, details(issuer.public))
  }

  test.each([
    ['names the key of the handshake', intermediate, server.public, true],
    ['names it with its type byte', intermediate, generateSignalPubKey(server.public), true],
    ['names another key', intermediate, client.public, false],
    ['names none, as the real network never does', intermediate, null, true],
    ['is signed by the root itself', root, server.public, true],
    ['is signed by the root itself, for another key', root, client.public, false],
  ])('whose leaf %s', (_, issuer, leafKey, taken) => {
    expect(verified(issuer, leafKey)).toBe(taken)
  })
})

describe('the check at the start', () => {
  const { verify, sharedKey } = Curve
  afterEach(() => Object.assign(Curve, { verify, sharedKey }))

  test('is content with the driver as it is', () => {
    expect(checkDriver).not.toThrow()
  })

  test('notices a driver that believes every signature', () => {
    Curve.verify = () => true
    expect(checkDriver).toThrow('The driver accepts a certificate of another root')
  })

  test('notices a driver that does not ask whose key the certificate is for', () => {
    Curve.verify = isSignedBy
    expect(checkDriver).toThrow('The driver accepts a certificate for another key')
  })

  test('notices a driver that believes nobody', () => {
    Curve.verify = () => false
    expect(checkDriver).toThrow('The driver refuses a genuine certificate')
  })
})
