import { describe, expect, test } from 'vitest'
import { callInBulkhead, inBulkhead, takeByBulkhead } from './bulkhead.ts'
import { createUnownedFaults } from './unowned-faults.ts'

/** Runs the work and resolves with whether a bulkhead takes a fault that begins in it. */
const faultIn = (work: (report: () => void) => void) =>
  new Promise<boolean>((resolve) => work(() => resolve(takeByBulkhead('fault'))))

describe('a bulkhead', () => {
  test.each<[string, (report: () => void) => void]>([
    ['its own code', (report) => report()],
    ['a timer', (report) => void setTimeout(report)],
    ['a promise', (report) => void Promise.resolve().then(report)],
    ['a timer in a promise', (report) => void Promise.resolve().then(() => setTimeout(report))],
  ])('takes a fault of %s', async (_where, work) => {
    const taken: unknown[] = []
    expect(
      await faultIn((report) =>
        inBulkhead(
          (error) => taken.push(error),
          () => work(report),
        ),
      ),
    ).toBe(true)
    expect(taken).toEqual(['fault'])
  })

  test('is the innermost one', async () => {
    const taken: string[] = []
    const inner = (report: () => void) => inBulkhead(() => void taken.push('inner'), report)
    await faultIn((report) =>
      inBulkhead(
        () => void taken.push('outer'),
        () => inner(report),
      ),
    )
    expect(taken).toEqual(['inner'])
  })

  test('takes what begins in a call of a method', async () => {
    const taken: unknown[] = []
    const methods = { size: 3, run: (report: () => void) => setTimeout(report) }
    const guarded = callInBulkhead((error) => taken.push(error), methods)
    expect(await faultIn((report) => void guarded.run(report))).toBe(true)
    expect([taken, guarded.size]).toEqual([['fault'], 3])
  })

  test('takes nothing outside, nor what it fails on itself', async () => {
    expect(await faultIn((report) => report())).toBe(false)
    const fail = () => {
      throw new Error('in turn')
    }
    expect(await faultIn((report) => inBulkhead(fail, report))).toBe(false)
  })
})

test('a fault outside any bulkhead is logged, and reported when another follows within ten minutes', () => {
  let now = 0
  const said: string[] = []
  const judge = createUnownedFaults({
    clock: { now: () => now },
    log: { error: (_given: unknown, what?: string) => void said.push(`logged ${what}`) },
    onRepeated: (what) => void said.push(`repeated ${what}`),
  })
  judge('a', new Error('a'))
  now += 10 * 60_000
  judge('b', new Error('b'))
  now += 10 * 60_000 - 1
  judge('c', new Error('c'))
  expect(said).toEqual(['logged a', 'logged b', 'repeated c'])
})
