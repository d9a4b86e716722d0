import { describe, expect, test } from 'vitest'
import type { PaceColumns } from '../campaign-devices.ports.ts'
import { type FullDay, placeAmong } from './written-from.ts'

const PACE: PaceColumns = {
  daily_cap: null,
  warm_up_from: '',
  warm_up_start: 0,
  warm_up_step: 0,
  day_zone: 'UTC',
  used_day: '',
  used_count: 0,
}
const roomy = () => null
const awake = () => null

const place = (deviceName: string, deviceOfflineSince: number | null, limited?: number) => ({
  deviceName,
  deviceNumber: '',
  deviceRemoved: false,
  deviceUnlinked: false,
  deviceOfflineSince,
  limitedUntil: limited ?? null,
  isLimitNamed: false,
  pace: PACE,
})

describe('the device of a row', () => {
  const own = { ...place('own', 1000, 5000), deviceId: 'own', furtherDevices: ['second'] }
  const row = (device_id: string | null, state = 'sending') => ({ device_id, state })

  test('is the one that writes to the person', () => {
    const at = placeAmong(own, new Map([['second', place('second', null)]]), roomy, awake)
    expect(at(row('second'))).toMatchObject({ deviceName: 'second', deviceOfflineSince: null })
    expect(at(row('own'))).toMatchObject({ deviceName: 'own', deviceOfflineSince: 1000 })
    expect(at(row('own', 'held'))).toMatchObject({ limitedUntil: 5000 })
  })

  test('is offline for a waiting person only while all devices are', () => {
    const second = (offlineSince: number | null) =>
      new Map([['second', place('second', offlineSince)]])
    for (const waits of [row(null, 'queued'), row('own', 'queued')]) {
      expect(placeAmong(own, second(null), roomy, awake)(waits)).toMatchObject({
        deviceOfflineSince: null,
        limitedUntil: null,
      })
      expect(placeAmong(own, second(2000), roomy, awake)(waits)).toMatchObject({
        deviceOfflineSince: 1000,
      })
    }
  })

  test('is the campaign’s own with a single device', () => {
    const alone = { ...own, furtherDevices: [] }
    expect(placeAmong(alone, new Map(), roomy, awake)(row(null, 'queued'))).toEqual({
      ...alone,
      full: null,
      resting: null,
    })
  })

  test.each<[string, Record<string, number>, readonly [string | null, string], string | null]>([
    ['waits for nobody who rests while another can', { own: 9 }, [null, 'queued'], null],
    [
      'rests while all do, until the first goes on',
      { own: 9, second: 5 },
      [null, 'queued'],
      'second',
    ],
    ['rests with its own device', { own: 9 }, ['own', 'sending'], 'own'],
    ['does not rest with another', { own: 9 }, ['second', 'sending'], null],
  ])('%s', (_what, rests, [device, state], resting) => {
    const here = { ...own, deviceOfflineSince: null }
    const others = new Map([['second', place('second', null)]])
    const at = placeAmong(here, others, roomy, (id) => rests[id] ?? null)
    expect(at(row(device, state)).resting?.device ?? null).toBe(resting)
  })

  test.each<[string, Record<string, number>, number | null, string | null]>([
    ['both have had their day', { own: 40, second: 20 }, null, 'second'],
    ['one has not', { own: 40 }, null, null],
    ['the one that has not is away', { own: 40 }, 2000, 'own'],
  ])('waits for the next day when %s', (_what, ends, offlineSince, device) => {
    const fullDay = ({ deviceName }: { deviceName: string }): FullDay | null => {
      const at = ends[deviceName]
      return at === undefined ? null : { device: deviceName, cap: 9, at }
    }
    const here = { ...own, deviceOfflineSince: null }
    const others = new Map([['second', place('second', offlineSince)]])
    const { full } = placeAmong(here, others, fullDay, awake)(row(null, 'queued'))
    expect(full?.device ?? null).toBe(device)
  })
})
