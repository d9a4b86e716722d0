import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { aesDecryptGCM, type BinaryNode, Curve, hkdf, proto } from 'baileys'
import { ProtocolFault } from '../errors.ts'
import type { KeyPair } from '../signal/identity.ts'
import type { PublicKeys } from '../store/companions.ts'
import { bytes, child, requiredBytes, SERVER, seconds, stanzaId } from '../wire/stanza.ts'

/** The network's side of linking a device to an account that asks for a passkey. */
export interface PasskeyCeremony {
  /** Tells the device that a passkey is asked for. */
  readonly request: BinaryNode
  /** The device's own query for what a passkey must answer. */
  options(): BinaryNode
  ref(): BinaryNode
  /** Takes the answer of the passkey; returns what continues the linking. */
  prologue(node: BinaryNode): BinaryNode
  /** Takes the secret to which the device committed itself before. */
  nonce(node: BinaryNode): void
  /** Takes the device's keys; returns the secret that it shares with the phone. */
  finish(node: BinaryNode): Buffer
}

interface Device {
  keys: PublicKeys
  noiseKey: Buffer
  /** The secret of the scanned QR code, by which a prologue proves that it belongs to the scan. */
  advSecret: Buffer | undefined
  now: number
}

const HANDOFF_INFO = 'shortcake-passkey-handoff-v1'
const PAIRING_INFO = 'Pairing Information Encryption Key'
const RELYING_PARTY = 'whatsapp.com'
const TIMEOUT_MS = 60_000

/** Any passkey will do: the accounts of this network have none of their own. */
export function beginPasskey({ keys, noiseKey, advSecret, now }: Device): PasskeyCeremony {
  const challenge = randomBytes(32).toString('base64url')
  const ref = `2@${randomBytes(32).toString('base64url')}`
  const primary = Curve.generateKeyPair()
  let commitment: Buffer | undefined
  let identity: proto.CompanionEphemeralIdentity | undefined
  let encoded = Buffer.alloc(0)
  let opened = false

  const options = (): BinaryNode => ({
    tag: 'passkey_request_options',
    attrs: {},
    content: Buffer.from(
      JSON.stringify({
        challenge,
        timeout: TIMEOUT_MS,
        rpId: RELYING_PARTY,
        allowCredentials: [],
        userVerification: 'required',
      }),
    ),
  })

  return {
    request: notification('passkey_prologue_request', options(), now),
    options,
    ref: () => ({ tag: 'ref', attrs: {}, content: Buffer.from(ref) }),
    prologue(node) {
      const part = child(node, 'passkey_prologue')
      assertAnswers(requiredBytes(part, 'webauthn_assertion'), challenge)
      requiredBytes(part, 'credential_id')
      const payload = requiredBytes(part, 'prologue_payload')
      assertHandedOff(bytes(part, 'pairing_handoff_proof'), payload, advSecret)
      const parsed = guarded(() => proto.ProloguePayload.decode(payload))
      encoded = Buffer.from(parsed.companionEphemeralIdentity ?? [])
      identity = guarded(() => proto.CompanionEphemeralIdentity.decode(encoded))
      commitment = Buffer.from(parsed.commitment?.hash ?? [])
      if (identity.ref !== ref || identity.publicKey?.length !== 32) throw fault()
      return notification('crsc_continuation', continuation(primary), now)
    },
    nonce(node) {
      const nonce = requiredBytes(node, 'companion_nonce', 32)
      const hash = createHash('sha256').update(encoded).update(nonce).digest()
      if (!commitment?.equals(hash)) throw fault()
      opened = true
    },
    finish(node) {
      if (!opened || !identity?.publicKey) throw fault()
      const shared = Curve.sharedKey(primary.private, identity.publicKey)
      const salt = `Companion Pairing ${identity.deviceType ?? 0} with ref ${ref}`
      const key = hkdf(Buffer.from(shared), 32, { salt: Buffer.from(salt), info: PAIRING_INFO })
      const request = guarded(() => {
        const { encryptedPayload, iv } = proto.EncryptedPairingRequest.decode(
          requiredBytes(node, 'encrypted_pairing_request'),
        )
        const plain = aesDecryptGCM(
          encryptedPayload ?? Buffer.alloc(0),
          Buffer.from(key),
          iv ?? Buffer.alloc(12),
          Buffer.alloc(0),
        )
        return proto.PairingRequest.decode(plain)
      })
      const own =
        keys.identity.equals(request.companionIdentityKey ?? Buffer.alloc(0)) &&
        noiseKey.equals(request.companionPublicKey ?? Buffer.alloc(0))
      if (!own || request.advSecret?.length !== 32) throw fault()
      return Buffer.from(request.advSecret)
    },
  }
}

const continuation = (primary: Pick<KeyPair, 'public'> | { public: Uint8Array }): BinaryNode => ({
  tag: 'primary_ephemeral_identity',
  attrs: {},
  content: proto.PrimaryEphemeralIdentity.encode({
    publicKey: primary.public,
    nonce: randomBytes(32),
  }).finish(),
})

const notification = (type: string, content: BinaryNode, now: number): BinaryNode => ({
  tag: 'notification',
  attrs: { from: SERVER, type, id: stanzaId(), t: seconds(now) },
  content: [content],
})

/** The answer of a passkey is to the challenge that was given. */
function assertAnswers(assertion: Buffer, challenge: string): void {
  const { response } = guarded(() => JSON.parse(assertion.toString()))
  const client = guarded(() =>
    JSON.parse(Buffer.from(String(response.clientDataJSON), 'base64url').toString()),
  )
  if (client?.type !== 'webauthn.get' || client.challenge !== challenge) throw fault()
}

/** Without a proof the phone would show a code to compare; a wrong one is refused. */
function assertHandedOff(
  proof: Buffer | undefined,
  payload: Buffer,
  advSecret: Buffer | undefined,
): void {
  if (!proof || !advSecret) return
  const key = hkdf(advSecret, 32, { info: HANDOFF_INFO })
  const wanted = createHmac('sha256', key).update(payload).digest()
  if (proof.length !== wanted.length || !timingSafeEqual(proof, wanted)) throw fault()
}

const fault = () => new ProtocolFault('the passkey step was not done as the network asks')

function guarded<T>(read: () => T): T {
  try {
    return read()
  } catch {
    throw fault()
  }
}
