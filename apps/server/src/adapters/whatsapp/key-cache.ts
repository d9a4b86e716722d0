import { LRUCache } from 'lru-cache'
import type { CredentialPiece, CredentialStore } from '../../features/devices/devices.ports.ts'

/** For all devices together; the least recently used keys are evicted first. */
const MAX_CHARACTERS = 16 * 1024 * 1024
const CHARACTERS_PER_ENTRY = 200

/**
 * Caches Signal keys, so that one message does not read the same session from the database five
 * times. Writes go to the store first.
 */
export function createKeyCache(store: CredentialStore, maxCharacters = MAX_CHARACTERS) {
  const kept = new LRUCache<string, { text: string | null }>({
    maxSize: maxCharacters,
    sizeCalculation: ({ text }) => (text?.length ?? 0) + CHARACTERS_PER_ENTRY,
  })
  let openings = 0

  /** The keys of one connection; the next connection starts from the store. */
  function open(deviceId: string) {
    const prefix = `${++openings}/`
    let changes = 0
    const placeOf = (kind: string, name: string) => `${prefix}${kind}/${name}`

    async function load(
      kind: string,
      names: readonly string[],
    ): Promise<ReadonlyMap<string, string>> {
      const before = changes
      const stored = await store.read(deviceId, kind, names)
      // Keys written meanwhile are newer than what was read.
      if (changes !== before) return stored
      for (const name of names) {
        kept.set(placeOf(kind, name), { text: stored.get(name) ?? null })
      }
      return stored
    }

    return {
      async read(kind: string, names: readonly string[]): Promise<Map<string, string>> {
        const known = new Map(names.map((name) => [name, kept.get(placeOf(kind, name))]))
        const missing = names.filter((name) => !known.get(name))
        const found = new Map(missing.length > 0 ? await load(kind, missing) : [])
        for (const [name, entry] of known) if (entry?.text != null) found.set(name, entry.text)
        return found
      },

      async write(pieces: readonly CredentialPiece[]): Promise<void> {
        changes += 1
        for (const { kind, name } of pieces) kept.delete(placeOf(kind, name))
        await store.write(deviceId, pieces)
        changes += 1
        for (const { kind, name, value } of pieces) kept.set(placeOf(kind, name), { text: value })
      },
    }
  }

  return { open }
}

export type KeyCache = ReturnType<typeof createKeyCache>
