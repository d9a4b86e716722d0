import { EventEmitter } from 'node:events'
import type { Device } from '@kirim/contract/devices'
import { createFakeClock, type FakeClock } from '@kirim/testing/fake-clock'
import { until } from '@kirim/testing/until'
import type { BinaryNode, WASocket } from 'baileys'
import { expect, onTestFinished, test } from 'vitest'
import {
  type LinkedNumber,
  makeItem,
  startLinkedNumber,
  switchOn,
} from '../../../testing/linked-number.ts'
import { answerRequests, type Judgement } from './answer-requests.ts'
import { createRequests } from './copy-requests.ts'

const MINUTE_MS = 60_000

/** A device, with connections of which one follows the other. */
function start(judgements: Record<string, Judgement> = {}) {
  const clock = createFakeClock()
  const requests = createRequests()

  function connect() {
    const ws = Object.assign(new EventEmitter(), { isOpen: true })
    const passed: BinaryNode['attrs'][] = []
    const acknowledged: string[] = []
    /** Messages whose retry count the driver forgets. */
    const forgotten: string[] = []
    /** What the driver acknowledges by itself. */
    const byDriver: string[] = []
    ws.on('CB:receipt', (stanza: BinaryNode) => {
      passed.push(stanza.attrs)
      try {
        byDriver.push(`${stanza.tag} ${stanza.attrs.id}`)
      } catch {
        // As the driver does, which takes it for a connection that is lost.
      }
    })
    const socket = {
      ws,
      sendMessageAck: async ({ tag, attrs }: BinaryNode) => {
        acknowledged.push(`${tag} ${attrs.id}`)
      },
    } as unknown as Pick<WASocket, 'ws' | 'sendMessageAck'>
    const judge = async ({ id }: BinaryNode['attrs']) => judgements[id ?? ''] ?? 'repeat'
    const del = (key: string) => void forgotten.push(key)
    const answering = answerRequests(socket, clock, requests, { del }, judge, () => {})
    answering.opened()
    return {
      ws,
      passed,
      acknowledged,
      forgotten,
      byDriver,
      async receipt(attrs: BinaryNode['attrs'], content?: BinaryNode['content']) {
        ws.emit('CB:receipt', { tag: 'receipt', attrs, ...(content && { content }) })
        await new Promise((judged) => setImmediate(judged))
      },
      taken: (attrs: BinaryNode['attrs']) => ws.emit('CB:ack,class:message', { tag: 'ack', attrs }),
      end() {
        ws.isOpen = false
        answering.end()
      },
    }
  }

  return { clock, requests, connect, ...connect() }
}

const asked = { id: 'A', from: '60123456701@s.whatsapp.net', type: 'retry' }

test('what was asked for and has not left is asked for again, as if it came now, three times', async () => {
  const { clock, passed, receipt } = start()
  await receipt({ ...asked, offline: '3' })
  clock.advance(MINUTE_MS)
  expect(passed).toEqual([{ ...asked, offline: '3' }, asked])
  clock.advance(60 * MINUTE_MS)
  clock.advance(60 * MINUTE_MS)
  clock.advance(60 * MINUTE_MS)
  expect(passed).toHaveLength(4)
})

test('not once the network has taken the copy; a refusal takes nothing', async () => {
  const { clock, passed, receipt, taken } = start()
  await receipt(asked)
  taken({ id: 'A', error: '429' })
  clock.advance(MINUTE_MS)
  expect(passed).toHaveLength(2)
  taken({ id: 'A' })
  clock.advance(60 * MINUTE_MS)
  expect(passed).toHaveLength(2)
})

test.each(['429', '463'])(
  'refused for now (%s) it is repeated until it is taken',
  async (error) => {
    const { clock, passed, forgotten, receipt, taken } = start()
    await receipt(asked)
    const rests = [0.5, 2, 10, 10, 10, 10].map((minutes) => minutes * MINUTE_MS)
    for (const [repeated, rest] of rests.entries()) {
      taken({ id: 'A', error })
      expect(forgotten).toHaveLength(repeated + 1)
      clock.advance(rest - 1)
      expect(passed).toHaveLength(repeated + 1)
      clock.advance(1)
      expect(passed).toHaveLength(repeated + 2)
    }
    taken({ id: 'A' })
    clock.advance(60 * MINUTE_MS)
    expect(passed).toHaveLength(rests.length + 1)
  },
)

test('it is acknowledged once the copy has left, or is long in coming, and only once', async () => {
  const { clock, acknowledged, byDriver, receipt, taken } = start()
  await receipt(asked)
  taken({ id: 'A', error: '429' })
  expect(acknowledged).toEqual([])
  taken({ id: 'A' })
  expect(acknowledged).toEqual(['receipt A'])
  await receipt({ ...asked, id: 'B' })
  clock.advance(MINUTE_MS)
  taken({ id: 'B' })
  clock.advance(60 * MINUTE_MS)
  expect(acknowledged).toEqual(['receipt A', 'receipt B'])
  expect(byDriver).toEqual([])
})

test('two who ask for one message are both acknowledged', async () => {
  const { acknowledged, receipt, taken } = start()
  await receipt(asked)
  await receipt({ ...asked, from: '60123456702@s.whatsapp.net' })
  taken({ id: 'A' })
  expect(acknowledged).toEqual(['receipt A', 'receipt A'])
})

const PHONE = '60123456701@s.whatsapp.net'
const COMPANION = '60123456701:1@s.whatsapp.net'
const GROUP = '120363000000000001@g.us'

test.each<[string, BinaryNode['attrs'], BinaryNode['attrs'], BinaryNode['attrs'], boolean]>([
  [
    'another device of the person waits on',
    { from: COMPANION },
    { from: '60123456701:2@s.whatsapp.net' },
    { from: COMPANION },
    false,
  ],
  [
    'another member of the group waits on',
    { from: GROUP, participant: COMPANION },
    { from: GROUP, participant: '60123456702:1@s.whatsapp.net' },
    { from: GROUP, participant: COMPANION },
    false,
  ],
  [
    'a copy for everybody is for all devices',
    { from: PHONE },
    { from: COMPANION },
    { from: PHONE },
    true,
  ],
  [
    'a copy for the group is for all members',
    { from: GROUP, participant: PHONE },
    { from: GROUP, participant: '60123456702:1@s.whatsapp.net' },
    { from: GROUP },
    true,
  ],
])('of two who ask for one message %s', async (_what, one, other, ack, isForBoth) => {
  const { clock, passed, acknowledged, receipt, taken } = start()
  const [first, second] = [
    { id: 'A', type: 'retry', ...one },
    { id: 'A', type: 'retry', ...other },
  ]
  await receipt(first)
  await receipt(second)
  taken({ id: 'A', ...ack })
  expect(acknowledged).toHaveLength(isForBoth ? 2 : 1)
  clock.advance(MINUTE_MS)
  expect(passed.slice(2)).toEqual(isForBoth ? [] : [second])
})

test('it is known what is asked for, until the copy has left', async () => {
  const { requests, receipt, taken } = start()
  await receipt(asked)
  expect([requests.has('A'), requests.has('B')]).toEqual([true, false])
  taken({ id: 'A' })
  expect(requests.has('A')).toBe(false)
})

test('a receipt that asks for nothing is not repeated, and the driver acknowledges it', async () => {
  const { clock, passed, acknowledged, byDriver, receipt } = start()
  await receipt({ id: 'A' })
  clock.advance(60 * MINUTE_MS)
  expect([passed, acknowledged, byDriver]).toEqual([[{ id: 'A' }], [], ['receipt A']])
})

test('what a connection has left open is repeated over the next one, and over it alone', async () => {
  const { clock, connect, ...first } = start()
  await first.receipt(asked)
  first.end()
  clock.advance(60 * MINUTE_MS)
  const second = connect()
  clock.advance(MINUTE_MS)
  expect([first.passed.length, second.passed]).toEqual([1, [asked]])
  second.taken({ id: 'A' })
  second.end()
  const third = connect()
  clock.advance(60 * MINUTE_MS)
  expect(third.passed).toEqual([])
  expect([first.acknowledged, second.acknowledged]).toEqual([[], []])
})

test('nothing is repeated over a connection that is closing', async () => {
  const { clock, ws, passed, acknowledged, receipt } = start()
  await receipt(asked)
  ws.isOpen = false
  clock.advance(60 * MINUTE_MS)
  expect([passed.length, acknowledged]).toEqual([1, []])
})

test('what is not to be answered does not reach the driver, and is acknowledged', async () => {
  const { clock, requests, passed, acknowledged, receipt } = start({ A: 'drop' })
  await receipt(asked)
  await receipt({ ...asked, id: 'B', from: `${'6'.repeat(300)}@s.whatsapp.net` })
  clock.advance(60 * MINUTE_MS)
  expect([passed, acknowledged, requests.has('A')]).toEqual([[], ['receipt A', 'receipt B'], false])
})

test('what is for the driver alone is neither kept nor repeated', async () => {
  const { clock, passed, byDriver, acknowledged, receipt } = start({ A: 'pass' })
  await receipt(asked)
  clock.advance(60 * MINUTE_MS)
  expect([passed, byDriver, acknowledged]).toEqual([[asked], ['receipt A'], []])
})

test('whoever asks for a lot pushes nobody out', async () => {
  const { clock, requests, passed, receipt } = start()
  await receipt({ ...asked, from: '60123456702@s.whatsapp.net' })
  for (let n = 0; n < 1000; n++)
    await receipt({ ...asked, id: `X${n}`, from: `60123456701:${n % 9}@s.whatsapp.net` })
  expect(requests.has('A')).toBe(true)
  passed.length = 0
  clock.advance(30_000)
  expect(passed).toHaveLength(21)
})

test('of a request only what the driver needs is kept', async () => {
  const { requests, receipt } = start()
  const leaf = (tag: string, content: string) => ({ tag, attrs: {}, content: Buffer.from(content) })
  const bundle = [
    leaf('type', '5'),
    leaf('identity', 'i'.repeat(32)),
    {
      tag: 'skey',
      attrs: {},
      content: [
        leaf('id', '001'),
        leaf('value', 'v'.repeat(32)),
        leaf('signature', 's'.repeat(64)),
      ],
    },
  ]
  const items = Array.from({ length: 1000 }, (_, id) => ({ tag: 'item', attrs: { id: `${id}` } }))
  await receipt({ ...asked, more: 'x'.repeat(1000) }, [
    { tag: 'retry', attrs: { count: '2', more: 'x' }, content: items },
    { tag: 'list', attrs: {}, content: items },
    leaf('registration', '0001'),
    { tag: 'keys', attrs: {}, content: [...bundle, leaf('device-identity', 'x'.repeat(1000))] },
  ])
  expect([...requests.open.values()].map(({ stanza }) => stanza)).toEqual([
    {
      tag: 'receipt',
      attrs: asked,
      content: [
        { tag: 'retry', attrs: { count: '2' } },
        leaf('registration', '0001'),
        { tag: 'keys', attrs: {}, content: bundle },
      ],
    },
  ])
})

const FARAH = '60131000001'

/** Its chatbot answers the price. */
async function startAnswering(clock?: FakeClock): Promise<LinkedNumber> {
  const number = await startLinkedNumber('SQLite', { ...(clock && { clock }) })
  onTestFinished(() => number.stop())
  const { app, device, session } = number
  await makeItem(app.call, session.token, device.id, {
    name: 'Price',
    keywords: 'harga',
    captionAi: 'RM4',
  })
  await switchOn(app.call, session.token, device.id)
  return number
}

/** It has answered, and the copy that was asked for could not leave. */
async function startOwing(clock?: FakeClock): Promise<LinkedNumber> {
  const number = await startAnswering(clock)
  const { device, network } = number
  const struck = (times: number) => network.weatherOf(device.number).struck >= times
  network.setWeather(device.number, { kind: 'receipts', retries: 1 })
  await network.sendAsContact(device.number, FARAH, { text: 'harga' })
  // From then on the driver needs several answers of the network, so the weather changes in time.
  while (!struck(1)) await new Promise((next) => setImmediate(next))
  network.setWeather(device.number, { kind: 'rate_overlimit', messages: true })
  await until('the copy was refused', () => struck(1))
  return number
}

test('what could not leave before its connection was lost leaves over the next one', async () => {
  const { device, heard, network } = await startOwing()
  expect(heard(FARAH)).toEqual([])
  network.setWeather(device.number, { kind: 'calm' })
  network.close(device.number, 515)
  await until('it has arrived', () => heard(FARAH).length > 0)
  expect(heard(FARAH)).toEqual(['RM4'])
})

test('the driver sends a copy also when it is asked for the last time', async () => {
  const clock = createFakeClock()
  const { device, heard, network } = await startOwing(clock)
  const struck = () => network.weatherOf(device.number).struck
  for (const rest of [30_000, 120_000]) {
    const before = struck()
    clock.advance(rest)
    await until('the copy was refused again', () => struck() > before)
  }
  network.setWeather(device.number, { kind: 'calm' })
  clock.advance(600_000)
  await until('it has arrived', () => heard(FARAH).length > 0)
  expect(heard(FARAH)).toEqual(['RM4'])
})

test('who names a message of somebody else gets no copy of it, and has not read it', async () => {
  const { app, device, heard, network, session } = await startAnswering()
  await makeItem(app.call, session.token, device.id, {
    name: 'Where',
    keywords: 'alamat',
    captionAi: 'Jalan 1',
  })
  const db = app.openDatabase()
  onTestFinished(() => db.destroy())
  const states = async () => {
    const sent = await db.selectFrom('outgoing').select('state').orderBy('created_at').execute()
    return sent.map(({ state }) => state)
  }
  const stranger = '60131000002'
  network.forgeries.speaker = `${stranger}@s.whatsapp.net`
  await network.sendAsContact(device.number, FARAH, { text: 'harga' })
  const said = () => network.messages(device.number, FARAH, { limit: 1000 })
  await until('the stranger has told of it', () => said().some(({ status }) => status === 'read'))

  network.setWeather(device.number, { kind: 'receipts', retries: 1 })
  await network.sendAsContact(device.number, FARAH, { text: 'alamat' })
  while (network.weatherOf(device.number).struck === 0) {
    await new Promise((next) => setImmediate(next))
  }
  network.forgeries.speaker = undefined
  network.setWeather(device.number, { kind: 'calm' })
  await network.sendAsContact(device.number, FARAH, { text: 'harga' })
  await until('the last was read', async () => (await states())[2] === 'read')
  expect([heard(FARAH), heard(stranger)]).toEqual([['RM4', 'RM4'], []])
  expect(await states()).toEqual(['sent', 'sent', 'read'])
})

test('what is repeated here did not come in', async () => {
  const clock = createFakeClock()
  const { app, device, network, session } = await startOwing(clock)
  const lastInAt = async () => {
    const { body } = await app.call('GET', '/whatsapp/devices', { token: session.token })
    return (body as Device[])[0]?.health.lastInAt
  }
  const [before, { struck }] = [await lastInAt(), network.weatherOf(device.number)]
  clock.advance(30_000)
  await until('it was repeated', () => network.weatherOf(device.number).struck > struck)
  expect(await lastInAt()).toBe(before)
})
