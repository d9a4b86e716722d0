import { setImmediate as endOfIteration } from 'node:timers/promises'
import type { WASocket } from 'baileys'
import { expect, test } from 'vitest'
import { holdLine } from './hold-line.ts'

type Done = (error?: Error) => void

function openLine() {
  const left: string[] = []
  const told: (string | undefined)[] = []
  const corks: string[] = []
  let isOpen = true
  const socket = {
    _socket: { cork: () => corks.push('cork'), uncork: () => corks.push('uncork') },
    send(frame: string, done?: Done) {
      if (isOpen) left.push(frame)
      done?.(isOpen ? undefined : new Error('The line is closed.'))
    },
    terminate: () => {
      isOpen = false
    },
  }
  const held = holdLine({ ws: { socket } as unknown as WASocket['ws'] })
  const write = (frame: string) => socket.send(frame, (error) => told.push(error?.message))
  return { ...held, write, left, told, corks, isOpen: () => isOpen }
}

test('frames go straight on while nothing waits', () => {
  const { write, left, told } = openLine()
  write('a')
  write('b')
  expect([left, told]).toEqual([
    ['a', 'b'],
    [undefined, undefined],
  ])
})

test('frames of one iteration go to the system together', async () => {
  const { write, corks } = openLine()
  write('a')
  write('b')
  expect(corks).toEqual(['cork'])
  await endOfIteration()
  expect(corks).toEqual(['cork', 'uncork'])
  write('c')
  await endOfIteration()
  expect(corks).toEqual(['cork', 'uncork', 'cork', 'uncork'])
})

test('what waits for its keys keeps its place, and holds up nothing that was sent before', async () => {
  const { write, left, told, holdUntil } = openLine()
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  write('a')
  holdUntil(first.promise)
  write('b')
  holdUntil(second.promise)
  write('c')
  second.resolve()
  await endOfIteration()
  expect(left).toEqual(['a'])
  first.resolve()
  await endOfIteration()
  write('d')
  expect(left).toEqual(['a', 'b', 'c', 'd'])
  expect(told).toHaveLength(4)
})

test('what waits for keys that cannot be stored never leaves, nor what comes after it', async () => {
  const { write, left, told, isOpen, holdUntil } = openLine()
  const later = Promise.withResolvers<void>()
  holdUntil(Promise.reject(new Error('disk full')))
  holdUntil(later.promise)
  write('a')
  await endOfIteration()
  later.resolve()
  await endOfIteration()
  write('b')
  expect([left, isOpen()]).toEqual([[], false])
  expect(told).toEqual(['The connection ended before its keys were stored.', 'The line is closed.'])
})

test('what is given up never leaves, and what ends the connection does at once', async () => {
  const { write, left, told, holdUntil, dropWaiting } = openLine()
  const stored = Promise.withResolvers<void>()
  write('a')
  holdUntil(stored.promise)
  write('b')
  dropWaiting()
  write('end')
  stored.resolve()
  await endOfIteration()
  expect(left).toEqual(['a', 'end'])
  expect(told.filter(Boolean)).toEqual(['The connection ended before its keys were stored.'])
})
