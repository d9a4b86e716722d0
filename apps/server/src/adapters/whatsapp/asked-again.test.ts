import { EventEmitter } from 'node:events'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { until } from '@kirim/testing/until'
import type { BinaryNode, WASocket } from 'baileys'
import { expect, onTestFinished, test } from 'vitest'
import {
  type LinkedNumber,
  makeItem,
  startLinkedNumber,
  switchOn,
} from '../../testing/linked-number.ts'
import { answerRequests, createRequests } from './asked-again.ts'

const MINUTE_MS = 60_000

/** A device, with connections of which one follows the other. */
function start() {
  const clock = createFakeClock()
  const requests = createRequests()

  function connect() {
    const ws = Object.assign(new EventEmitter(), { isOpen: true })
    const passed: BinaryNode['attrs'][] = []
    const acknowledged: string[] = []
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
    const answering = answerRequests(socket, clock, requests, () => {})
    answering.opened()
    return {
      ws,
      passed,
      acknowledged,
      byDriver,
      receipt: (attrs: BinaryNode['attrs']) => ws.emit('CB:receipt', { tag: 'receipt', attrs }),
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

test('what was asked for and has not left is asked for again, as if it came now, three times', () => {
  const { clock, passed, receipt } = start()
  receipt({ ...asked, offline: '3' })
  clock.advance(MINUTE_MS)
  expect(passed).toEqual([{ ...asked, offline: '3' }, asked])
  clock.advance(60 * MINUTE_MS)
  clock.advance(60 * MINUTE_MS)
  clock.advance(60 * MINUTE_MS)
  expect(passed).toHaveLength(4)
})

test('not once the network has taken the copy; a refusal takes nothing', () => {
  const { clock, passed, receipt, taken } = start()
  receipt(asked)
  taken({ id: 'A', error: '429' })
  clock.advance(MINUTE_MS)
  expect(passed).toHaveLength(2)
  taken({ id: 'A' })
  clock.advance(60 * MINUTE_MS)
  expect(passed).toHaveLength(2)
})

test('it is acknowledged once the copy has left, or is long in coming, and only once', () => {
  const { clock, acknowledged, byDriver, receipt, taken } = start()
  receipt(asked)
  taken({ id: 'A', error: '429' })
  expect(acknowledged).toEqual([])
  taken({ id: 'A' })
  expect(acknowledged).toEqual(['receipt A'])
  receipt({ ...asked, id: 'B' })
  clock.advance(MINUTE_MS)
  taken({ id: 'B' })
  clock.advance(60 * MINUTE_MS)
  expect(acknowledged).toEqual(['receipt A', 'receipt B'])
  expect(byDriver).toEqual([])
})

test('two who ask for one message are both acknowledged', () => {
  const { acknowledged, receipt, taken } = start()
  receipt(asked)
  receipt({ ...asked, from: '60123456702@s.whatsapp.net' })
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
])('of two who ask for one message %s', (_what, one, other, ack, isForBoth) => {
  const { clock, passed, acknowledged, receipt, taken } = start()
  const [first, second] = [
    { id: 'A', type: 'retry', ...one },
    { id: 'A', type: 'retry', ...other },
  ]
  receipt(first)
  receipt(second)
  taken({ id: 'A', ...ack })
  expect(acknowledged).toHaveLength(isForBoth ? 2 : 1)
  clock.advance(MINUTE_MS)
  expect(passed.slice(2)).toEqual(isForBoth ? [] : [second])
})

test('it is known what is asked for, until the copy has left', () => {
  const { requests, receipt, taken } = start()
  receipt(asked)
  expect([requests.has('A'), requests.has('B')]).toEqual([true, false])
  taken({ id: 'A' })
  expect(requests.has('A')).toBe(false)
})

test('a receipt that asks for nothing is not repeated, and the driver acknowledges it', () => {
  const { clock, passed, acknowledged, byDriver, receipt } = start()
  receipt({ id: 'A' })
  clock.advance(60 * MINUTE_MS)
  expect([passed, acknowledged, byDriver]).toEqual([[{ id: 'A' }], [], ['receipt A']])
})

test('what a connection has left open is repeated over the next one, and over it alone', () => {
  const { clock, connect, ...first } = start()
  first.receipt(asked)
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

test('nothing is repeated over a connection that is closing', () => {
  const { clock, ws, passed, acknowledged, receipt } = start()
  receipt(asked)
  ws.isOpen = false
  clock.advance(60 * MINUTE_MS)
  expect([passed.length, acknowledged]).toEqual([1, []])
})

const FARAH = '60131000001'

/** Its chatbot has answered, and the copy that was asked for could not leave. */
async function startOwing(): Promise<LinkedNumber> {
  const number = await startLinkedNumber('SQLite')
  onTestFinished(() => number.stop())
  const { app, device, network, session } = number
  await makeItem(app.call, session.token, device.id, {
    name: 'Price',
    keywords: 'harga',
    captionAi: 'RM4',
  })
  await switchOn(app.call, session.token, device.id)
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
