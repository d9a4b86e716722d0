import { expect, test } from 'vitest'
import { whileOpen } from './while-open.ts'

const never = () => new Promise<never>(() => {})

test('answers as it was answered', async () => {
  const { signal } = new AbortController()
  expect(await whileOpen(Promise.resolve('sent'), signal)).toBe('sent')
  await expect(whileOpen(Promise.reject(new Error('no')), signal)).rejects.toThrow('no')
})

test('what waits for ever ends with the connection, or at once where that is over', async () => {
  const over = new AbortController()
  const waiting = whileOpen(never(), over.signal)
  over.abort()
  await expect(waiting).rejects.toThrow('The connection is over.')
  await expect(whileOpen(never(), over.signal)).rejects.toThrow('The connection is over.')
})
