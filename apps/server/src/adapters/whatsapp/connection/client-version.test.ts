import { createFakeClock } from '@kirim/testing/fake-clock'
import { expect, test } from 'vitest'
import type {
  ClientVersion,
  StoredVersion,
} from '../../../features/devices/client-version.ports.ts'
import { createLog } from '../../../platform/log.ts'
import { type ClientVersionDeps, createClientVersion } from './client-version.ts'

const PINNED: ClientVersion = [2, 3000, 100]
const NEWER: ClientVersion = [2, 3000, 200]
const NEWEST: ClientVersion = [2, 3000, 300]
const DAY_MS = 24 * 3_600_000

function setUp(given: Partial<ClientVersionDeps> = {}) {
  const clock = createFakeClock()
  let kept: StoredVersion | null = null
  const network = { latest: NEWER as ClientVersion | null, asked: 0, told: 0 }
  const version = createClientVersion({
    fixed: null,
    asks: true,
    pinned: async () => PINNED,
    async fetchLatest() {
      network.asked += 1
      if (!network.latest) throw new Error('no answer')
      return network.latest
    },
    store: {
      read: async () => kept,
      async write(value) {
        kept = value
      },
    },
    clock,
    log: createLog('silent'),
    onNewer: () => {
      network.told += 1
    },
    ...given,
  })
  const keep = (value: StoredVersion) => {
    kept = value
  }
  return { version, clock, network, keep }
}

test('the newest version is asked for once a day', async () => {
  const { version, clock, network } = setUp()
  expect(await Promise.all([version.current(), version.current()])).toEqual([NEWER, NEWER])
  clock.advance(DAY_MS)
  expect(await version.current()).toEqual(NEWER)
  expect(network.asked).toBe(1)
  network.latest = NEWEST
  clock.advance(1)
  expect(await version.current()).toEqual(NEWEST)
})

test('a network that does not answer is harmless, and is not asked at every connection', async () => {
  const { version, clock, network, keep } = setUp()
  network.latest = null
  expect(await version.current()).toEqual(PINNED)
  expect(await version.current()).toEqual(PINNED)
  expect(network.asked).toBe(1)
  keep({ version: NEWER, askedAt: clock.now() - 30 * DAY_MS })
  clock.advance(5 * 60_000)
  expect(await version.current()).toEqual(NEWER)
  expect(network.asked).toBe(2)
})

test('an older version than the own one is not used', async () => {
  const { version, network } = setUp()
  network.latest = [2, 2999, 999]
  expect(await version.current()).toEqual(PINNED)
})

test('a refused version is asked for again, once for all numbers', async () => {
  const { version, clock, network } = setUp()
  await version.current()
  clock.advance(5 * 60_000)
  network.latest = NEWEST
  const answers = Array.from({ length: 100 }, () => version.refused(NEWER))
  expect(new Set(await Promise.all(answers))).toEqual(new Set([true]))
  expect(network.asked).toBe(2)
  expect(await version.refused(NEWEST)).toBe(false)
  expect(network.asked).toBe(2)
})

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a network that does not answer is asked again by itself, ever more slowly', async () => {
  const { version, clock, network } = setUp()
  network.latest = null
  await version.current()
  const waits: number[] = []
  for (let time = 0; time < 6; time++) {
    waits.push((clock.nextTimer() ?? 0) - clock.now())
    clock.advance(waits.at(-1) ?? 0)
    await settled()
  }
  expect(waits.map((wait) => wait / 60_000)).toEqual([5, 10, 20, 40, 60, 60])
  expect(network.asked).toBe(7)
  network.latest = NEWER
  clock.advance(60 * 60_000)
  await settled()
  expect(clock.nextTimer()).toBeNull()
  expect(await version.current()).toEqual(NEWER)
  expect([network.asked, network.told]).toEqual([8, 0])
})

test('who is refused while the network does not answer is told of a newer version, once', async () => {
  const { version, clock, network } = setUp()
  network.latest = null
  await version.current()
  const refused = Array.from({ length: 100 }, () => version.refused(PINNED))
  expect(new Set(await Promise.all(refused))).toEqual(new Set([false]))
  network.latest = NEWER
  clock.advance(5 * 60_000)
  await settled()
  expect([network.asked, network.told]).toEqual([2, 1])
  clock.advance(DAY_MS)
  await settled()
  expect([network.asked, network.told]).toEqual([2, 1])
})

test('while no version is new enough the network is asked every hour', async () => {
  const { version, clock, network } = setUp()
  await version.current()
  clock.advance(5 * 60_000)
  expect(await version.refused(NEWER)).toBe(false)
  for (let hour = 0; hour < 3; hour++) {
    clock.advance(60 * 60_000)
    await settled()
  }
  expect([network.asked, network.told]).toEqual([5, 0])
  network.latest = NEWEST
  clock.advance(60 * 60_000)
  await settled()
  expect([network.asked, network.told, clock.nextTimer()]).toEqual([6, 1, null])
})

test('a fixed version is used as it is, and another network is not asked for one', async () => {
  const fixed = setUp({ fixed: [2, 1, 1] })
  expect(await fixed.version.current()).toEqual([2, 1, 1])
  expect(await fixed.version.refused([2, 1, 1])).toBe(false)
  const other = setUp({ asks: false })
  expect(await other.version.current()).toEqual(PINNED)
  expect(await other.version.refused(PINNED)).toBe(false)
  expect([fixed.network.asked, other.network.asked]).toEqual([0, 0])
  expect([fixed.clock.nextTimer(), other.clock.nextTimer()]).toEqual([null, null])
})
