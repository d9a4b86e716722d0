import { describe, expect, test } from 'vitest'
import { placeAmong } from './written-from.ts'

const place = (deviceName: string, deviceOfflineSince: number | null, limited?: number) => ({
  deviceName,
  deviceRemoved: false,
  deviceOfflineSince,
  limitedUntil: limited ?? null,
})

describe('the place of a row', () => {
  const own = { ...place('own', 1000, 5000), furtherDevices: ['second'] }
  const row = (device_id: string | null, state = 'sending') => ({ device_id, state })

  test('is that of the device it is written from', () => {
    const at = placeAmong(own, new Map([['second', place('second', null)]]))
    expect(at(row('second'))).toMatchObject({ deviceName: 'second', deviceOfflineSince: null })
    expect(at(row('own'))).toMatchObject({ deviceName: 'own', deviceOfflineSince: 1000 })
    expect(at(row('own', 'held'))).toMatchObject({ limitedUntil: 5000 })
  })

  test('of somebody who waits for the first of several is away only while all are', () => {
    const second = (offlineSince: number | null) =>
      new Map([['second', place('second', offlineSince)]])
    for (const waits of [row(null, 'queued'), row('own', 'queued')]) {
      expect(placeAmong(own, second(null))(waits)).toMatchObject({
        deviceOfflineSince: null,
        limitedUntil: null,
      })
      expect(placeAmong(own, second(2000))(waits)).toMatchObject({ deviceOfflineSince: 1000 })
    }
  })

  test('is the campaign’s own where one device sends it', () => {
    const alone = { ...own, furtherDevices: [] }
    expect(placeAmong(alone, new Map())(row(null, 'queued'))).toBe(alone)
  })
})
