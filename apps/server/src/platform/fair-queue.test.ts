import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const MEMBERS = ['a', 'b', 'c', 'd'] as const

/** Lets what was started or settled take its course. */
const settle = async () => {
  for (let i = 0; i < 10; i += 1) await Promise.resolve()
}

/** A queue whose tasks end when they are told to. */
function watched(options: { atOnce: number; waitingOfOne: number }) {
  const queue = createFairQueue(options)
  const working = new Map<string, () => void>()
  const waiting = new Map<string, number>()
  const started: string[] = []
  const most = { ofOne: 0, ofAll: 0 }
  return {
    working,
    isWaiting: (member: string) => (waiting.get(member) ?? 0) > 0 && !working.has(member),
    started,
    most,
    ask(member: string) {
      waiting.set(member, (waiting.get(member) ?? 0) + 1)
      return queue.run(member, () => {
        waiting.set(member, (waiting.get(member) ?? 0) - 1)
        started.push(member)
        most.ofOne = Math.max(most.ofOne, working.has(member) ? 2 : 1)
        return new Promise<void>((end) => {
          working.set(member, end)
          most.ofAll = Math.max(most.ofAll, working.size)
        })
      })
    },
    async finishOneOf(nth: number) {
      const members = [...working.keys()]
      const member = members[nth % Math.max(1, members.length)]
      if (member === undefined) return
      const end = working.get(member)
      working.delete(member)
      end?.()
      await settle()
    },
  }
}

test('nobody starves: whoever waits sees each other member start at most once before', async () => {
  const step = fc.oneof(
    fc.record({ ask: fc.constantFrom(...MEMBERS) }),
    fc.record({ finish: fc.nat(9) }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 60 }),
      fc.integer({ min: 1, max: 3 }),
      async (steps, atOnce) => {
        const world = watched({ atOnce, waitingOfOne: 100 })
        /** Since when each member waits without being at work, as a place in `started`. */
        const since = new Map<string, number>()
        for (const each of steps) {
          if ('ask' in each) void world.ask(each.ask)
          else await world.finishOneOf(each.finish)
          await settle()
          for (const member of MEMBERS) {
            if (!world.isWaiting(member)) since.delete(member)
            else {
              const from = since.get(member) ?? world.started.length
              since.set(member, from)
              const others = world.started.slice(from)
              expect(new Set(others).size).toBe(others.length)
              expect(world.working.size).toBe(atOnce)
            }
          }
        }
        expect(world.most.ofOne).toBeLessThanOrEqual(1)
        expect(world.most.ofAll).toBeLessThanOrEqual(atOnce)
      },
    ),
    { numRuns: 300 },
  )
})

test('too much of one member is refused, and what fails makes room for the next', async () => {
  const queue = createFairQueue({ atOnce: 1, waitingOfOne: 1 })
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
