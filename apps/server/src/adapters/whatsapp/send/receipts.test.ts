import { EventEmitter } from 'node:events'
import type { BinaryNode, WASocket } from 'baileys'
import { describe, expect, test, vi } from 'vitest'
import { readReceipt, recordBeforeAcknowledging } from './receipts.ts'

const receipt = (attrs: Record<string, string>, ids: string[] = []): BinaryNode => ({
  tag: 'receipt',
  attrs: { id: 'A', from: '60123456789@s.whatsapp.net', ...attrs },
  ...(ids.length && {
    content: [
      { tag: 'list', attrs: {}, content: ids.map((id) => ({ tag: 'item', attrs: { id } })) },
    ],
  }),
})

test('no more is taken of a list than a phone would list, and nothing that is no id', () => {
  const ids = Array.from({ length: 60_000 }, (_, n) => `B${n}`)
  const news = readReceipt(receipt({ type: 'read' }, ['x'.repeat(129), ...ids]))
  expect(news?.messageIds).toEqual(['A', ...ids.slice(0, 4999)])
})

const LONG = 'x'.repeat(129)

test.each<[string, BinaryNode, ReturnType<typeof readReceipt>]>([
  ['no type', receipt({}), { messageIds: ['A'], status: 'delivered' }],
  [
    'several at once',
    receipt({ type: 'read' }, ['B', 'C']),
    { messageIds: ['A', 'B', 'C'], status: 'read' },
  ],
  ['a played voice note', receipt({ type: 'played' }), { messageIds: ['A'], status: 'read' }],
  [
    'the own phone',
    receipt({ type: 'sender', recipient: 'x' }),
    { messageIds: ['A'], status: 'sent' },
  ],
  [
    'an id that is none, beside others',
    receipt({ id: LONG, type: 'read' }, ['B']),
    { messageIds: ['B'], status: 'read' },
  ],
  ['an id that is none', receipt({ id: LONG }), null],
  ['no id', receipt({ id: '' }), null],
  ['the copy reached the own phone', receipt({ recipient: 'x' }), null],
  ['read on the own phone', receipt({ type: 'read-self' }), null],
  ['a retry request', receipt({ type: 'retry' }), null],
])('%s', (_what, node, expected) => {
  expect(readReceipt(node)).toEqual(expected)
})

describe('receipts', () => {
  const node = (attrs: Record<string, string>, content?: BinaryNode['content']): BinaryNode =>
    content === undefined ? { tag: 'receipt', attrs } : { tag: 'receipt', attrs, content }

  test.each([
    ['no id', node({})],
    ['an empty id', node({ id: '' })],
    ['a kind that nobody knows', node({ id: 'A', type: 'enc_rekey_retry' })],
    ['the word of something every object has', node({ id: 'A', type: 'toString' })],
    ['another of them', node({ id: 'A', type: '__proto__' })],
  ])('with %s say nothing', (_what, receipt) => expect(readReceipt(receipt)).toBeNull())

  test.each<[string, BinaryNode['content']]>([
    ['text', 'list'],
    ['bytes', Buffer.from('list')],
    ['no list', [{ tag: 'retry', attrs: {} }]],
    ['an empty list', [{ tag: 'list', attrs: {} }]],
    ['a list of text', [{ tag: 'list', attrs: {}, content: 'B' }]],
    ['entries without ids', [{ tag: 'list', attrs: {}, content: [{ tag: 'item', attrs: {} }] }]],
  ])('with %s in them are about one message', (_what, content) => {
    expect(readReceipt(node({ id: 'A' }, content))).toEqual({
      messageIds: ['A'],
      status: 'delivered',
    })
  })

  function recording(record: () => Promise<void>) {
    const ws = new EventEmitter()
    const driver = vi.fn()
    ws.on('CB:receipt', driver)
    const faults: unknown[] = []
    const socket = { ws } as unknown as WASocket
    recordBeforeAcknowledging(socket, record, (error) => faults.push(error))
    return { ws, driver, faults }
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve))

  test('reach the driver, who acknowledges them, once they are written down', async () => {
    const written = Promise.withResolvers<void>()
    const { ws, driver } = recording(() => written.promise)
    ws.emit('CB:receipt', node({ id: 'A' }))
    await turn()
    expect(driver).not.toHaveBeenCalled()
    written.resolve()
    await turn()
    expect(driver).toHaveBeenCalledTimes(1)
  })

  test('that could not be written down are not acknowledged: they come again', async () => {
    const { ws, driver, faults } = recording(() => Promise.reject(new Error('locked')))
    ws.emit('CB:receipt', node({ id: 'A' }))
    await turn()
    expect(driver).not.toHaveBeenCalled()
    expect(faults).toMatchObject([{ message: 'locked' }])
    ws.emit('CB:receipt', node({ id: 'A', type: 'retry' }))
    await turn()
    expect(driver).toHaveBeenCalledTimes(1)
  })
})
