import { createHash, createHmac, randomBytes } from 'node:crypto'
import { aesEncryptGCM, type BinaryNode, Curve, hkdf, proto } from 'baileys'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestClient } from '../testing/client.ts'
import { silenceLibsignal } from '../testing/quiet.ts'
import { createTestNetwork, type TestNetwork } from '../testing/test-network.ts'
import { bytes, child } from '../wire/stanza.ts'
import { virtualPasskey } from './virtual-passkey.ts'

silenceLibsignal()
let world: TestNetwork

beforeAll(async () => {
  world = await createTestNetwork()
})
afterAll(async () => {
  await world.end()
  expect(world.faults).toEqual([])
})

const node = (tag: string, content?: BinaryNode['content']): BinaryNode =>
  content === undefined ? { tag, attrs: {} } : { tag, attrs: {}, content }

/** A client whose QR code was scanned by a phone that asks for a passkey. */
async function asked() {
  const phone = world.network.createPhone({ owner: 'owner', name: 'Aina' })
  world.network.setWeather(phone.number, { kind: 'passkey' })
  const client = world.connect()
  const request = stanza(client, 'CB:notification,type:passkey_prologue_request')
  expect(await world.network.scan(await client.qr(), phone.number)).toBeUndefined()
  const options = JSON.parse(String(bytes(await request, 'passkey_request_options')))
  const query = (type: 'get' | 'set', content: BinaryNode) =>
    client.socket.query({
      tag: 'iq',
      attrs: { to: '@s.whatsapp.net', type, xmlns: 'md' },
      content: [content],
    })
  return { phone, client, options, query }
}

const stanza = (client: TestClient, event: string) =>
  new Promise<BinaryNode>((resolve) => client.socket.ws.once(event, resolve))

const assertion = (challenge: string, origin?: string) =>
  Buffer.from(JSON.stringify(virtualPasskey({ challenge, rpId: 'localhost' }, origin)))

type Asked = Awaited<ReturnType<typeof asked>>

/** What the device sends with the answer of its passkey. */
async function prologueOf({ client, query }: Asked, challenge: string, secret: string) {
  const ephemeral = Curve.generateKeyPair()
  const ref = String(bytes(await query('get', node('ref')), 'ref'))
  const nonce = randomBytes(32)
  const identity = proto.CompanionEphemeralIdentity.encode({
    publicKey: ephemeral.public,
    deviceType: proto.DeviceProps.PlatformType.CHROME,
    ref,
  }).finish()
  const hash = createHash('sha256').update(identity).update(nonce).digest()
  const payload = proto.ProloguePayload.encode({
    companionEphemeralIdentity: identity,
    commitment: { hash },
  }).finish()
  const handoff = hkdf(Buffer.from(secret, 'base64'), 32, { info: 'shortcake-passkey-handoff-v1' })
  const content = node('passkey_prologue', [
    node('credential_id', Buffer.from([0])),
    node('webauthn_assertion', assertion(challenge)),
    node('prologue_payload', Buffer.from(payload)),
    node('pairing_handoff_proof', createHmac('sha256', handoff).update(payload).digest()),
  ])
  return { client, ephemeral, ref, nonce, content }
}

/** The rest of the ceremony: the nonce, then the device's keys. */
async function complete(here: Asked, part: Awaited<ReturnType<typeof prologueOf>>) {
  const { client, query } = here
  const continued = stanza(client, 'CB:notification,type:crsc_continuation')
  await query('set', part.content)
  const primary = proto.PrimaryEphemeralIdentity.decode(
    bytes(await continued, 'primary_ephemeral_identity') ?? Buffer.alloc(0),
  )
  await query('set', node('companion_nonce', part.nonce))
  const { creds } = client.auth
  creds.advSecretKey = randomBytes(32).toString('base64')
  const shared = Curve.sharedKey(part.ephemeral.private, primary.publicKey ?? Buffer.alloc(0))
  const salt = Buffer.from(
    `Companion Pairing ${proto.DeviceProps.PlatformType.CHROME} with ref ${part.ref}`,
  )
  const info = 'Pairing Information Encryption Key'
  const key = Buffer.from(hkdf(Buffer.from(shared), 32, { salt, info }))
  const iv = randomBytes(12)
  const request = proto.PairingRequest.encode({
    companionPublicKey: creds.noiseKey.public,
    companionIdentityKey: creds.signedIdentityKey.public,
    advSecret: Buffer.from(creds.advSecretKey, 'base64'),
  }).finish()
  const encryptedPayload = aesEncryptGCM(Buffer.from(request), key, iv, Buffer.alloc(0))
  const sealed = proto.EncryptedPairingRequest.encode({ encryptedPayload, iv }).finish()
  await query('set', node('encrypted_pairing_request', Buffer.from(sealed)))
}

describe('an account with a passkey', () => {
  it('is linked once the passkey has answered and the device has shown its keys', async () => {
    const here = await asked()
    const { phone, client, options } = here
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
    expect(world.network.findPhone(phone.number)?.linked).toBe(0)
    const part = await prologueOf(here, options.challenge, client.auth.creds.advSecretKey)
    await complete(here, part)
    expect(await client.closed()).toBe(515)
    await world.connect(client.auth).opened()
    expect(world.network.findPhone(phone.number)).toMatchObject({ linked: 1, connected: true })
  })

  it('tells what it asks for again', async () => {
    const { options, query } = await asked()
    const answer = await query('get', node('passkey_request_options'))
    expect(JSON.parse(String(bytes(answer, 'passkey_request_options')))).toEqual(options)
  })

  it('is not linked by an answer to another challenge, or by another scan', async () => {
    const here = await asked()
    const secret = here.client.auth.creds.advSecretKey
    const wrong = await prologueOf(here, 'AAAA', secret)
    await expect(here.query('set', wrong.content)).rejects.toThrow('bad-request')
    const other = randomBytes(32).toString('base64')
    const foreign = await prologueOf(here, here.options.challenge, other)
    await expect(here.query('set', foreign.content)).rejects.toThrow('bad-request')
    expect(world.network.findPhone(here.phone.number)?.linked).toBe(0)
  })

  it('is not linked by a nonce to which the device has not committed itself', async () => {
    const here = await asked()
    const secret = here.client.auth.creds.advSecretKey
    const part = await prologueOf(here, here.options.challenge, secret)
    await here.query('set', part.content)
    const nonce = here.query('set', node('companion_nonce', randomBytes(32)))
    await expect(nonce).rejects.toThrow('bad-request')
    const early = here.query('set', node('encrypted_pairing_request', randomBytes(64)))
    await expect(early).rejects.toThrow('bad-request')
  })

  it('that needs none any more is linked by a scan as ever', async () => {
    const { phone, client } = await asked()
    world.network.setWeather(phone.number, { kind: 'calm' })
    await world.network.scan(await client.qr(), phone.number)
    expect(await client.closed()).toBe(515)
  })
})

describe('a pairing code', () => {
  it.each([
    ['Ubuntu', 'Chrome', true],
    ['Mac OS', 'Safari', true],
    ['Kirim', 'Chrome', false],
    ['Windows', 'Kirim', false],
  ])('for %s, %s is given: %s', async (system, browser, given) => {
    const phone = world.network.createPhone({ owner: 'owner', name: 'Aina' })
    const client = world.connect(undefined, { browser: [system, browser, '1.0'] })
    await client.qr()
    const answered = new Promise<BinaryNode>((resolve) =>
      client.socket.ws.on('CB:iq', (answer: BinaryNode) => {
        if (answer.attrs.type === 'result' || answer.attrs.type === 'error') resolve(answer)
      }),
    )
    const code = await client.socket.requestPairingCode(phone.number)
    const answer = await answered
    expect(child(answer, 'error')?.attrs.code).toBe(given ? undefined : '400')
    if (given) return
    await expect(world.network.enterPairingCode(code, phone.number)).rejects.toMatchObject({
      code: 'qr_unknown',
    })
  })
})
