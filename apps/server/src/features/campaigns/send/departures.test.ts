import { createFakeClock } from '@kirim/testing/fake-clock'
import { expect, test } from 'vitest'
import { BEHIND_MS, createDepartures, PREPARED_MS } from './departures.ts'

const GAP_MS = 4000

/** Departures of one device; what is written down outlives a server that is killed. */
function setUp() {
  const clock = createFakeClock()
  const start = clock.now()
  const disk = { at: null as number | null }
  const ledger = {
    lastSentAt: async () => disk.at,
    markSentAt: async (_deviceId: string, at: number) => {
      disk.at = at
    },
  }
  const run = () => createDepartures({ clock, ledger })
  const since = (at: number | null) => (at === null ? null : at - start)
  /** The moment is asked for; `leaves` is when it came. */
  function ask(departure: { moment(): Promise<void> }) {
    const asked = { leaves: null as number | null }
    void departure.moment().then(() => {
      asked.leaves = since(clock.now())
    })
    return asked
  }
  const settled = () => new Promise((next) => setImmediate(next))
  return { clock, start, disk, run, since, ask, settled }
}

test('a prepared message leaves at its moment even if a timer fires early', async () => {
  const { clock, start, disk, run, ask, settled } = setUp()
  const early = { ...clock, after: (ms: number, task: () => void) => clock.after(ms - 1, task) }
  const departure = createDepartures({
    clock: early,
    ledger: { lastSentAt: async () => disk.at, markSentAt: async () => {} },
  }).plan('a', start + PREPARED_MS)
  const asked = ask(departure)
  for (let ms = 1; ms < PREPARED_MS; ms += 1) clock.advance(1)
  await settled()
  expect(asked.leaves).toBeNull()
  clock.advance(1)
  await settled()
  expect(asked.leaves).toBe(PREPARED_MS)
  expect(run().plan('a', start).leavesBy).toBeGreaterThan(clock.now())
})

test('the gap starts when the network answers', async () => {
  const { clock, start, run, since, disk } = setUp()
  const departures = run()
  const departure = departures.plan('a', start)
  disk.at = departure.leavesBy
  await departure.moment()
  clock.advance(700)
  departure.answered()
  clock.advance(50)
  departure.over()
  expect(since(await departures.lastOf('a'))).toBe(700 + BEHIND_MS)
})

test('without an answer the gap starts when that is known', async () => {
  const { clock, start, run, since, disk } = setUp()
  const departures = run()
  const departure = departures.plan('a', start)
  disk.at = departure.leavesBy
  await departure.moment()
  clock.advance(60_000)
  departure.over()
  expect(since(await departures.lastOf('a'))).toBe(60_000)
})

test.each([0, 40, 99, 5000])(
  'a server that is killed once a message has left %i ms late waits a whole gap from then',
  async (late) => {
    const { clock, start, run, since, disk } = setUp()
    const departure = run().plan('a', start + PREPARED_MS)
    disk.at = departure.leavesBy
    clock.advance(PREPARED_MS + late)
    await departure.moment()
    const left = since(clock.now())
    const next = (await run().lastOf('a')) ?? 0
    expect(since(next + GAP_MS)).toBeGreaterThanOrEqual((left ?? 0) + GAP_MS)
    expect(since(next)).toBeLessThanOrEqual((left ?? 0) + 250)
  },
)

test('a later stored departure counts', async () => {
  const { clock, start, run, disk } = setUp()
  const departures = run()
  const departure = departures.plan('a', start)
  disk.at = departure.leavesBy
  await departure.moment()
  departure.answered()
  departure.over()
  clock.advance(GAP_MS)
  const elsewhere = run().plan('a', clock.now())
  disk.at = elsewhere.leavesBy
  expect(await departures.lastOf('a')).toBe(elsewhere.leavesBy)
})

test('a clock that is set back delays nothing', async () => {
  const { clock, start, run, ask, settled } = setUp()
  const asked = ask(run().plan('a', start + PREPARED_MS))
  clock.setBack(3_600_000)
  clock.advance(PREPARED_MS)
  await settled()
  expect(asked.leaves).toBe(PREPARED_MS - 3_600_000)
})
