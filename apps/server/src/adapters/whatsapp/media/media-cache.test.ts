import { createFakeClock } from '@kirim/testing/fake-clock'
import { describe, expect, test } from 'vitest'
import { createMediaCache } from './media-cache.ts'

describe('what was uploaded', () => {
  test('is known for an hour, the last hundred files', async () => {
    const clock = createFakeClock()
    const cache = createMediaCache(clock)
    await cache.set('a', { url: 'a' })
    clock.advance(60 * 60 * 1000 - 1)
    expect(await cache.get('a')).toEqual({ url: 'a' })
    clock.advance(2)
    expect(await cache.get('a')).toBeUndefined()
    for (let n = 0; n <= 100; n++) await cache.set(`${n}`, n)
    expect(await cache.get('0')).toBeUndefined()
    expect(await cache.get('100')).toBe(100)
    await cache.del('100')
    expect(await cache.get('100')).toBeUndefined()
    await cache.flushAll()
    expect(await cache.get('50')).toBeUndefined()
  })
})
