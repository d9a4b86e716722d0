import { until } from '@kirim/testing/until'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { freshStore } from '../../testing/engines.ts'
import { createLog } from '../log.ts'
import { createLeftovers } from './leftovers.ts'
import { createNodeLocks } from './node-locks.ts'
import { createWork, type Work } from './work.ts'

/** A task that runs until it is ended. */
function task() {
  const { promise, resolve } = Promise.withResolvers<void>()
  let begun = false
  const run = () => {
    begun = true
    return promise
  }
  return { run, end: resolve, hasBegun: () => begun }
}

describe('work of several nodes on one PostgreSQL', () => {
  let store: Awaited<ReturnType<typeof freshStore>>
  let a: Work
  let b: Work
  beforeEach(async () => {
    store = await freshStore('PostgreSQL')
    const [one, other] = ['a', 'b'].map((name) => {
      const url = store.databaseUrl ?? ''
      return createWork(createNodeLocks({ url, name: `work-${name}` }, createLog('silent')))
    })
    a = one as Work
    b = other as Work
  })
  afterEach(async () => {
    await Promise.all([a.part.stop(), b.part.stop()])
    store.remove()
  })

  async function kill(name: string) {
    const client = new pg.Client({ connectionString: store.databaseUrl ?? '' })
    await client.connect()
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
      [`work-${name}`],
    )
    await client.end()
  }

  test('one node does each work; other nodes can do other ids and kinds', async () => {
    const long = task()
    const done = a.hold('people', '1', long.run)
    await until('it is under way', long.hasBegun)
    const nothing = async () => {}
    expect(await b.hold('people', '1', nothing)).toBe(false)
    expect(await a.hold('people', '1', nothing)).toBe(false)
    expect(await b.hold('people', '2', nothing)).toBe(true)
    expect(await b.hold('groups', '1', nothing)).toBe(true)
    long.end()
    expect(await done).toBe(true)
    expect(await b.hold('people', '1', nothing)).toBe(true)
  })

  test('a failure releases the lock', async () => {
    const failing = async () => {
      throw new Error('no')
    }
    await expect(a.hold('people', '1', failing)).rejects.toThrow('no')
    await expect(a.inTurn('people', '1', failing)).rejects.toThrow('no')
    expect(await b.hold('people', '1', async () => {})).toBe(true)
    expect(await a.hold('people', '1', async () => {})).toBe(true)
  })

  test('its connection runs one statement at a time', async () => {
    const running = new Map<object, number>()
    let most = 0
    const { query } = pg.Client.prototype
    const spied = vi.spyOn(pg.Client.prototype, 'query')
    onTestFinished(() => spied.mockRestore())
    spied.mockImplementation(async function (this: pg.Client, ...asked: unknown[]) {
      const beside = (running.get(this) ?? 0) + 1
      running.set(this, beside)
      most = Math.max(most, beside)
      try {
        return await Reflect.apply(query, this, asked)
      } finally {
        running.set(this, (running.get(this) ?? 0) - 1)
      }
    })
    const ids = ['1', '2', '3', '4']
    const done = await Promise.all(ids.map((id) => a.hold('people', id, async () => {})))
    expect([done, most]).toEqual([ids.map(() => true), 1])
  })

  test('work in turn waits for the other nodes', async () => {
    const [first, second] = [task(), task()]
    const order: string[] = []
    const done = [
      a.inTurn('people', '1', first.run).then(() => order.push('first')),
      b.inTurn('people', '1', second.run).then(() => order.push('second')),
    ]
    await until('one is under way', () => first.hasBegun() || second.hasBegun())
    const [now, next] = first.hasBegun() ? [first, second] : [second, first]
    expect(next.hasBegun()).toBe(false)
    now.end()
    await until('then the other', next.hasBegun)
    next.end()
    await Promise.all(done)
    expect(new Set(order)).toEqual(new Set(['first', 'second']))
  })

  test('a wait for another node ends when its signal aborts', async () => {
    const long = task()
    const done = a.hold('people', '1', long.run)
    await until('it is under way', long.hasBegun)
    const waiting = new AbortController()
    const { run, hasBegun } = task()
    const waited = b.inTurn('people', '1', run, waiting.signal)
    waiting.abort(new Error('It stops.'))
    await expect(waited).rejects.toThrow('It stops.')
    long.end()
    await done
    expect(hasBegun()).toBe(false)
  })

  test('a node can stop while work is requested', async () => {
    const url = store.databaseUrl ?? ''
    const stopping = createWork(createNodeLocks({ url }, createLog('silent')))
    const stopped = stopping.part.stop()
    await expect(stopping.hold('people', '1', async () => {})).rejects.toThrow('pool')
    await stopped
    expect(await a.hold('people', '1', async () => {})).toBe(true)
  })

  test('a killed node releases its locks, and one that lost its connection continues', async () => {
    const long = task()
    const done = a.hold('people', '1', long.run)
    await until('it is under way', long.hasBegun)
    await kill('a')
    await until('another has it', () => b.hold('people', '1', async () => {}))
    long.end()
    expect(await done).toBe(true)
    await until('it holds things again', () =>
      a.hold('people', '1', async () => {}).catch(() => false),
    )
    expect(await b.hold('people', '1', async () => {})).toBe(true)
  })

  test('unfinished work of a node is done once by another', async () => {
    const open = new Set(['1', '2'])
    const doneBy: string[] = []
    const cut = task()
    const doing = (name: string, work: Work, run: (id: string) => Promise<void>) => {
      const part = createLeftovers({
        name,
        work,
        async finish(signal) {
          for (const id of [...open]) {
            if (signal.aborted) return
            await work.hold('people', id, async () => {
              await run(id)
              if (!open.delete(id)) return
              doneBy.push(`${id} by ${name}`)
            })
          }
        },
        onFault: (error) => {
          throw error
        },
      })
      onTestFinished(() => part.stop())
      return part
    }
    await doing('a', a, (id) => (id === '1' ? cut.run() : Promise.resolve())).start()
    await until('the first is under way', cut.hasBegun)
    await doing('b', b, async () => {}).start()
    onTestFinished(() => cut.end())
    await until('the second is done', () => doneBy.length === 1)
    b.left()
    await kill('a')
    await until('the first is done, too', () => {
      b.left()
      return open.size === 0
    })
    expect(doneBy).toEqual(['2 by b', '1 by b'])
  })
})

test('without other nodes work runs at once, or in turn', async () => {
  const work = createWork(null)
  const [long, next] = [task(), task()]
  const done = [work.hold('people', '1', long.run), work.inTurn('people', '1', long.run)]
  expect(await work.hold('people', '1', async () => {})).toBe(true)
  const after = work.inTurn('people', '1', next.run)
  expect(next.hasBegun()).toBe(false)
  long.end()
  await Promise.all(done)
  await until('its turn has come', next.hasBegun)
  next.end()
  await after
})
