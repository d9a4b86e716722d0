import { randomBytes } from 'node:crypto'
import {
  type BinaryNode,
  Curve,
  configureSuccessfulPairing,
  hmacSign,
  type KeyPair,
  makeNoiseHandler,
  NOISE_WA_HEADER,
  proto,
  WA_ADV_ACCOUNT_SIG_PREFIX,
  WA_CERT_DETAILS,
} from 'baileys'
import { calculateSignature } from 'whatsapp-rust-bridge'
import { silentLogger } from '../connection/socket-config.ts'

/**
 * Plays genuine and forged handshakes and links to the driver, without a network. Throws unless it
 * accepts the genuine ones and refuses all forged ones: an updated driver may verify differently.
 */
export function checkDriver(): void {
  const [root, intermediate, server, stranger] = [0, 1, 2, 3].map(Curve.generateKeyPair) as [
    KeyPair,
    KeyPair,
    KeyPair,
    KeyPair,
  ]
  const genuine = certificateOf(root, intermediate, server)
  const trusted = WA_CERT_DETAILS.PUBLIC_KEY
  try {
    WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(root.public)
    expectTaken('a genuine certificate', () => shakeHands(server, genuine))
    expectRefused('a certificate of another root', () =>
      shakeHands(server, certificateOf(stranger, intermediate, server)),
    )
    expectRefused('a certificate of another issuer', () =>
      shakeHands(server, {
        ...genuine,
        leaf: certificateOf(root, stranger, server).leaf,
      }),
    )
    expectRefused('a certificate for another key', () => shakeHands(stranger, genuine))
  } finally {
    WA_CERT_DETAILS.PUBLIC_KEY = trusted
  }
  expectTaken('a genuine link', () => pair(server, server))
  expectRefused('a link that the account did not sign', () => pair(server, stranger))
}

function expectTaken(what: string, task: () => void): void {
  try {
    task()
  } catch (cause) {
    throw new Error(`The driver refuses ${what}: no connection is opened.`, { cause })
  }
}

function expectRefused(what: string, task: () => void): void {
  try {
    task()
  } catch {
    return
  }
  throw new Error(`The driver accepts ${what}: no connection is opened.`)
}

function certificateOf(root: KeyPair, intermediate: KeyPair, leaf: KeyPair) {
  return {
    intermediate: signedBy(root, { serial: 1, issuerSerial: 0, key: intermediate.public }),
    leaf: signedBy(intermediate, { serial: 2, issuerSerial: 1, key: leaf.public }),
  }
}

function signedBy(issuer: KeyPair, fields: proto.CertChain.NoiseCertificate.IDetails) {
  const details = proto.CertChain.NoiseCertificate.Details.encode(fields).finish()
  return { details, signature: calculateSignature(issuer.private, details) }
}

/** The driver's handshake with a server with this key and certificate. */
function shakeHands(server: KeyPair, certificate: proto.ICertChain): void {
  const client = Curve.generateKeyPair()
  const ephemeral = Curve.generateKeyPair()
  const noise = (keyPair: KeyPair) =>
    makeNoiseHandler({ keyPair, NOISE_HEADER: NOISE_WA_HEADER, logger: silentLogger })
  // Both sides run the same steps up to the answer, so the driver's handler can play the server.
  const other = noise(client)
  other.authenticate(ephemeral.public)
  other.mixIntoKey(Curve.sharedKey(ephemeral.private, client.public))
  const sealedKey = other.encrypt(server.public)
  other.mixIntoKey(Curve.sharedKey(server.private, client.public))
  const payload = other.encrypt(proto.CertChain.encode(certificate).finish())
  const serverHello = { ephemeral: ephemeral.public, static: sealedKey, payload }
  noise(client).processHandshake(
    proto.HandshakeMessage.fromObject({ serverHello }),
    Curve.generateKeyPair(),
  )
}

/** The driver's side of a link to `account` that `signer` has signed. */
function pair(account: KeyPair, signer: KeyPair): void {
  const advSecretKey = randomBytes(32).toString('base64')
  const signedIdentityKey = Curve.generateKeyPair()
  const details = proto.ADVDeviceIdentity.encode({ rawId: 1, timestamp: 1, keyIndex: 1 }).finish()
  const signed = proto.ADVSignedDeviceIdentity.encode({
    details,
    accountSignatureKey: account.public,
    accountSignature: calculateSignature(
      signer.private,
      Buffer.concat([WA_ADV_ACCOUNT_SIG_PREFIX, details, signedIdentityKey.public]),
    ),
  }).finish()
  const sealed = proto.ADVSignedDeviceIdentityHMAC.encode({
    details: signed,
    hmac: hmacSign(signed, Buffer.from(advSecretKey, 'base64')),
  }).finish()
  configureSuccessfulPairing(pairSuccess(Buffer.from(sealed)), {
    advSecretKey,
    signedIdentityKey,
    signalIdentities: [],
  })
}

function pairSuccess(identity: Buffer): BinaryNode {
  const content = [
    { tag: 'device-identity', attrs: {}, content: identity },
    { tag: 'device', attrs: { jid: '1:1@s.whatsapp.net', lid: '1:1@lid' } },
  ]
  return {
    tag: 'iq',
    attrs: { id: '1' },
    content: [{ tag: 'pair-success', attrs: {}, content }],
  }
}
