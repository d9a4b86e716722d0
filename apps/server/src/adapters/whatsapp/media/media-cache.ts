import type { CacheStore } from 'baileys'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../../platform/clock.ts'
import { maxEntries } from '../../../platform/lru.ts'

const CACHE_TTL_MS = 60 * 60 * 1000
const ENTRIES_MAX = 100

/** Caches the results of uploads, so that one file for 1,000 people is uploaded once. */
export function createMediaCache(clock: Clock): CacheStore {
  const entries = new LRUCache<string, { value: unknown }>({
    ...maxEntries(ENTRIES_MAX),
    ttl: CACHE_TTL_MS,
    ttlResolution: 0,
    perf: clock,
  })
  return {
    get: <T>(key: string) => entries.get(key)?.value as T | undefined,
    set: (key, value) => {
      entries.set(key, { value })
    },
    del: (key) => {
      entries.delete(key)
    },
    flushAll: () => entries.clear(),
  }
}
