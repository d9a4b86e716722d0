import { Curve, makeNoiseHandler, NOISE_WA_HEADER, proto } from 'baileys'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import { createDeframer } from './frames.ts'
import { createNoiseResponder } from './noise.ts'
import { makeServerIdentity } from './server-identity.ts'

const logger = {
  level: 'silent',
  child: () => logger,
  trace() {},
  debug() {},
  info() {},
  warn() {},
  error() {},
}
const identity = makeServerIdentity(systemClock)

/** The client's half of the handshake, up to its finish. */
function greet() {
  const keyPair = Curve.generateKeyPair()
  const noiseKey = Curve.generateKeyPair()
  const client = makeNoiseHandler({ keyPair, NOISE_HEADER: NOISE_WA_HEADER, logger })
  const server = createNoiseResponder(identity.staticKey, identity.certificate)
  const hello = proto.HandshakeMessage.decode(server.hello(keyPair.public))
  const finish = {
    static: client.processHandshake(hello, noiseKey),
    payload: client.encrypt(Buffer.from('who I am')),
  }
  return { client, server, finish, noiseKey }
}

describe('the handshake', () => {
  it('identifies the client, and sets up a cipher in each direction', async () => {
    const { client, server, finish, noiseKey } = greet()
    const { clientKey, payload } = server.finish(finish)
    expect(clientKey).toEqual(noiseKey.public)
    expect(payload.toString()).toBe('who I am')
    await client.finishInit()
    const [intro] = createDeframer().push(client.encodeFrame(Buffer.from('first')))
    expect(server.decrypt(intro ?? Buffer.alloc(0)).toString()).toBe('first')
    expect(client.decrypt(server.encrypt(Buffer.from('answer'))).toString()).toBe('answer')
  })

  it.each<[string, (finish: Finish) => Finish]>([
    ['another static key', (f) => ({ ...f, static: flip(f.static) })],
    ['another payload', (f) => ({ ...f, payload: flip(f.payload) })],
    ['no static key', ({ payload }) => ({ payload: payload ?? null })],
    ['no payload', (f) => ({ static: f.static ?? null })],
  ])('fails with %s', (_what, change) => {
    const { server, finish } = greet()
    expect(() => server.finish(change(finish))).toThrow()
  })

  it('comes before everything else', () => {
    const { server } = greet()
    expect(() => server.encrypt(Buffer.alloc(1))).toThrow()
    expect(() => server.decrypt(Buffer.alloc(32))).toThrow()
  })

  it('refuses a repeated frame', () => {
    const { client, server, finish } = greet()
    server.finish(finish)
    return client.finishInit().then(() => {
      const [frame = Buffer.alloc(0)] = createDeframer().push(
        client.encodeFrame(Buffer.from('once')),
      )
      server.decrypt(frame)
      expect(() => server.decrypt(frame)).toThrow()
    })
  })
})

type Finish = proto.HandshakeMessage.IClientFinish

function flip(bytes: Uint8Array | null | undefined): Buffer {
  const changed = Buffer.from(bytes ?? [])
  changed[0] = (changed[0] ?? 0) ^ 1
  return changed
}
