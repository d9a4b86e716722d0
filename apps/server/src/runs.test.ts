import { createFakeClock } from '@kirim/testing/fake-clock'
import { until } from '@kirim/testing/until'
import { expect, test, vi } from 'vitest'
import type { App } from './app.ts'
import { UnusableDatabase } from './platform/database/unusable-database.ts'
import { createLog, type Log } from './platform/log.ts'
import { createRuns } from './runs.ts'

/**
 * Runs that write down what happens to each; a start fails as long as it has a reason to. Those in
 * `lostAtStart` are lost while they start.
 */
function setUp({ ends = true, lostAtStart = [] as readonly number[] } = {}) {
  const clock = createFakeClock()
  const said: string[] = []
  const reasons: Error[] = []
  let lose = () => {}
  let made = 0
  const onFailed = vi.fn<(error: unknown) => void>()
  const create = async (log: Log, onLost: () => void): Promise<App> => {
    const number = ++made
    const name = `run ${number}`
    lose = onLost
    return {
      async start() {
        const reason = reasons.shift()
        if (reason) throw reason
        if (lostAtStart.includes(number)) {
          onLost()
          throw new UnusableDatabase('It was lost.')
        }
        said.push(`${name} starts`)
      },
      async stop() {
        if (!ends) await Promise.withResolvers<void>().promise
        log.error('what it does fails')
        said.push(`${name} stops`)
      },
      address: () => name,
      setupCode: async () => null,
    }
  }
  const log = createLog('silent')
  const logged: string[] = []
  log.child = (() => ({
    level: 'warn',
    error(line: string) {
      if (this.level !== 'silent') logged.push(line)
    },
  })) as never
  const runs = createRuns({ create, clock, log, onFailed })
  return { runs, said, logged, reasons, clock, onFailed, lose: () => lose() }
}

test('a run that was lost ends before the next begins, whenever that is', async () => {
  const { runs, said, logged, lose } = setUp()
  await runs.start()
  lose()
  await until('another runs', () => said.includes('run 2 starts'))
  expect(logged).toEqual([])
  lose()
  await until('a third runs', () => said.includes('run 3 starts'))
  expect(runs.address()).toBe('run 3')
  await runs.stop()
  expect(said).toEqual([
    'run 1 starts',
    'run 1 stops',
    'run 2 starts',
    'run 2 stops',
    'run 3 starts',
    'run 3 stops',
  ])
})

test('while the database is away it is tried again', async () => {
  const { runs, said, lose, reasons, clock, onFailed } = setUp()
  await runs.start()
  reasons.push(new UnusableDatabase('x'), new UnusableDatabase('x'))
  lose()
  await until('another runs', () => {
    clock.advance(2000)
    return said.includes('run 4 starts')
  })
  expect(onFailed).not.toHaveBeenCalled()
  await runs.stop()
})

test.each([[[1]], [[2]], [[1, 2]]])(
  'of one that is lost while it starts only one follows: %s',
  async (lostAtStart) => {
    const { runs, said, lose, clock, onFailed } = setUp({ lostAtStart })
    const last = Math.max(...lostAtStart) + 1
    await runs.start()
    if (lostAtStart.includes(1)) expect(runs.address()).toBe(`run ${last}`)
    else lose()
    await until('another runs', () => {
      clock.advance(2000)
      return said.includes(`run ${last} starts`)
    })
    clock.advance(2000)
    await runs.stop()
    expect(said.filter((what) => what.endsWith('starts')).at(-1)).toBe(`run ${last} starts`)
    expect(said.at(-1)).toBe(`run ${last} stops`)
    expect(onFailed).not.toHaveBeenCalled()
  },
)

test('another reason not to start is told, and so is a run that does not end', async () => {
  const refused = setUp()
  await refused.runs.start()
  refused.reasons.push(new Error('Another key'))
  refused.lose()
  await until('it is told', () => refused.onFailed.mock.calls.length > 0)
  const stuck = setUp({ ends: false })
  await stuck.runs.start()
  stuck.lose()
  await until('it is told', () => {
    stuck.clock.advance(20_000)
    return stuck.onFailed.mock.calls.length > 0
  })
  expect(stuck.said).toEqual(['run 1 starts'])
})

test('one that is stopped meanwhile does not begin anew', async () => {
  const { runs, said, lose, reasons } = setUp()
  await runs.start()
  reasons.push(new UnusableDatabase('x'))
  lose()
  await runs.stop()
  expect(said.filter((what) => what.endsWith('starts'))).toEqual(['run 1 starts'])
})

test('what keeps the first run from starting is thrown', async () => {
  const { runs, reasons } = setUp()
  reasons.push(new UnusableDatabase('x'))
  await expect(runs.start()).rejects.toThrow('x')
})
