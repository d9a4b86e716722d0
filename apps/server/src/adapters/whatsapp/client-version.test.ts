import { createFakeClock } from '@kirim/testing/fake-clock'
import { expect, test } from 'vitest'
import type { ClientVersion, KeptVersion } from '../../features/devices/client-version.ports.ts'
import { createLog } from '../../platform/log.ts'
import { type ClientVersionDeps, createClientVersion } from './client-version.ts'

const PINNED: ClientVersion = [2, 3000, 100]
const NEWER: ClientVersion = [2, 3000, 200]
const NEWEST: ClientVersion = [2, 3000, 300]
const DAY_MS = 24 * 3_600_000

function setUp(given: Partial<ClientVersionDeps> = {}) {
  const clock = createFakeClock()
  let kept: KeptVersion | null = null
  const network = { latest: NEWER as ClientVersion | null, asked: 0 }
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
    ...given,
  })
  const keep = (value: KeptVersion) => {
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

test('a fixed version is used as it is, and another network is not asked for one', async () => {
  const fixed = setUp({ fixed: [2, 1, 1] })
  expect(await fixed.version.current()).toEqual([2, 1, 1])
  expect(await fixed.version.refused([2, 1, 1])).toBe(false)
  const other = setUp({ asks: false })
  expect(await other.version.current()).toEqual(PINNED)
  expect(await other.version.refused(PINNED)).toBe(false)
  expect([fixed.network.asked, other.network.asked]).toEqual([0, 0])
})
