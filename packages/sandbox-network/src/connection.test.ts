import { EventEmitter } from 'node:events'
import { createFakeClock } from '@kirim/testing/fake-clock'
import {
  type BinaryNode,
  Curve,
  encodeBinaryNode,
  makeNoiseHandler,
  NOISE_WA_HEADER,
  proto,
} from 'baileys'
import { describe, expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import { type Connection, serveConnection } from './connection.ts'
import { ProtocolFault } from './errors.ts'
import { createDeframer, frame } from './wire/frames.ts'
import { makeServerIdentity } from './wire/server-identity.ts'

const logger = {
  level: 'silent',
  child: () => logger,
  trace() {},
  debug() {},
  info() {},
  warn() {},
  error() {},
}
const identity = makeServerIdentity({ now: Date.now, after: () => ({ cancel() {} }) })

/** One line between the network and the driver's own cipher, with nothing in between. */
function line(onStanza: (connection: Connection, node: BinaryNode) => Promise<void> | void) {
  const clock = createFakeClock()
  const sent: Buffer[] = []
  const closes: { code: number; reason: string }[] = []
  const told = { clients: 0, closed: 0, faults: [] as string[] }
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    send: (data: Buffer) => void sent.push(data),
    close: (code: number, reason = '') => void closes.push({ code, reason }),
    terminate: () => void closes.push({ code: 1006, reason: '' }),
  })
  let connection: Connection | undefined
  const over = serveConnection(
    socket as unknown as WebSocket,
    identity,
    {
      now: clock.now,
      after(ms, run) {
        const cancel = clock.after(ms, run)
        return { cancel: () => void cancel() }
      },
    },
    {
      onClient(made) {
        told.clients += 1
        connection = made
      },
      onStanza,
      onClosed() {
        told.closed += 1
      },
      onFault: ({ message }) => void told.faults.push(message),
    },
  )
  /** Everything that has arrived has been taken. */
  const settled = async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const keyPair = Curve.generateKeyPair()
  const client = makeNoiseHandler({ keyPair, NOISE_HEADER: NOISE_WA_HEADER, logger })

  return {
    clock,
    closes,
    told,
    sent,
    settled,
    connection: () => connection as Connection,
    receive: (bytes: Uint8Array) => socket.emit('message', Buffer.from(bytes)),
    send: (node: BinaryNode) => socket.emit('message', client.encodeFrame(encodeBinaryNode(node))),
    sendFrame: (bytes: Uint8Array) => socket.emit('message', client.encodeFrame(bytes)),
    async open() {
      const hello = { clientHello: { ephemeral: keyPair.public } }
      const intro = client.encodeFrame(proto.HandshakeMessage.encode(hello).finish())
      socket.emit('message', Buffer.from(intro))
      await settled()
      const answer = createDeframerAfterIntro(sent[0] ?? Buffer.alloc(0))
      const noiseKey = Curve.generateKeyPair()
      const finish = {
        static: client.processHandshake(proto.HandshakeMessage.decode(answer), noiseKey),
        payload: client.encrypt(proto.ClientPayload.encode({ passive: true }).finish()),
      }
      socket.emit(
        'message',
        client.encodeFrame(proto.HandshakeMessage.encode({ clientFinish: finish }).finish()),
      )
      await settled()
      await client.finishInit()
    },
    async hangUp() {
      socket.readyState = 3
      socket.emit('close')
      await over
    },
  }
}

/** What the network says has no intro. */
const createDeframerAfterIntro = (bytes: Buffer): Buffer =>
  createDeframer().push(Buffer.concat([NOISE_WA_HEADER, bytes]))[0] ?? Buffer.alloc(0)

const iq = (id: string, type: string): BinaryNode => ({ tag: 'iq', attrs: { id, type } })

describe('a handshake', () => {
  it('that is not over after 20 seconds ends the line, and a finished one does not', async () => {
    const slow = line(() => {})
    slow.clock.advance(19_999)
    expect(slow.closes).toEqual([])
    slow.clock.advance(1)
    expect(slow.closes).toEqual([{ code: 1002, reason: 'the handshake took too long' }])
    const done = line(() => {})
    await done.open()
    done.clock.advance(60_000)
    expect(done.closes).toEqual([])
    expect(done.told).toEqual({ clients: 1, closed: 0, faults: [] })
  })

  it('that is aborted stops its timer', async () => {
    const gone = line(() => {})
    await gone.hangUp()
    expect(gone.clock.nextTimer()).toBeNull()
    expect(gone.told).toEqual({ clients: 0, closed: 0, faults: [] })
  })

  it.each<[string, Uint8Array, string]>([
    ['an empty hello', frame(Buffer.alloc(0)), 'the hello has no ephemeral key'],
    ['a finish first', frame(handshake({ clientFinish: {} })), 'the hello has no ephemeral key'],
    [
      'a key of 31 bytes',
      frame(handshake({ clientHello: { ephemeral: Buffer.alloc(31, 9) } })),
      'the hello has no ephemeral key',
    ],
  ])('with %s is refused with the reason, once', async (_what, bytes, reason) => {
    const bad = line(() => {})
    bad.receive(Buffer.concat([NOISE_WA_HEADER, bytes, bytes]))
    await bad.settled()
    expect(bad.told.faults).toEqual([reason])
    expect(bad.closes[0]).toEqual({ code: 1002, reason })
    expect(bad.sent).toEqual([])
  })

  it('with a hello twice fits no finish', async () => {
    const twice = line(() => {})
    const hello = frame(handshake({ clientHello: { ephemeral: Curve.generateKeyPair().public } }))
    twice.receive(Buffer.concat([NOISE_WA_HEADER, hello, hello]))
    await twice.settled()
    expect(twice.closes[0]?.reason).toBe('the client finish does not fit this handshake')
    expect(twice.told.clients).toBe(0)
  })
})

function handshake(message: proto.IHandshakeMessage): Uint8Array {
  return proto.HandshakeMessage.encode(message).finish()
}

describe('an open connection', () => {
  it('passes on stanzas one at a time, in order', async () => {
    const steps: string[] = []
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const open = line(async (_connection, { attrs }) => {
      steps.push(`begin ${attrs.id}`)
      await gates[Number(attrs.id)]?.promise
      steps.push(`end ${attrs.id}`)
    })
    await open.open()
    for (const id of ['0', '1']) open.send({ tag: 'presence', attrs: { id } })
    await open.settled()
    expect(steps).toEqual(['begin 0'])
    gates[1]?.resolve()
    gates[0]?.resolve()
    await open.settled()
    expect(steps).toEqual(['begin 0', 'end 0', 'begin 1', 'end 1'])
  })

  it('is closed once by a fault, after which nothing is accepted', async () => {
    const taken: string[] = []
    const open = line((_connection, { attrs }) => {
      taken.push(attrs.id ?? '')
      if (attrs.id === '1') throw new ProtocolFault('a presence came without its sense')
    })
    await open.open()
    for (const id of ['0', '1', '2', '1']) open.send({ tag: 'presence', attrs: { id } })
    await open.settled()
    expect(taken).toEqual(['0', '1'])
    expect(open.closes).toEqual([{ code: 1002, reason: 'a presence came without its sense' }])
    expect(open.told.faults).toEqual(['a presence came without its sense'])
  })

  it.each([
    ['an error of ours', new Error('no such table'), 'no such table'],
    ['what is no error', 'out of paper', 'out of paper'],
    // A close frame holds 123 bytes, and the socket throws when it is given more.
    ['a long story of other letters', new Error('é'.repeat(500)), '?'.repeat(100)],
  ])('is closed as our own fault after %s', async (_what, thrown, reason) => {
    const open = line(() => {
      throw thrown
    })
    await open.open()
    open.send({ tag: 'presence', attrs: {} })
    await open.settled()
    expect(open.closes).toEqual([{ code: 1011, reason }])
  })

  it.each([
    ['bytes of no stanza', Buffer.from([0, 1, 2, 3])],
    ['nothing', Buffer.alloc(0)],
    ['a stanza that breaks off', Buffer.from(encodeBinaryNode(iq('1', 'get'))).subarray(0, 4)],
  ])('is closed by %s', async (_what, bytes) => {
    const open = line(() => {})
    await open.open()
    open.sendFrame(bytes)
    await open.settled()
    expect(open.closes).toEqual([{ code: 1002, reason: 'a frame holds no stanza' }])
  })

  it('sends nothing once it is closed', async () => {
    const open = line(() => {})
    await open.open()
    const before = open.sent.length
    open.connection().send(iq('1', 'result'))
    expect(open.sent).toHaveLength(before + 1)
    await open.hangUp()
    expect(open.connection().open).toBe(false)
    open.connection().send(iq('2', 'result'))
    open.connection().sendEncoded(Buffer.from([0]))
    expect(open.sent).toHaveLength(before + 1)
  })

  it('reports that it is closed after the last stanza was handled', async () => {
    const gate = Promise.withResolvers<void>()
    const open = line(() => gate.promise)
    await open.open()
    open.send({ tag: 'presence', attrs: {} })
    await open.settled()
    const closed = open.hangUp()
    await open.settled()
    expect(open.told.closed).toBe(0)
    gate.resolve()
    await closed
    expect(open.told.closed).toBe(1)
  })
})

describe('a query to the client', () => {
  const asking = async () => {
    const heard: string[] = []
    const open = line((_connection, { attrs }) => void heard.push(attrs.id ?? ''))
    await open.open()
    return { open, heard, asked: open.connection().request(iq('q', 'set')) }
  }

  it.each(['result', 'error'])(
    'is answered by a %s under its id, and no handler hears it',
    async (type) => {
      const { open, heard, asked } = await asking()
      open.send(iq('another', type))
      open.send(iq('q', type))
      expect((await asked).attrs).toMatchObject({ id: 'q', type })
      expect(heard).toEqual([])
      expect(open.clock.nextTimer()).toBeNull()
    },
  )

  it('is no answer to itself: a set under its id is a question', async () => {
    const { open, heard, asked } = await asking()
    open.send(iq('q', 'set'))
    await open.settled()
    expect(heard).toEqual(['q'])
    open.send(iq('q', 'result'))
    await asked
  })

  it('waits ten seconds for its answer, and ignores a later one', async () => {
    const { open, heard, asked } = await asking()
    const outcome = asked.catch(({ message }: Error) => message)
    open.clock.advance(9_999)
    open.clock.advance(1)
    expect(await outcome).toBe('no answer in time')
    open.send(iq('q', 'result'))
    await open.settled()
    expect(heard).toEqual([])
    expect(open.closes).toEqual([])
  })

  it('ends with the connection', async () => {
    const { open, asked } = await asking()
    const outcome = asked.catch(({ message }: Error) => message)
    await open.hangUp()
    expect(await outcome).toBe('the connection ended')
    expect(open.clock.nextTimer()).toBeNull()
  })
})
