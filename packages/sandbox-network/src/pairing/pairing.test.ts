import { createHmac, randomBytes } from 'node:crypto'
import { type BinaryNode, Curve, proto } from 'baileys'
import { describe, expect, it } from 'vitest'
import { createPresenter } from '../messaging/presenter.ts'
import { type HeardConnection, heardConnection, PHONE, useCore } from '../testing/core.ts'
import { bytes, child } from '../wire/stanza.ts'
import { createPairing } from './pairing.ts'
import { parseQr } from './qr.ts'
import { readRegistration } from './registration.ts'

const here = useCore()

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')

describe('the text of a QR code', () => {
  it.each([
    ['nothing', ''],
    ['commas alone', ',,,,'],
    ['a link alone', 'https://wa.me/settings/linked_devices#'],
    ['no ref', `,${key(1)},${key(2)},${key(3)},1`],
    ['a key too few', `2@ref,${key(1)},${key(2)}`],
    ['a key of 31 bytes', `2@ref,${key(1)},${key(2)},${Buffer.alloc(31).toString('base64')},1`],
    ['a key of 33 bytes', `2@ref,${Buffer.alloc(33).toString('base64')},${key(2)},${key(3)},1`],
    ['letters that are no base64', `2@ref,${'%'.repeat(44)},${key(2)},${key(3)},1`],
    ['a Wi-Fi', 'WIFI:S:kedai;T:WPA;P:rahsia;;'],
    ['a million letters', 'x'.repeat(1_000_000)],
    ['a million commas', ','.repeat(1_000_000)],
  ])('is none with %s', (_what, text) => {
    expect(() => parseQr(text)).toThrow(expect.objectContaining({ code: 'qr_invalid' }))
  })

  it('is parsed with or without its link, and with anything after its keys', () => {
    const text = `2@ref,${key(1)},${key(2)},${key(3)}`
    for (const written of [text, `${text},1`, ` ${text},1,more\n`, `https://wa.me/x#${text},9`]) {
      expect(parseQr(written)).toEqual({
        ref: '2@ref',
        noiseKey: Buffer.alloc(32, 1),
        identity: Buffer.alloc(32, 2),
        advSecret: Buffer.alloc(32, 3),
      })
    }
  })
})

describe('a registration', () => {
  const good = {
    eRegid: Buffer.from([0, 0, 1, 2]),
    eIdent: Buffer.alloc(32, 1),
    eSkeyId: Buffer.from([0, 0, 1]),
    eSkeyVal: Buffer.alloc(32, 2),
    eSkeySig: Buffer.alloc(64, 3),
  }

  it.each(Object.keys(good))('without %s, empty or too long, is refused', (name) => {
    for (const broken of [undefined, null, Buffer.alloc(0), Buffer.alloc(65)]) {
      const read = () => readRegistration({ ...good, [name]: broken })
      expect(read).toThrow(/the registration lacks a (key|number)/)
    }
    expect(readRegistration(good)).toMatchObject({ registrationId: 258, signed: { id: 1 } })
  })
})

/** A client that wants to be linked, as far as the phone can tell. */
function client() {
  const identity = Curve.generateKeyPair()
  const advSecret = randomBytes(32)
  /** How it takes the phone's word: signs, unless told otherwise. */
  let reply: (node: BinaryNode) => Promise<BinaryNode> = async (node) => signed(node)
  const line = heardConnection((node) => reply(node))

  function signed(node: BinaryNode, change = (signature: Uint8Array) => signature): BinaryNode {
    const sealed = proto.ADVSignedDeviceIdentityHMAC.decode(
      bytes(child(node, 'pair-success'), 'device-identity') ?? Buffer.alloc(0),
    )
    const hmac = createHmac('sha256', advSecret)
      .update(Buffer.from(sealed.details ?? []))
      .digest()
    if (!hmac.equals(Buffer.from(sealed.hmac ?? []))) return { tag: 'iq', attrs: { type: 'error' } }
    const account = proto.ADVSignedDeviceIdentity.decode(sealed.details ?? Buffer.alloc(0))
    const vouched = Buffer.concat([
      Buffer.from([6, 1]),
      Buffer.from(account.details ?? []),
      Buffer.from(identity.public),
      Buffer.from(account.accountSignatureKey ?? []),
    ])
    const deviceSignature = change(Curve.sign(identity.private, vouched))
    const content = proto.ADVSignedDeviceIdentity.encode({ deviceSignature }).finish()
    return {
      tag: 'iq',
      attrs: { type: 'result' },
      content: [
        {
          tag: 'pair-device-sign',
          attrs: {},
          content: [{ tag: 'device-identity', attrs: {}, content }],
        },
      ],
    }
  }

  return {
    line,
    signed,
    identity,
    keys: {
      registrationId: 1,
      identity: Buffer.from(identity.public),
      signed: { id: 1, public: Buffer.alloc(32, 2), signature: Buffer.alloc(64) },
    },
    replies: (next: typeof reply) => {
      reply = next
    },
    /** What it shows as its nth code. */
    qr(at = 0, secret = advSecret, own = identity.public) {
      const refs = refsOf(line)
      const parts = [line.clientKey, own, secret].map((part) => Buffer.from(part))
      return [refs[at], ...parts.map((part) => part.toString('base64')), '1'].join(',')
    },
  }
}

const refsOf = (line: HeardConnection) => {
  const [first] = line.heard
  const refs = child(first, 'pair-device')?.content
  return Array.isArray(refs) ? refs.map(({ content }) => String(content)) : []
}

const pairing = () => createPairing(here.core, createPresenter(here.core))

function offered() {
  const pairs = pairing()
  const wanting = client()
  pairs.open(wanting.line, wanting.keys)
  return { pairs, wanting, scan: (text: string, number = PHONE) => pairs.scan(text, number) }
}

describe('scanning', () => {
  it('links by any of six codes while it is valid', async () => {
    for (let at = 0; at < 6; at++) {
      const { wanting, scan } = offered()
      expect(refsOf(wanting.line)).toHaveLength(6)
      // A minute for the first, twenty seconds for each that follows, and five of grace.
      here.clock.advance(60_000 + at * 20_000 + 5_001)
      await expect(scan(wanting.qr(at))).rejects.toMatchObject({ code: 'qr_expired' })
    }
    const { wanting, scan } = offered()
    here.clock.advance(165_000)
    await expect(scan(wanting.qr(4))).rejects.toMatchObject({ code: 'qr_expired' })
    expect(await scan(wanting.qr(5))).toEqual({ phone: PHONE, device: 1 })
    expect(wanting.line.ended).toMatchObject({ tag: 'stream:error', attrs: { code: '515' } })
  })

  it('by an unknown phone reveals nothing about the code', async () => {
    const { wanting, scan } = offered()
    const unknown = { code: 'phone_unknown' }
    await expect(scan(wanting.qr(), '60199999999')).rejects.toMatchObject(unknown)
    await expect(scan('nonsense', '60199999999')).rejects.toMatchObject(unknown)
    expect(here.core.phones.get(PHONE).linked).toBe(0)
  })

  it('a code with the keys of another client is refused', async () => {
    const { wanting, scan } = offered()
    const [ref] = refsOf(wanting.line)
    const secret = randomBytes(32).toString('base64')
    const [noise, identity] = [wanting.line.clientKey, wanting.keys.identity].map((one) =>
      one.toString('base64'),
    )
    for (const text of [
      `${ref},${key(9)},${identity},${secret}`,
      `${ref},${noise},${key(9)},${secret}`,
    ]) {
      await expect(scan(text)).rejects.toMatchObject({ code: 'qr_invalid' })
    }
    expect(wanting.line.ended).toBeUndefined()
    expect(await scan(wanting.qr())).toMatchObject({ device: 1 })
  })

  it('a code of a disconnected client is unknown', async () => {
    const { pairs, wanting, scan } = offered()
    pairs.closed(wanting.line)
    await expect(scan(wanting.qr())).rejects.toMatchObject({ code: 'qr_unknown' })
  })

  it.each<[string, (wanting: ReturnType<typeof client>) => void]>([
    ['refuses', ({ replies }) => replies(async () => ({ tag: 'iq', attrs: { type: 'error' } }))],
    ['says nothing', ({ replies }) => replies(() => Promise.reject(new Error('no answer')))],
    [
      'answers without its signature',
      ({ replies }) => replies(async () => ({ tag: 'iq', attrs: { type: 'result' } })),
    ],
    [
      'signs with another key',
      ({ replies, signed }) => replies(async (node) => signed(node, () => randomBytes(64))),
    ],
    [
      'changes one bit of its signature',
      ({ replies, signed }) =>
        replies(async (node) =>
          signed(node, (made) => {
            const changed = Buffer.from(made)
            changed[5] = (changed[5] ?? 0) ^ 1
            return changed
          }),
        ),
    ],
    [
      'cuts its signature short',
      ({ replies, signed }) =>
        replies(async (node) => signed(node, (made) => made.subarray(0, 63))),
    ],
    [
      'answers bytes that are no identity',
      ({ replies }) =>
        replies(async () => ({
          tag: 'iq',
          attrs: { type: 'result' },
          content: [
            {
              tag: 'pair-device-sign',
              attrs: {},
              content: [{ tag: 'device-identity', attrs: {}, content: Buffer.from([255, 1, 2]) }],
            },
          ],
        })),
    ],
  ])(
    'links nobody when the device %s, and the code may be scanned again',
    async (_what, breaks) => {
      const { wanting, scan } = offered()
      breaks(wanting)
      await expect(scan(wanting.qr())).rejects.toMatchObject({ code: 'pairing_failed' })
      expect(here.core.phones.get(PHONE).linked).toBe(0)
      expect(wanting.line.ended).toBeUndefined()
      wanting.replies(async (node) => wanting.signed(node))
      // The number of the device that failed is not used again.
      expect(await scan(wanting.qr())).toEqual({ phone: PHONE, device: 2 })
    },
  )

  it('with another secret than the device’s own fails: it does not believe the phone', async () => {
    const { wanting, scan } = offered()
    await expect(scan(wanting.qr(0, randomBytes(32)))).rejects.toMatchObject({
      code: 'pairing_failed',
    })
  })

  it('again with the same noise key replaces the previous link', async () => {
    const { pairs, wanting, scan } = offered()
    await scan(wanting.qr())
    const second = client()
    const line = Object.assign(second.line, { clientKey: wanting.line.clientKey })
    pairs.open(line, second.keys)
    expect(await scan(second.qr())).toEqual({ phone: PHONE, device: 2 })
    expect(here.core.companions.ofPhone(PHONE).map(({ device }) => device)).toEqual([2])
  })
})

describe('a client that is not linked', () => {
  const offer = (content: BinaryNode[], stage = 'companion_hello', user = PHONE): BinaryNode => ({
    tag: 'iq',
    attrs: { id: 'i1', type: 'set', xmlns: 'md' },
    content: [
      {
        tag: 'link_code_companion_reg',
        attrs: { stage, jid: `${user}@s.whatsapp.net` },
        content,
      },
    ],
  })
  const wrapped = (length: number): BinaryNode => ({
    tag: 'link_code_pairing_wrapped_companion_ephemeral_pub',
    attrs: {},
    content: Buffer.alloc(length, 1),
  })
  const part = (tag: string, content: Buffer): BinaryNode => ({ tag, attrs: {}, content })

  it('gets an answer to every query, but not to other stanzas', async () => {
    const { pairs, wanting } = offered()
    await pairs.receive(wanting.line, { tag: 'message', attrs: { id: 'm' } })
    await pairs.receive(wanting.line, { tag: 'iq', attrs: { id: 'x', type: 'get' } })
    expect(wanting.line.heard.slice(1)).toMatchObject([{ attrs: { id: 'x', type: 'result' } }])
    await expect(pairs.receive(wanting.line, { tag: 'iq', attrs: {} })).rejects.toThrow('its id')
  })

  it.each([0, 79, 81])('cannot offer a code of %d bytes', async (length) => {
    const { pairs, wanting } = offered()
    const asked = pairs.receive(wanting.line, offer([wrapped(length)]))
    await expect(asked).rejects.toThrow('wrong length')
    await expect(pairs.enterCode('ABCD1234', PHONE)).rejects.toMatchObject({ code: 'qr_unknown' })
  })

  it('that finishes an unknown pairing is ignored', async () => {
    const { pairs, wanting } = offered()
    await pairs.receive(wanting.line, offer([], 'companion_finish'))
    await pairs.receive(wanting.line, offer([wrapped(80)], 'companion_dance'))
    await expect(pairs.enterCode('ABCD1234', PHONE)).rejects.toMatchObject({ code: 'qr_unknown' })
  })

  it('that asked with another number is not linked to this one', async () => {
    const { pairs, wanting } = offered()
    await pairs.receive(wanting.line, offer([wrapped(80)], 'companion_hello', '60123450001'))
    await expect(pairs.enterCode('ABCD1234', PHONE)).rejects.toMatchObject({ code: 'qr_unknown' })
  })

  const entered = async () => {
    const { pairs, wanting } = offered()
    await pairs.receive(wanting.line, offer([wrapped(80)]))
    const before = wanting.line.heard.length
    const heard = Promise.withResolvers<BinaryNode>()
    wanting.line.send = (node) => heard.resolve(node)
    const outcome = pairs.enterCode('ABCD1234', PHONE).then(
      () => 'linked',
      (error: { code?: string; message: string }) => error.code ?? error.message,
    )
    const notification = await heard.promise
    const ref = bytes(child(notification, 'link_code_companion_reg'), 'link_code_pairing_ref')
    return { pairs, wanting, outcome, ref: ref ?? Buffer.alloc(0), before }
  }

  it.each<[string, (ref: Buffer) => BinaryNode[], string]>([
    [
      'another ref',
      () => [part('link_code_pairing_ref', Buffer.alloc(16))],
      'the pairing ref is not the one given',
    ],
    ['no ref', () => [], '<link_code_pairing_ref> is missing or has a wrong length'],
    [
      'no keys',
      (ref) => [part('link_code_pairing_ref', ref)],
      '<link_code_pairing_wrapped_key_bundle> is missing or has a wrong length',
    ],
    [
      'keys that a wrong code has sealed',
      (ref) => [
        part('link_code_pairing_ref', ref),
        part('link_code_pairing_wrapped_key_bundle', randomBytes(156)),
      ],
      'pairing_failed',
    ],
    [
      'keys that break off',
      (ref) => [
        part('link_code_pairing_ref', ref),
        part('link_code_pairing_wrapped_key_bundle', randomBytes(20)),
      ],
      'pairing_failed',
    ],
  ])('that finishes with %s is not linked', async (_what, content, said) => {
    const { pairs, wanting, outcome, ref } = await entered()
    await pairs.receive(wanting.line, offer(content(ref), 'companion_finish'))
    expect(await outcome).toBe(said)
    expect(here.core.phones.get(PHONE).linked).toBe(0)
  })

  it('that disconnects while the code is entered causes an error for the phone', async () => {
    const { pairs, wanting, outcome } = await entered()
    pairs.closed(wanting.line)
    expect(await outcome).toBe('the connection ended')
  })
})
