import { randomBytes } from 'node:crypto'
import {
  aesDecryptCTR,
  aesDecryptGCM,
  aesEncryptCTR,
  type BinaryNode,
  Curve,
  derivePairingCodeKey,
  hkdf,
} from 'baileys'
import { ProtocolFault, SandboxError } from '../errors.ts'
import type { KeyPair } from '../signal/identity.ts'
import { child, requiredBytes, SERVER, stanzaId } from '../wire/stanza.ts'

/** A client's request to be linked to a number by a pairing code. */
export interface CodeOffer {
  number: string
  /** Salt, IV, and the client's ephemeral key encrypted with the code. */
  wrapped: Buffer
}

/** The phone's half, after the code was entered. */
export interface CodeExchange {
  ref: Buffer
  notification: BinaryNode
  ephemeral: KeyPair
  clientEphemeral: Buffer
}

const WRAPPED_LENGTH = 80
const SALT_LENGTH = 32
const IV_LENGTH = 16

export function readOffer(node: BinaryNode, number: string): CodeOffer {
  const wrapped = requiredBytes(
    child(node, 'link_code_companion_reg'),
    'link_code_pairing_wrapped_companion_ephemeral_pub',
    WRAPPED_LENGTH,
  )
  return { number, wrapped }
}

/** As on the real network, a wrong code is detected only at the end, when the keys do not match. */
export async function answerOffer(
  offer: CodeOffer,
  code: string,
  identity: KeyPair,
): Promise<CodeExchange> {
  const salt = offer.wrapped.subarray(0, SALT_LENGTH)
  const iv = offer.wrapped.subarray(SALT_LENGTH, SALT_LENGTH + IV_LENGTH)
  const key = await derivePairingCodeKey(code, salt)
  const clientEphemeral = aesDecryptCTR(offer.wrapped.subarray(SALT_LENGTH + IV_LENGTH), key, iv)
  const made = Curve.generateKeyPair()
  const [ownSalt, ownIv] = [randomBytes(SALT_LENGTH), randomBytes(IV_LENGTH)]
  const ownKey = await derivePairingCodeKey(code, ownSalt)
  const ref = randomBytes(16)
  const content: BinaryNode[] = [
    {
      tag: 'link_code_pairing_wrapped_primary_ephemeral_pub',
      attrs: {},
      content: Buffer.concat([ownSalt, ownIv, aesEncryptCTR(made.public, ownKey, ownIv)]),
    },
    { tag: 'primary_identity_pub', attrs: {}, content: identity.public },
    { tag: 'link_code_pairing_ref', attrs: {}, content: ref },
  ]
  return {
    ref,
    ephemeral: { private: Buffer.from(made.private), public: Buffer.from(made.public) },
    clientEphemeral: Buffer.from(clientEphemeral),
    notification: {
      tag: 'notification',
      attrs: { from: SERVER, type: 'link_code_companion_reg', id: stanzaId() },
      content: [{ tag: 'link_code_companion_reg', attrs: { stage: 'primary_hello' }, content }],
    },
  }
}

const BUNDLE_INFO = 'link_code_pairing_key_bundle_encryption_key'

/**
 * Decrypts the client's last part and returns the shared secret. Throws `pairing_failed` after a
 * wrong code.
 */
export function finishExchange(
  exchange: CodeExchange,
  node: BinaryNode,
  identity: KeyPair,
  clientIdentity: Buffer,
): Buffer {
  const part = child(node, 'link_code_companion_reg')
  if (!requiredBytes(part, 'link_code_pairing_ref').equals(exchange.ref)) {
    throw new ProtocolFault('the pairing ref is not the one given')
  }
  const wrapped = requiredBytes(part, 'link_code_pairing_wrapped_key_bundle')
  const shared = Curve.sharedKey(exchange.ephemeral.private, exchange.clientEphemeral)
  const bundle = openBundle(wrapped, shared)
  if (!bundle.subarray(0, 32).equals(clientIdentity)) {
    throw new SandboxError('pairing_failed', 'The pairing code belongs to another device.')
  }
  const identityShared = Curve.sharedKey(identity.private, clientIdentity)
  const secret = Buffer.concat([shared, identityShared, bundle.subarray(64, 96)])
  return Buffer.from(hkdf(secret, 32, { info: 'adv_secret' }))
}

function openBundle(wrapped: Buffer, shared: Buffer): Buffer {
  const key = hkdf(shared, 32, { salt: wrapped.subarray(0, SALT_LENGTH), info: BUNDLE_INFO })
  try {
    return aesDecryptGCM(
      wrapped.subarray(SALT_LENGTH + 12),
      key,
      wrapped.subarray(SALT_LENGTH, SALT_LENGTH + 12),
      Buffer.alloc(0),
    )
  } catch {
    throw new SandboxError('pairing_failed', 'The pairing code is wrong.')
  }
}
