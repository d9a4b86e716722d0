import { createHmac } from 'node:crypto'
import { type BinaryNode, Curve, generateSignalPubKey, proto } from 'baileys'
import { verifySignature } from 'libsignal/src/curve.js'
import type { Connection } from '../connection.ts'
import type { Core } from '../core.ts'
import { SandboxError } from '../errors.ts'
import { noSignature } from '../forgeries.ts'
import type { DeviceAddress, PublicKeys } from '../store/companions.ts'
import { bytes, child, lidJid, SERVER, stanzaId, userJid } from '../wire/stanza.ts'

const ACCOUNT_PREFIX = Buffer.from([6, 0])
const DEVICE_PREFIX = Buffer.from([6, 1])
/** The maximum number of devices linked to a phone. */
export const MAX_DEVICES = 4

/** A device to be linked: its connection, keys and the secret shared with the phone. */
export interface Candidate {
  connection: Connection
  keys: PublicKeys
  advSecret: Buffer
}

/**
 * Links a device: the phone and the device sign, the link is stored, then the client is told to
 * reconnect. Throws `too_many_devices`, `pairing_failed`.
 */
export async function linkDevice(
  core: Core,
  phone: string,
  candidate: Candidate,
): Promise<DeviceAddress> {
  const { store, companions, phones, directory, clock } = core
  if (companions.ofPhone(phone).length >= MAX_DEVICES) {
    throw new SandboxError(
      'too_many_devices',
      `A phone can have ${MAX_DEVICES} linked devices. Unlink one first.`,
    )
  }
  const { connection, keys } = candidate
  const device = phones.nextDevice(phone)
  const contact = directory.contact(phone, phone)
  const vouched = vouch(core, phone, device, candidate)
  const reply = await connection
    .request(
      pairSuccess(
        vouched.sealed,
        contact.name,
        userJid(phone, device),
        lidJid(contact.lid, device),
      ),
    )
    .catch(() => undefined)
  if (!reply || !isSignedBy(reply, keys.identity, vouched)) {
    throw new SandboxError(
      'pairing_failed',
      'The device did not complete the linking. Try a new QR code.',
    )
  }
  store.transaction(() => {
    const before = companions.byNoiseKey(connection.clientKey)
    if (before) companions.remove(before)
    companions.add({ phone, device, noiseKey: connection.clientKey, ...keys }, clock.now())
  })
  connection.end({ tag: 'stream:error', attrs: { code: '515' } })
  return { phone, device }
}

interface Vouched {
  sealed: Uint8Array
  details: Uint8Array
  accountKey: Buffer
}

function vouch(core: Core, phone: string, device: number, { keys, advSecret }: Candidate): Vouched {
  const account = core.directory.keys(phone)
  const details = proto.ADVDeviceIdentity.encode({
    rawId: 1,
    timestamp: Math.floor(core.clock.now() / 1000),
    keyIndex: device,
    accountType: proto.ADVEncryptionType.E2EE,
    deviceType: proto.ADVEncryptionType.E2EE,
  }).finish()
  const signed = proto.ADVSignedDeviceIdentity.encode({
    details,
    accountSignatureKey: account.identity.public,
    accountSignature: core.forgeries.accounts.has(phone)
      ? noSignature()
      : Curve.sign(
          account.identity.private,
          Buffer.concat([ACCOUNT_PREFIX, details, keys.identity]),
        ),
  }).finish()
  const sealed = proto.ADVSignedDeviceIdentityHMAC.encode({
    details: signed,
    hmac: createHmac('sha256', advSecret).update(signed).digest(),
  }).finish()
  return { sealed, details, accountKey: account.identity.public }
}

function isSignedBy(reply: BinaryNode, identity: Buffer, vouched: Vouched): boolean {
  const answer = bytes(child(reply, 'pair-device-sign'), 'device-identity')
  if (reply.attrs.type !== 'result' || !answer) return false
  try {
    const { deviceSignature } = proto.ADVSignedDeviceIdentity.decode(answer)
    const message = Buffer.concat([DEVICE_PREFIX, vouched.details, identity, vouched.accountKey])
    return verifySignature(
      Buffer.from(generateSignalPubKey(identity)),
      message,
      Buffer.from(deviceSignature ?? []),
    )
  } catch {
    return false
  }
}

const pairSuccess = (
  deviceIdentity: Uint8Array,
  name: string,
  jid: string,
  lid: string,
): BinaryNode => ({
  tag: 'iq',
  attrs: { from: SERVER, type: 'set', id: stanzaId() },
  content: [
    {
      tag: 'pair-success',
      attrs: {},
      content: [
        { tag: 'device-identity', attrs: {}, content: deviceIdentity },
        { tag: 'biz', attrs: { name } },
        { tag: 'device', attrs: { jid, lid } },
        { tag: 'platform', attrs: { name: 'android' } },
      ],
    },
  ],
})
