import { describe, expect, test } from 'vitest'
import { playwrightCounts, playwrightFormat } from './lib/playwright-report.mjs'
import { giveSecondChance, MOST_FLAKY } from './lib/second-chance.mjs'
import { vitestCounts, vitestFormat } from './lib/vitest-report.mjs'

const file = (path: string, statuses: string[]) => ({
  name: `/repo/${path}`,
  status: statuses.includes('failed') ? 'failed' : 'passed',
  assertionResults: statuses.map((status, index) => ({
    fullName: `test ${index}`,
    title: `test ${index}`,
    status,
  })),
})
const vitest = (...testResults: ReturnType<typeof file>[]) => ({ testResults })

describe('a failed file of Vitest', () => {
  const format = vitestFormat('/repo')
  const first = vitest(file('a.test.ts', ['passed', 'failed']), file('b.test.ts', ['passed']))

  test('that passes alone is flaky, and counts as passed', async () => {
    const asked: string[] = []
    const { report, flaky } = await giveSecondChance(format, first, async ({ file: alone }) => {
      asked.push(alone)
      return vitest(file('a.test.ts', ['passed', 'passed']))
    })
    expect(asked).toEqual(['a.test.ts'])
    expect(flaky).toEqual([{ file: 'a.test.ts', test: 'test 1' }])
    expect(vitestCounts(report)).toEqual({ passed: 3, failed: 0, skipped: 0 })
  })

  test.each([
    ['fails again', vitest(file('a.test.ts', ['passed', 'failed']))],
    ['cannot be run', null],
  ])('that %s has failed', async (_what, again) => {
    const { report, flaky } = await giveSecondChance(format, first, async () => again)
    expect(flaky).toEqual([])
    expect(vitestCounts(report)).toEqual({ passed: 2, failed: 1, skipped: 0 })
  })

  test('that did not load is tried again, too', async () => {
    const unloaded = { ...file('a.test.ts', []), status: 'failed' }
    expect(vitestCounts(vitest(unloaded)).failed).toBe(1)
    const { report, flaky } = await giveSecondChance(format, vitest(unloaded), async () =>
      vitest(file('a.test.ts', ['passed'])),
    )
    expect(flaky).toEqual([{ file: 'a.test.ts', test: '(the whole file)' }])
    expect(vitestCounts(report)).toEqual({ passed: 1, failed: 0, skipped: 0 })
  })

  test('is not tried again where too many have failed', async () => {
    const names = Array.from({ length: MOST_FLAKY + 1 }, (_, index) => `${index}.test.ts`)
    const broken = vitest(...names.map((name) => file(name, ['failed'])))
    const again = () => Promise.reject(new Error('tried again'))
    expect(await giveSecondChance(format, broken, again)).toEqual({ report: broken, flaky: [] })
  })
})

test('a failed file of Playwright is tried again in its own project', async () => {
  const spec = (projectName: string, status: string) => ({
    title: 'links a number',
    file: 'a.spec.ts',
    tests: [{ projectName, status, results: [] }],
  })
  const report = (...specs: ReturnType<typeof spec>[]) => ({
    suites: [{ suites: [{ specs }] }],
    errors: [],
  })
  const first = report(spec('SQLite', 'unexpected'), spec('PostgreSQL', 'expected'))
  expect(playwrightCounts(first)).toEqual({ passed: 1, failed: 1, skipped: 0 })
  const second = await giveSecondChance(playwrightFormat, first, async (alone) => {
    expect(alone).toEqual({ file: 'a.spec.ts', project: 'SQLite' })
    return report(spec('SQLite', 'expected'))
  })
  expect(second.flaky).toEqual([{ file: 'a.spec.ts (SQLite)', test: 'links a number' }])
  expect(playwrightCounts(second.report)).toEqual({ passed: 2, failed: 0, skipped: 0 })
})
