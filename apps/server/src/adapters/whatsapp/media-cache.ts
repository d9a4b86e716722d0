import type { CacheStore } from 'baileys'
import type { Clock } from '../../platform/clock.ts'

const KEPT_MS = 60 * 60 * 1000
const ENTRIES_MAX = 100

/** What the network answered to an upload, so that one file for 1,000 people is uploaded once. */
export function createMediaCache(clock: Clock): CacheStore {
  const kept = new Map<string, { value: unknown; until: number }>()
  return {
    get<T>(key: string): T | undefined {
      const entry = kept.get(key)
      if (entry && entry.until > clock.now()) return entry.value as T
      kept.delete(key)
      return undefined
    },
    set(key, value) {
      const oldest = kept.keys().next().value
      if (kept.size >= ENTRIES_MAX && oldest !== undefined) kept.delete(oldest)
      kept.set(key, { value, until: clock.now() + KEPT_MS })
    },
    del(key) {
      kept.delete(key)
    },
    flushAll() {
      kept.clear()
    },
  }
}
