import { createFakeClock } from '@kirim/testing/fake-clock'
import { describe, expect, onTestFinished, test } from 'vitest'
import { engines, freshDatabase } from '../../testing/engines.ts'
import { createSharedCounts } from './counts.repository.ts'
import { createLimits, type Limits } from './limits.ts'

const refusal = (seconds: number) =>
  expect.objectContaining({ code: 'too_many_requests', params: { seconds } })

/** A limit as two servers know it, on one database; in memory there is only one. */
async function counted(where: 'memory' | (typeof engines)[number]) {
  const clock = createFakeClock()
  if (where === 'memory') {
    const limits = createLimits(clock)
    const pair = <T>(make: (limits: Limits) => T): [T, T] => {
      const one = make(limits)
      return [one, one]
    }
    return { clock, db: null, pair }
  }
  const { db, close } = await freshDatabase(where)
  onTestFinished(close)
  const server = () => createLimits(clock, createSharedCounts(db, clock))
  const pair = <T>(make: (limits: Limits) => T): [T, T] => [make(server()), make(server())]
  return { clock, db, pair }
}

describe.each(['memory', ...engines] as const)('limits counted in %s', (where) => {
  test('each key has its requests, and has them again after the window', async () => {
    const { clock, pair } = await counted(where)
    const [one, other] = pair((limits) => limits.requests('tries', 2, 60_000))
    const [saves] = pair((limits) => limits.requests('saves', 2, 60_000))
    await one.admit('siti')
    await clock.advance(20_000)
    await other.admit('siti')
    await expect(one.admit('siti')).rejects.toThrow(refusal(40))
    await expect(other.admit('siti')).rejects.toThrow(refusal(40))
    await other.admit('ali')
    await saves.admit('siti')
    await clock.advance(40_000)
    await one.admit('siti')
    await other.admit('siti')
    await expect(one.admit('siti')).rejects.toThrow(refusal(60))
  })

  test('failures are waited for once there are as many, until they are forgotten', async () => {
    const { clock, pair } = await counted(where)
    const [one, other] = pair((limits) => limits.failures('sign-in', 2, 60_000))
    expect(await one.secondsToWait('siti')).toBe(0)
    expect(await one.count('siti')).toBe(0)
    expect(await other.secondsToWait('siti')).toBe(0)
    await clock.advance(10_000)
    expect(await other.count('siti')).toBe(0)
    expect(await one.secondsToWait('siti')).toBe(50)
    // Another node was asked at the same time.
    expect(await one.count('siti')).toBe(50)
    await other.forget('siti')
    expect(await one.secondsToWait('siti')).toBe(0)
  })

  test('of all that come at the same time as many are admitted as may be', async () => {
    const { pair } = await counted(where)
    const both = pair((limits) => limits.requests('tries', 5, 60_000))
    const asked = Array.from({ length: 10 }, () => both.map((one) => one.admit('siti'))).flat()
    const done = await Promise.allSettled(asked)
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  })

  test('what counts no longer is deleted, and nothing says whom it was about', async () => {
    const { clock, db, pair } = await counted(where)
    if (!db) return
    const [one] = pair((limits) => limits.requests('tries', 1, 60 * 60_000))
    const left = async () => (await db.selectFrom('limit_counts').select('id').execute()).length
    await one.admit('siti@example.com')
    await clock.advance(30 * 60_000)
    await one.admit('ali@example.com')
    expect(await left()).toBe(2)
    await clock.advance(30 * 60_000)
    await one.admit('devi@example.com')
    expect(await left()).toBe(2)
    const rows = await db.selectFrom('limit_counts').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('example')
  })
})
