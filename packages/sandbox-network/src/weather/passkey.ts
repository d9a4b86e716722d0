import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { aesDecryptGCM, type BinaryNode, bytesToCrockford, Curve, hkdf, proto } from 'baileys'
import type { Clock } from '../clock.ts'
import { ProtocolFault } from '../errors.ts'
import type { PublicKeys } from '../store/companions.ts'
import { bytes, child, requiredBytes, SERVER, seconds, stanzaId } from '../wire/stanza.ts'

/** The network's side of linking a device to an account that asks for a passkey. */
export interface PasskeyCeremony {
  /** Tells the device that a passkey is required. */
  readonly request: BinaryNode
  /** The options that a passkey must answer, for the device's own query. */
  options(): BinaryNode
  ref(): BinaryNode
  /** Takes the answer of the passkey; returns what continues the linking. */
  prologue(node: BinaryNode): BinaryNode
  /** Takes the secret of the device's earlier commitment. */
  nonce(node: BinaryNode): void
  /** The code that the phone shows for comparison with the device; null when none is needed. */
  code(): string | null
  /** Takes the device's keys; returns the secret that it shares with the phone. */
  finish(node: BinaryNode): Buffer
}

interface Device {
  keys: PublicKeys
  noiseKey: Buffer
  /** The secret of the scanned QR code, by which a prologue proves that it belongs to the scan. */
  advSecret: Buffer | undefined
  clock: Clock
  /** The relying party of passkeys. */
  relyingParty: string
}

const HANDOFF_INFO = 'shortcake-passkey-handoff-v1'
const PAIRING_INFO = 'Pairing Information Encryption Key'
const TIMEOUT_MS = 600_000
const CODE_BYTES = 5
const USER_PRESENT_AND_VERIFIED = 0x05

/** Any passkey will do: the accounts of this network have none of their own. */
export function beginPasskey({
  keys,
  noiseKey,
  advSecret,
  clock,
  relyingParty,
}: Device): PasskeyCeremony {
  let current = { challenge: '', until: 0 }
  const ref = `2@${randomBytes(32).toString('base64url')}`
  const primary = Curve.generateKeyPair()
  let commitment: Buffer | undefined
  let identity: proto.CompanionEphemeralIdentity | undefined
  let encoded = Buffer.alloc(0)
  const primaryNonce = randomBytes(32)
  let isProven = false
  let deviceNonce: Buffer | undefined

  /** A challenge is valid until it expires or was answered wrongly. */
  function challenge(): string {
    if (clock.now() >= current.until) {
      current = {
        challenge: randomBytes(32).toString('base64url'),
        until: clock.now() + TIMEOUT_MS,
      }
    }
    return current.challenge
  }

  const options = (): BinaryNode => ({
    tag: 'passkey_request_options',
    attrs: {},
    content: Buffer.from(
      JSON.stringify({
        challenge: challenge(),
        timeout: TIMEOUT_MS,
        rpId: relyingParty,
        allowCredentials: [],
        userVerification: 'required',
        extensions: { uvm: true },
      }),
    ),
  })

  return {
    request: notification('passkey_prologue_request', options(), clock.now()),
    options,
    ref: () => ({ tag: 'ref', attrs: {}, content: Buffer.from(ref) }),
    prologue(node) {
      const part = child(node, 'passkey_prologue')
      const { challenge, until } = current
      current = { challenge, until: 0 }
      if (clock.now() >= until) throw fault()
      assertAnswers(requiredBytes(part, 'webauthn_assertion'), challenge, relyingParty)
      requiredBytes(part, 'credential_id')
      const payload = requiredBytes(part, 'prologue_payload')
      const proof = bytes(part, 'pairing_handoff_proof')
      assertHandedOff(proof, payload, advSecret)
      isProven = proof !== undefined
      const parsed = guarded(() => proto.ProloguePayload.decode(payload))
      encoded = Buffer.from(parsed.companionEphemeralIdentity ?? [])
      identity = guarded(() => proto.CompanionEphemeralIdentity.decode(encoded))
      commitment = Buffer.from(parsed.commitment?.hash ?? [])
      if (identity.ref !== ref || identity.publicKey?.length !== 32) throw fault()
      const encodedPrimary = proto.PrimaryEphemeralIdentity.encode({
        publicKey: primary.public,
        nonce: primaryNonce,
      }).finish()
      const content = { tag: 'primary_ephemeral_identity', attrs: {}, content: encodedPrimary }
      return notification('crsc_continuation', content, clock.now())
    },
    nonce(node) {
      const nonce = requiredBytes(node, 'companion_nonce', 32)
      const hash = createHash('sha256').update(encoded).update(nonce).digest()
      if (!commitment?.equals(hash)) throw fault()
      deviceNonce = nonce
    },
    code() {
      if (!deviceNonce || isProven) return null
      const digest = createHash('sha256').update(deviceNonce).update(primary.public).digest()
      const code = digest.subarray(0, CODE_BYTES).map((byte, n) => byte ^ (primaryNonce[n] ?? 0))
      return bytesToCrockford(Buffer.from(code))
    },
    finish(node) {
      if (!deviceNonce || !identity?.publicKey) throw fault()
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

const notification = (type: string, content: BinaryNode, now: number): BinaryNode => ({
  tag: 'notification',
  attrs: { from: SERVER, type, id: stanzaId(), t: seconds(now) },
  content: [content],
})

/** Checks user presence, the challenge and the relying party. */
function assertAnswers(assertion: Buffer, challenge: string, relyingParty: string): void {
  guarded(() => {
    const { response } = JSON.parse(assertion.toString())
    const client = JSON.parse(Buffer.from(String(response.clientDataJSON), 'base64url').toString())
    const { hostname } = new URL(client.origin)
    const data = Buffer.from(String(response.authenticatorData), 'base64url')
    const site = createHash('sha256').update(relyingParty).digest()
    const isThere =
      ((data[site.length] ?? 0) & USER_PRESENT_AND_VERIFIED) === USER_PRESENT_AND_VERIFIED
    if (client.type !== 'webauthn.get' || client.challenge !== challenge) throw fault()
    if (!`.${hostname}`.endsWith(`.${relyingParty}`)) throw fault()
    if (!site.equals(data.subarray(0, site.length)) || !isThere) throw fault()
  })
}

/** Without a proof the phone shows a code for comparison; a wrong proof is refused. */
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
