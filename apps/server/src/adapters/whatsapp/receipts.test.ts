import type { BinaryNode } from 'baileys'
import { expect, test } from 'vitest'
import { readReceipt } from './receipts.ts'

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
