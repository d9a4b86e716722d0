import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createReadTurns } from './read-turns.ts'

/** Reads that the test ends. */
function heldReads() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const read = (name: string) => () => {
    begun.push(name)
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
  }
  const end = async (name: string) => {
    ends.get(name)?.()
    for (let turns = 0; turns < 5; turns += 1) await setImmediate()
  }
  return { begun, read, end }
}

describe('reads of one member', () => {
  test('are two at a time, and the rest waits in order', async () => {
    const inTurn = createReadTurns()
    const { begun, read, end } = heldReads()
    const all = ['a', 'b', 'c', 'd'].map((name) => inTurn('member', read(name)))
    expect(begun).toEqual(['a', 'b'])
    await end('b')
    expect(begun).toEqual(['a', 'b', 'c'])
    await end('a')
    await end('c')
    await end('d')
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
  })

  test('that come as one leaves wait behind those who wait', async () => {
    const inTurn = createReadTurns(1)
    const { begun, read, end } = heldReads()
    const come = () => void inTurn('member', read('c'))
    void inTurn('member', read('a')).then(come)
    void inTurn('member', read('b'))
    await end('a')
    expect(begun).toEqual(['a', 'b'])
    await end('b')
    expect(begun).toEqual(['a', 'b', 'c'])
  })

  test('are two at a time also after two left together', async () => {
    const inTurn = createReadTurns()
    const { begun, read, end } = heldReads()
    for (const name of ['a', 'b', 'c']) void inTurn('member', read(name))
    await Promise.all([end('a'), end('b')])
    for (const name of ['d', 'e']) void inTurn('member', read(name))
    await end('none')
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
  })

  test('do not wait for those of another', () => {
    const inTurn = createReadTurns()
    const { begun, read } = heldReads()
    for (const name of ['a', 'b', 'c']) void inTurn('member', read(name))
    void inTurn('other', read('o'))
    expect(begun).toEqual(['a', 'b', 'o'])
  })

  test('go on after one that fails', async () => {
    const inTurn = createReadTurns(1)
    const failed = inTurn('member', () => Promise.reject(new Error('broken')))
    const next = inTurn('member', async () => 'read')
    await expect(failed).rejects.toThrow('broken')
    expect(await next).toBe('read')
  })

  test('that waited begin in a turn of their own', async () => {
    const inTurn = createReadTurns(1)
    let turns = 0
    let isOver = false
    const count = async () => {
      for (; !isOver; turns += 1) await setImmediate()
    }
    const counting = count()
    await Promise.all(Array.from({ length: 20 }, () => inTurn('member', async () => {})))
    isOver = true
    await counting
    expect(turns).toBeGreaterThanOrEqual(18)
  })

  test('are refused when two thousand wait', async () => {
    const inTurn = createReadTurns(0)
    for (let n = 0; n < 2000; n += 1) void inTurn('member', async () => {})
    await expect(inTurn('member', async () => {})).rejects.toMatchObject({
      code: 'too_much_waiting',
    })
  })
})
