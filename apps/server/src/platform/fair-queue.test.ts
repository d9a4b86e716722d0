import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const MEMBERS = ['a', 'b', 'c', 'd'] as const

/** Lets what was started or settled take its course. */
const settle = async () => {
  for (let i = 0; i < 10; i += 1) await Promise.resolve()
}

/** A queue whose tasks the test ends. */
function watched(options: { concurrency: number; reservedForShort: number; waitingMax: number }) {
  const queue = createFairQueue(options)
  const working = new Map<string, { short: boolean; end: () => void }>()
  /** Of each member, whether those that wait are short. */
  const waiting = new Map<string, boolean[]>()
  const started: { member: string; short: boolean }[] = []
  const most = { ofOne: 0, ofAll: 0, long: 0 }
  return {
    working,
    /** The member's next task; null for one who is at work or asks for nothing. */
    waits(member: string): { short: boolean } | null {
      const [short] = waiting.get(member) ?? []
      return short === undefined || working.has(member) ? null : { short }
    },
    started,
    most,
    ask(member: string, short: boolean) {
      waiting.set(member, [...(waiting.get(member) ?? []), short])
      const task = () => {
        waiting.get(member)?.shift()
        started.push({ member, short })
        most.ofOne = Math.max(most.ofOne, working.has(member) ? 2 : 1)
        return new Promise<void>((end) => {
          working.set(member, { short, end })
          most.ofAll = Math.max(most.ofAll, working.size)
          const long = [...working.values()].filter((one) => !one.short)
          most.long = Math.max(most.long, long.length)
        })
      }
      return queue.run(member, task, { short })
    },
    async finishOneOf(nth: number) {
      const members = [...working.keys()]
      const member = members[nth % Math.max(1, members.length)]
      if (member === undefined) return
      const { end } = working.get(member) ?? {}
      working.delete(member)
      end?.()
      await settle()
    },
  }
}

test('nobody starves: whoever waits sees each other member start at most once before', async () => {
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ ask: fc.constantFrom(...MEMBERS), short: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ finish: fc.nat(9) }) },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 60 }),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 0, max: 1 }),
      async (steps, concurrency, reservedForShort) => {
        const world = watched({ concurrency, reservedForShort, waitingMax: 100 })
        /** Since when each member waits without being at work, as a place in `started`. */
        const since = new Map<string, number>()
        for (const each of steps) {
          if ('ask' in each) void world.ask(each.ask, each.short)
          else await world.finishOneOf(each.finish)
          await settle()
          const longAtWork = [...world.working.values()].filter(({ short }) => !short).length
          for (const member of MEMBERS) {
            const next = world.waits(member)
            if (!next) {
              since.delete(member)
              continue
            }
            const from = since.get(member) ?? world.started.length
            since.set(member, from)
            // The kept place may serve short tasks again and again while a long one waits.
            const others = world.started
              .slice(from)
              .filter(({ short }) => next.short || reservedForShort === 0 || !short)
              .map((one) => one.member)
            expect(new Set(others).size).toBe(others.length)
            const isFull = world.working.size === concurrency + reservedForShort
            expect(isFull || (!next.short && longAtWork === concurrency)).toBe(true)
          }
        }
        expect(world.most.ofOne).toBeLessThanOrEqual(1)
        expect(world.most.ofAll).toBeLessThanOrEqual(concurrency + reservedForShort)
        expect(world.most.long).toBeLessThanOrEqual(concurrency)
      },
    ),
    { numRuns: 300 },
  )
})

test('a member who asks for much goes behind all who wait', async () => {
  const world = watched({ concurrency: 1, reservedForShort: 0, waitingMax: 100 })
  for (const member of ['a', 'a', 'a', 'a', 'b', 'c']) void world.ask(member, false)
  for (let n = 0; n < 6; n += 1) await world.finishOneOf(0)
  expect(world.started.map(({ member }) => member).join(' ')).toBe('a b c a a a')
})

test('a short task does not wait for long ones, however many wait', async () => {
  const queue = createFairQueue({ concurrency: 2, reservedForShort: 1 })
  for (const member of ['a', 'b', 'c', 'd']) {
    void queue.run(member, () => new Promise<void>(() => undefined))
  }
  expect(await queue.run('e', async () => 'done', { short: true })).toBe('done')
})

test('too much of one member is refused, and what fails makes room for the next', async () => {
  const queue = createFairQueue({ concurrency: 1, waitingMax: 1 })
  const failing = queue.run('a', async () => Promise.reject(new Error('broken')))
  const next = queue.run('a', async () => 'done')
  await expect(queue.run('a', async () => 'never')).rejects.toMatchObject({
    code: 'too_much_waiting',
  })
  const other = queue.run('b', async () => 'theirs')
  await expect(failing).rejects.toThrow('broken')
  expect(await Promise.all([next, other])).toEqual(['done', 'theirs'])
  expect(await queue.run('a', async () => 'again')).toBe('again')
})
