import { Curve, generateSignalPubKey } from 'baileys'
import fc from 'fast-check'
import { verifySignature } from 'libsignal/src/curve.js'
import { expect, it } from 'vitest'
import { makeIdentity } from './identity.ts'

const verifies = (publicKey: Buffer, message: Uint8Array, signature: Buffer) =>
  verifySignature(Buffer.from(generateSignalPubKey(publicKey)), message, signature)

it('signs its prekey so that libsignal accepts it, for keys of either sign', () => {
  for (let round = 0; round < 8; round++) {
    const { identity, signed } = makeIdentity()
    const prekey = generateSignalPubKey(signed.public)
    expect(verifies(identity.public, prekey, signed.signature)).toBe(true)
  }
})

it('is an ordinary Curve25519 key: it agrees, and signs as any other', () => {
  const { identity } = makeIdentity()
  const other = Curve.generateKeyPair()
  expect(Curve.sharedKey(identity.private, other.public)).toEqual(
    Curve.sharedKey(other.private, identity.public),
  )
  const message = Buffer.from('message')
  expect(
    verifies(identity.public, message, Buffer.from(Curve.sign(identity.private, message))),
  ).toBe(true)
})

it('a signature of something else, or changed anywhere, does not verify', () => {
  const { identity, signed } = makeIdentity()
  const prekey = generateSignalPubKey(signed.public)
  fc.assert(
    fc.property(fc.nat(63), fc.integer({ min: 1, max: 127 }), (at, flip) => {
      const changed = Buffer.from(signed.signature)
      changed[at] = (changed[at] ?? 0) ^ flip
      expect(verifies(identity.public, prekey, changed)).toBe(false)
    }),
    { numRuns: 10 },
  )
})
