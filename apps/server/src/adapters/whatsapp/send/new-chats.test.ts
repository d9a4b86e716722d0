import { EventEmitter } from 'node:events'
import { createFakeClock } from '@kirim/testing/fake-clock'
import type { WASocket } from 'baileys'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NewChatNews } from '../../../features/devices/devices.ports.ts'
import { readLock, readQuota, watchNewChats } from './new-chats.ts'

const NOW = Date.UTC(2026, 5, 1)
const HOUR = 3_600_000
const seconds = (at: number) => String(at / 1000)

describe('a time-lock', () => {
  test.each<[string, unknown, NewChatNews]>([
    ['none', { isActive: false }, { lock: null }],
    [
      'with an end',
      { isActive: true, timeEnforcementEnds: new Date(NOW + HOUR) },
      { lock: { until: NOW + HOUR } },
    ],
    ['without one', { isActive: true }, { lock: { until: null } }],
    [
      'with one that is no time',
      { isActive: true, timeEnforcementEnds: new Date(Number.NaN) },
      { lock: { until: null } },
    ],
    [
      'with one in a thousand years',
      { isActive: true, timeEnforcementEnds: new Date(Date.UTC(3026, 0)) },
      { lock: { until: null } },
    ],
    [
      'with one that the driver has filled in',
      { isActive: true, timeEnforcementEnds: new Date(NOW + 60_000 - 7) },
      { lock: { until: null } },
    ],
    [
      'that was over long ago',
      { isActive: true, timeEnforcementEnds: new Date(NOW - HOUR) },
      { lock: null },
    ],
    [
      'that is over by our clock alone',
      { isActive: true, timeEnforcementEnds: new Date(NOW - 1000) },
      { lock: { until: NOW + 60_000 } },
    ],
    [
      'that has ended, as the network says',
      { isActive: false, timeEnforcementEnds: new Date(NOW - 1000) },
      { lock: null },
    ],
    ['of another shape', { isActive: 'yes' }, {}],
    ['that is nothing', null, {}],
  ])('%s', (_name, told, news) => {
    expect(readLock(told, NOW)).toEqual(news)
  })
})

describe('a quota', () => {
  const cycle = {
    cycle_start_timestamp: seconds(NOW - HOUR),
    cycle_end_timestamp: seconds(NOW + HOUR),
  }
  const kept = { from: NOW - HOUR, until: NOW + HOUR }

  test.each<[string, unknown, NewChatNews]>([
    [
      'with some left',
      { total_quota: 50, used_quota: 12, capping_status: 'NONE', ...cycle },
      { quota: { left: 38, of: 50, ...kept } },
    ],
    [
      'in words of another type',
      { total_quota: '50', used_quota: '12', cycle_end_timestamp: NOW + HOUR },
      { quota: { left: 38, of: 50, from: null, until: NOW + HOUR } },
    ],
    [
      'used beyond its end',
      { total_quota: 4, used_quota: 9, ...cycle },
      { quota: { left: 0, of: 4, ...kept } },
    ],
    [
      'that is said to be used up',
      { total_quota: 4, used_quota: 3, capping_status: 'CAPPED', ...cycle },
      { quota: { left: 0, of: 4, ...kept } },
    ],
    [
      'used up, of an unknown number',
      { capping_status: 'CAPPED' },
      { quota: { left: 0, of: 0, from: null, until: null } },
    ],
    ['that there is none of', { total_quota: -1, used_quota: 0 }, { quota: null }],
    [
      'that is as large as can be kept',
      { total_quota: 2 ** 31 - 1, used_quota: 0 },
      { quota: { left: 2 ** 31 - 1, of: 2 ** 31 - 1, from: null, until: null } },
    ],
    [
      'used up, whose time is over by our clock alone',
      { total_quota: 4, used_quota: 4, cycle_end_timestamp: seconds(NOW - 1000) },
      { quota: { left: 0, of: 4, from: null, until: NOW + 60_000 } },
    ],
    [
      'used up long ago',
      { total_quota: 4, used_quota: 4, cycle_end_timestamp: seconds(NOW - HOUR) },
      { quota: { left: 0, of: 4, from: null, until: NOW - HOUR } },
    ],
    ['that is larger than that', { total_quota: 2 ** 31, used_quota: 1 }, { quota: null }],
    ['the same, in digits', { total_quota: '9'.repeat(16), used_quota: '1' }, { quota: null }],
    [
      'the same, used up',
      { total_quota: 2 ** 40, capping_status: 'CAPPED' },
      { quota: { left: 0, of: 0, from: null, until: null } },
    ],
    ['without what was used', { total_quota: 50 }, {}],
    ['that is empty', {}, {}],
    ['that is nothing', null, {}],
    ['that is a list', [50, 12], {}],
    [
      'with times of no sense',
      {
        total_quota: 5,
        used_quota: 1,
        cycle_start_timestamp: 'x'.repeat(1e6),
        cycle_end_timestamp: '9'.repeat(16),
      },
      { quota: { left: 4, of: 5, from: null, until: null } },
    ],
  ])('%s', (_name, told, news) => {
    expect(readQuota(told, NOW)).toEqual(news)
  })

  test('of any shape says nothing, or something within bounds', () => {
    const field = fc.oneof(fc.anything(), fc.integer(), fc.double(), fc.bigInt().map(String))
    const shape = fc.record(
      {
        total_quota: field,
        used_quota: field,
        cycle_start_timestamp: field,
        cycle_end_timestamp: field,
        capping_status: fc.oneof(field, fc.constant('CAPPED')),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(shape, fc.anything()), (told) => {
        const { quota } = readQuota(told, NOW)
        if (!quota) return
        const { left, of, from, until } = quota
        expect(Number.isSafeInteger(of) && left >= 0 && left <= of && of < 2 ** 31).toBe(true)
        for (const at of [from, until]) {
          if (at !== null) expect(new Date(at).toISOString()).toMatch(/^202[567]-/)
        }
      }),
    )
  })
})

describe('the network is asked', () => {
  const settled = () => new Promise(setImmediate)

  function setUp(
    answer: () => Promise<object> = async () => ({ total_quota: -1 }),
    lock: (ev: EventEmitter) => Promise<never> = () => Promise.reject(new Error('no answer')),
  ) {
    const clock = createFakeClock()
    const ev = new EventEmitter()
    const told: NewChatNews[] = []
    let asked = 0
    const socket = {
      ev: ev as unknown as WASocket['ev'],
      async fetchAccountReachoutTimelock() {
        asked += 1
        return lock(ev)
      },
      fetchNewChatMessageCap: answer,
    }
    const chats = watchNewChats(socket, clock, (news) => told.push(news))
    return { clock, ev, told, chats, asked: () => asked }
  }

  test('at the opening, and once after several refusals, each ten seconds at most', async () => {
    const { clock, chats, asked } = setUp()
    chats.opened()
    expect(asked()).toBe(1)
    await settled()
    for (let n = 0; n < 5; n++) chats.refused()
    clock.advance(0)
    expect(asked()).toBe(2)
    await settled()
    for (let n = 0; n < 5; n++) chats.refused()
    clock.advance(9999)
    expect(asked()).toBe(2)
    clock.advance(1)
    expect(asked()).toBe(3)
    chats.refused()
    chats.end()
    clock.advance(60_000)
    expect(asked()).toBe(3)
  })

  test('now and then while messages leave under a quota, and not without one', async () => {
    const { clock, ev, chats, asked, told } = setUp(() => Promise.reject(new Error('no answer')))
    chats.accepted()
    clock.advance(60_000)
    expect(asked()).toBe(0)
    ev.emit('message-capping.update', { total_quota: 50, used_quota: 1 })
    expect(told).toMatchObject([{ quota: { left: 49 } }])
    for (let n = 0; n < 100; n++) {
      chats.accepted()
      clock.advance(1000)
      await settled()
    }
    expect(asked()).toBe(2)
  })

  test('again when it reports news by itself before an older answer arrives', async () => {
    const answered = Promise.withResolvers<never>()
    const { clock, ev, chats, asked, told } = setUp(undefined, async (events) => {
      const late = await answered.promise
      events.emit('connection.update', { reachoutTimeLock: { isActive: true } })
      return late
    })
    chats.opened()
    ev.emit('connection.update', { reachoutTimeLock: { isActive: false } })
    answered.resolve(undefined as never)
    await settled()
    expect(told.flatMap(({ lock }) => (lock === undefined ? [] : [lock]))).toEqual([
      null,
      { until: null },
    ])
    expect(asked()).toBe(1)
    clock.advance(10_000)
    expect(asked()).toBe(2)
    await settled()
    clock.advance(60_000)
    expect(asked()).toBe(2)
  })

  test('once more when its next question comes before an answer', async () => {
    const answered = Promise.withResolvers<never>()
    const { clock, chats, asked } = setUp(undefined, () => answered.promise)
    chats.opened()
    chats.refused()
    clock.advance(0)
    expect(asked()).toBe(1)
    answered.resolve(undefined as never)
    await settled()
    clock.advance(10_000)
    expect(asked()).toBe(2)
  })

  test('and an answer that does not come is no news', async () => {
    const { chats, told } = setUp(() => Promise.reject(new Error('no answer')))
    chats.opened()
    await new Promise(setImmediate)
    expect(told).toEqual([])
  })
})
