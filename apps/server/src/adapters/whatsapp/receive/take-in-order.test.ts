import { EventEmitter } from 'node:events'
import type { BinaryNode, WASocket } from 'baileys'
import { expect, test } from 'vitest'
import { takeInOrder } from './take-in-order.ts'

function socketWith(take: (id: string) => Promise<void>) {
  const ws = new EventEmitter()
  ws.on('CB:message', (stanza: BinaryNode) => take(stanza.attrs.id ?? ''))
  const faults: unknown[] = []
  takeInOrder({ ws } as unknown as Pick<WASocket, 'ws'>, (fault) => faults.push(fault))
  const send = (id: string, address: Record<string, string> = { from: 'aina@lid' }) =>
    ws.emit('CB:message', { tag: 'message', attrs: { id, ...address } })
  return { send, faults }
}

test('a message waits for the one before it in its chat, however long that one takes', async () => {
  const gates = new Map(['a', 'b', 'c'].map((id) => [id, Promise.withResolvers<void>()]))
  const taken: string[] = []
  const last = Promise.withResolvers<void>()
  const { send } = socketWith(async (id) => {
    await gates.get(id)?.promise
    taken.push(id)
    if (id === 'c') last.resolve()
  })
  for (const id of ['a', 'b', 'c']) send(id)
  for (const id of ['c', 'b', 'a']) gates.get(id)?.resolve()
  await last.promise
  expect(taken).toEqual(['a', 'b', 'c'])
})

const AINA = '60131000001@s.whatsapp.net'
const ALSO_AINA = '77@lid'

test.each([
  ['told by the first', { from: AINA, sender_lid: ALSO_AINA }, { from: '77:3@lid' }],
  ['told by the second', { from: AINA }, { from: ALSO_AINA, sender_pn: AINA }],
  ['told by both', { from: ALSO_AINA, sender_pn: AINA }, { from: AINA, sender_lid: ALSO_AINA }],
])('a person’s number and identity are one chat: %s', async (_how, first, second) => {
  const gate = Promise.withResolvers<void>()
  const last = Promise.withResolvers<void>()
  const taken: string[] = []
  const { send } = socketWith(async (id) => {
    if (id === 'a') await gate.promise
    taken.push(id)
    if (id === 'b') last.resolve()
  })
  send('a', first)
  send('b', second)
  gate.resolve()
  await last.promise
  expect(taken).toEqual(['a', 'b'])
})

test('another chat does not wait', async () => {
  const never = Promise.withResolvers<void>()
  const other = Promise.withResolvers<void>()
  const { send } = socketWith(async (id) => {
    if (id === 'b') other.resolve()
    else await never.promise
  })
  send('a', { from: 'aina@lid' })
  send('b', { from: 'budi@lid' })
  await expect(other.promise).resolves.toBeUndefined()
})

test('one that fails holds up none behind it, and is told', async () => {
  const last = Promise.withResolvers<void>()
  const { send, faults } = socketWith(async (id) => {
    if (id === 'a') throw new Error('unreadable')
    last.resolve()
  })
  send('a')
  send('b')
  await last.promise
  await expect.poll(() => faults).toEqual([new Error('unreadable')])
})
