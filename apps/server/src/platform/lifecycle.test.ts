import { describe, expect, test } from 'vitest'
import { createLifecycle, type Part } from './lifecycle.ts'

describe('lifecycle', () => {
  const noted = (
    log: string[],
    name: string,
    start: () => Promise<void> = async () => {},
  ): Part => ({
    name,
    start: async () => {
      await start()
      log.push(`start ${name}`)
    },
    stop: async () => {
      log.push(`stop ${name}`)
    },
  })
  const failStop = (part: string, error: unknown) => {
    throw new Error(`${part} did not stop`, { cause: error })
  }

  test('starts in order and stops in reverse', async () => {
    const log: string[] = []
    const { start, stop } = createLifecycle([noted(log, 'a'), noted(log, 'b')], failStop)
    await start()
    await stop()
    expect(log).toEqual(['start a', 'start b', 'stop b', 'stop a'])
  })

  test('what is in one list starts in order, and stops at once', async () => {
    const log: string[] = []
    const first = Promise.withResolvers<void>()
    const slow = (name: string, others: Promise<void>): Part => ({
      ...noted(log, name),
      stop: async () => {
        log.push(`stops ${name}`)
        await others
        log.push(`stop ${name}`)
      },
    })
    const both = [slow('b', Promise.resolve()), slow('c', first.promise)]
    const { start, stop } = createLifecycle([noted(log, 'a'), both], failStop)
    await start()
    const stopping = stop()
    await new Promise(setImmediate)
    first.resolve()
    await stopping
    const started = ['start a', 'start b', 'start c']
    expect(log).toEqual([...started, 'stops b', 'stops c', 'stop b', 'stop c', 'stop a'])
  })

  test('of a list that is not started whole, what has started is stopped', async () => {
    const log: string[] = []
    const fault = new Error('no')
    const list = [noted(log, 'a'), noted(log, 'b', () => Promise.reject(fault)), noted(log, 'c')]
    const { start } = createLifecycle([list], failStop)
    await expect(start()).rejects.toBe(fault)
    expect(log).toEqual(['start a', 'stop a'])
  })

  test('a stop while a part starts lets it finish, stops what has started and starts no more', async () => {
    const log: string[] = []
    const slow = Promise.withResolvers<void>()
    const parts = [noted(log, 'a'), noted(log, 'b', () => slow.promise), noted(log, 'c')]
    const { start, stop } = createLifecycle(parts, failStop)
    const starting = start()
    const stopping = stop()
    slow.resolve()
    await Promise.all([starting, stopping])
    expect(log).toEqual(['start a', 'stop a'])
  })

  test('a part that fails to start stops those before it, and the error is passed on', async () => {
    const log: string[] = []
    const fault = new Error('no')
    const parts = [noted(log, 'a'), noted(log, 'b', () => Promise.reject(fault))]
    const { start, stop } = createLifecycle(parts, failStop)
    await expect(start()).rejects.toBe(fault)
    await stop()
    expect(log).toEqual(['start a', 'stop a'])
  })
})
