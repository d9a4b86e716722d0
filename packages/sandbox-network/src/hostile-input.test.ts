import { once } from 'node:events'
import { get, request } from 'node:https'
import { type BinaryNode, NOISE_WA_HEADER, proto } from 'baileys'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { TestClient } from './testing/client.ts'
import { silenceLibsignal } from './testing/quiet.ts'
import { createTestNetwork, type TestNetwork } from './testing/test-network.ts'
import { WAIT_TIMEOUT_MS } from './testing/timeouts.ts'
import { frame } from './wire/frames.ts'

silenceLibsignal()
let world: TestNetwork
beforeAll(async () => {
  world = await createTestNetwork({ mediaLimitBytes: 1000 })
})
afterAll(() => world.end())

/** Sends bytes on a new connection; returns how the network closed it. */
async function lineClosedAfter(...parts: Uint8Array[]): Promise<{ code: number; reason: string }> {
  const socket = new WebSocket(world.network.url)
  await once(socket, 'open')
  for (const part of parts) socket.send(part)
  const [code, reason] = await once(socket, 'close', {
    signal: AbortSignal.timeout(WAIT_TIMEOUT_MS),
  })
  return { code, reason: String(reason) }
}

const handshake = (message: proto.IHandshakeMessage) =>
  frame(proto.HandshakeMessage.encode(message).finish())

describe('before the handshake is over', () => {
  it.each([
    ['another protocol', [Buffer.from('GET / HTTP/1.1\r\n\r\n')], /intro/],
    [
      'no handshake message',
      [NOISE_WA_HEADER, frame(Buffer.from([255, 255, 255]))],
      /cannot be read/,
    ],
    [
      'a hello with a key that agrees with nothing',
      [NOISE_WA_HEADER, handshake({ clientHello: { ephemeral: Buffer.alloc(32) } })],
      /ephemeral/,
    ],
    ['a hello without a key', [NOISE_WA_HEADER, handshake({})], /ephemeral/],
    [
      'a finish that fits nothing',
      [
        NOISE_WA_HEADER,
        handshake({ clientHello: { ephemeral: Buffer.alloc(32, 9) } }),
        handshake({ clientFinish: { static: Buffer.alloc(48), payload: Buffer.alloc(48) } }),
      ],
      /does not fit/,
    ],
  ])('%s closes the line with the reason', async (_what, parts, reason) => {
    expect(await lineClosedAfter(...parts)).toEqual({
      code: 1002,
      reason: expect.stringMatching(reason),
    })
  })

  it('any bytes close at most their own connection', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 8, maxLength: 200 }), async (bytes) => {
        const { code } = await lineClosedAfter(NOISE_WA_HEADER, frame(bytes))
        expect(code).toBe(1002)
      }),
      { numRuns: 25 },
    )
    await world.connect().qr()
  })
})

/** Sends a frame that was not encrypted with this connection's key. */
async function breakCipher({ socket }: TestClient): Promise<void> {
  const line = (socket.ws as unknown as { socket: WebSocket }).socket
  line.send(frame(Buffer.alloc(40)))
}

describe('a linked client', () => {
  const send = (node: BinaryNode) => (client: TestClient) => client.socket.sendNode(node)

  it.each([
    [
      'a frame without a stanza',
      (c: TestClient) => c.socket.sendRawMessage(Buffer.from([0, 1, 2])),
      /no stanza/,
    ],
    ['a frame that does not open', breakCipher, /does not open/],
    [
      'a message without its id',
      send({ tag: 'message', attrs: { to: '60123456789@s.whatsapp.net' } }),
      /its id/,
    ],
    ['a receipt without its id', send({ tag: 'receipt', attrs: {} }), /its id/],
    ['an iq without its type', send({ tag: 'iq', attrs: { id: '1', xmlns: 'x' } }), /its type/],
    [
      'keys of the wrong length',
      send({
        tag: 'iq',
        attrs: { id: '1', xmlns: 'encrypt', type: 'set' },
        content: [{ tag: 'registration', attrs: {}, content: Buffer.alloc(9) }],
      }),
      /not a number/,
    ],
  ])('that sends %s is cut off, and nobody else', async (_what, act, reason) => {
    const { client } = await world.link()
    const bystander = await world.link()
    world.faults.length = 0
    await act(client)
    expect(await client.closed()).toBe(428)
    expect(world.faults.map(({ message }) => message)).toEqual([expect.stringMatching(reason)])
    expect(await bystander.client.socket.onWhatsApp('60123456789')).toHaveLength(1)
  })

  it('gets an error for a query that the network does not know, and stays', async () => {
    const { client } = await world.link()
    const unknown = { tag: 'iq', attrs: { to: '@s.whatsapp.net', type: 'get', xmlns: 'w:moon' } }
    await expect(client.socket.query(unknown)).rejects.toThrow('feature-not-implemented')
    await expect(client.socket.profilePictureUrl('60123456789@s.whatsapp.net')).rejects.toThrow(
      'item-not-found',
    )
    expect(await client.socket.groupFetchAllParticipating()).toEqual({})
    expect(await client.socket.fetchBlocklist()).toEqual([])
    expect(await client.socket.fetchAccountReachoutTimelock()).toMatchObject({ isActive: false })
  })

  it('cannot make a contact accept a bad ciphertext: it is asked five times, then ignored', async () => {
    const { client, phone } = await world.link()
    const node = (round: number): BinaryNode => ({
      tag: 'message',
      attrs: {
        id: '3EB0EEEE0001',
        to: '60123456789@s.whatsapp.net',
        type: 'text',
        round: String(round),
      },
      content: [{ tag: 'enc', attrs: { v: '2', type: 'msg' }, content: Buffer.alloc(60, 3) }],
    })
    const retries: BinaryNode[] = []
    client.socket.ws.on('CB:receipt,type:retry', (receipt: BinaryNode) => retries.push(receipt))
    for (let round = 0; round < 7; round++) await client.socket.query(node(round))
    expect(retries).toHaveLength(5)
    expect(world.network.messages(phone.number, '60123456789')).toEqual([])
  })
})

describe('anything a linked client sends to a group', () => {
  const enc = (type: string, content: Buffer): BinaryNode => ({
    tag: 'enc',
    attrs: { v: '2', type },
    content,
  })
  const into = (to: string, ...content: BinaryNode[]): BinaryNode => ({
    tag: 'message',
    attrs: { to, type: 'text' },
    content,
  })

  it.each([
    ['a group that is not there', () => '120363000000000000@g.us', '404'],
    [
      'a group that the phone is not in',
      () => {
        const owner = world.network.createPhone({ owner: 'o', name: 'Other' }).number
        return world.network.createGroup({ owner, subject: 'X', members: ['60123456789'] }).id
      },
      '403',
    ],
  ])('is refused for %s', async (_what, groupId, error) => {
    const { client } = await world.link()
    const answer = await client.socket.query(into(groupId(), enc('skmsg', Buffer.alloc(80, 3))))
    expect(answer.attrs.error).toBe(error)
  })

  it('that nobody can decrypt is requested by each member, and not shown', async () => {
    const { client, phone } = await world.link()
    world.faults.length = 0
    const { id } = world.network.createGroup({
      owner: phone.number,
      subject: 'X',
      members: ['60123456781', '60123456782'],
    })
    const retries: BinaryNode[] = []
    client.socket.ws.on('CB:receipt,type:retry', (receipt: BinaryNode) => retries.push(receipt))
    for (const body of [Buffer.alloc(0), Buffer.alloc(80, 3), Buffer.alloc(400, 255)]) {
      await client.socket.query(into(id, enc('skmsg', body)))
    }
    const nothing = await client.socket.query(into(id, enc('msg', Buffer.alloc(80))))
    expect(nothing.attrs.error).toBe('406')
    expect(retries).toHaveLength(6)
    expect(new Set(retries.map(({ attrs }) => attrs.participant)).size).toBe(2)
    expect(world.network.messages(phone.number, id)).toEqual([])
    expect(world.faults).toEqual([])
  })
})

describe('the media host', () => {
  const ask = async (path: string, method = 'GET', body?: Buffer) => {
    const { port } = await mediaAddress()
    const call = request({ host: '127.0.0.1', port, path, method, ca: world.network.caCertificate })
    call.on('error', () => {})
    call.end(body)
    const [response] = await once(call, 'response')
    response.resume()
    return response.statusCode as number
  }
  async function mediaAddress() {
    linked ??= await world.link()
    const { client } = linked
    const { hosts, auth } = await client.socket.refreshMediaConn()
    return { port: Number(hosts[0]?.hostname.split(':')[1]), auth: encodeURIComponent(auth) }
  }
  let linked: Awaited<ReturnType<TestNetwork['link']>> | undefined

  it('serves nothing but its files', async () => {
    expect(await ask('/v/nothing')).toBe(404)
    expect(await ask('/v/..%2fsandbox.db')).toBe(404)
    expect(await ask('/../sandbox.db')).toBe(404)
    expect(await ask('/', 'DELETE')).toBe(405)
  })

  it('accepts files only from clients, with a matching hash, up to its limit', async () => {
    const { auth } = await mediaAddress()
    const token = 'A'.repeat(43)
    expect(await ask('/mms/image/x?auth=wrong', 'POST', Buffer.from('x'))).toBe(401)
    expect(await ask(`/mms/image/x?auth=${auth}&token=${token}`, 'POST', Buffer.from('x'))).toBe(
      400,
    )
    expect(await ask(`/mms/image/x?auth=${auth}`, 'POST', Buffer.alloc(1001))).toBe(413)
    expect(await ask(`/mms/image/x?auth=${auth}`, 'POST', Buffer.alloc(1000))).toBe(200)
  })

  it('is not trusted by those who do not know its certificate', async () => {
    const { port } = await mediaAddress()
    const call = get({ host: '127.0.0.1', port, path: '/', ca: [] })
    const [error] = await once(call, 'error')
    expect(error.code).toMatch(/CERT|SIGNED/)
  })
})
