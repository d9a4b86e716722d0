import { LRUCache } from 'lru-cache'
import type { CredentialPiece, CredentialStore } from '../../features/devices/devices.ports.ts'

/** For all devices together; the least recently used keys are evicted first. */
const MAX_CHARACTERS = 16 * 1024 * 1024
const CHARACTERS_PER_ENTRY = 200

/** Each of the 812 that a device is linked with is read once, when somebody new writes to it. */
const USED_ONCE = 'pre-key'
/** A parsed key takes about twice the room of its text. */
const ROOM_OF_PARSED = 2

/** A key to be stored, and what its text says where that is kept at hand. */
export interface KeyPiece extends CredentialPiece {
  readonly parsed?: object
}

/** A text, what a text says, or null where there is none. */
type Held = string | object | null

interface Entry {
  readonly held: Held
  /** Of the text. */
  readonly length: number
}

/**
 * Caches Signal keys, so that one message does not read the same session from the database five
 * times. Writes go to the store first; until they are there, the keys before them are answered.
 */
export function createKeyCache(store: CredentialStore, maxCharacters = MAX_CHARACTERS) {
  const kept = new LRUCache<string, Entry>({
    maxSize: maxCharacters,
    sizeCalculation: ({ held, length }) =>
      length * (typeof held === 'object' ? ROOM_OF_PARSED : 1) + CHARACTERS_PER_ENTRY,
  })
  let openings = 0

  /** The keys of one connection; the next connection starts from the store. */
  function open(deviceId: string) {
    const prefix = `${++openings}/`
    let changes = 0
    const placeOf = (kind: string, name: string) => `${prefix}${kind}/${name}`

    function keep(kind: string, name: string, entry: Entry): void {
      if (kind !== USED_ONCE) kept.set(placeOf(kind, name), entry)
    }

    async function load(
      kind: string,
      names: readonly string[],
      parse: (text: string) => Held,
    ): Promise<Map<string, Held>> {
      const before = changes
      const stored = await store.read(deviceId, kind, names)
      const found = new Map<string, Held>()
      for (const name of names) {
        const text = stored.get(name)
        const held = text === undefined ? null : parse(text)
        found.set(name, held)
        // Keys written meanwhile are newer than what was read.
        if (changes === before) keep(kind, name, { held, length: text?.length ?? 0 })
      }
      return found
    }

    async function find(
      kind: string,
      names: readonly string[],
      parse: (text: string) => Held,
    ): Promise<Map<string, Held>> {
      const found = new Map<string, Held>()
      const missing: string[] = []
      for (const name of names) {
        const entry = kept.get(placeOf(kind, name))
        if (entry) found.set(name, entry.held)
        else missing.push(name)
      }
      if (missing.length === 0) return found
      return new Map([...found, ...(await load(kind, missing, parse))])
    }

    return {
      async read(kind: string, names: readonly string[]): Promise<Map<string, string>> {
        const found = await find(kind, names, (text) => text)
        return new Map([...found].flatMap(([name, held]) => (isText(held) ? [[name, held]] : [])))
      },

      /**
       * What the texts say. Of a kind that is read in this way nothing is read in the other. Shared
       * by all who ask: to be copied, not changed.
       */
      async readParsed(kind: string, names: readonly string[]): Promise<Map<string, object>> {
        const found = await find(kind, names, (text) => JSON.parse(text))
        return new Map([...found].flatMap(([name, held]) => (isParsed(held) ? [[name, held]] : [])))
      },

      async write(pieces: readonly KeyPiece[]): Promise<void> {
        changes += 1
        try {
          await store.write(deviceId, pieces)
        } catch (error) {
          for (const { kind, name } of pieces) kept.delete(placeOf(kind, name))
          throw error
        } finally {
          changes += 1
        }
        for (const { kind, name, value, parsed } of pieces) {
          keep(kind, name, { held: parsed ?? value, length: value?.length ?? 0 })
        }
      },
    }
  }

  return { open }
}

const isText = (held: Held) => typeof held === 'string'
const isParsed = (held: Held) => typeof held === 'object' && held !== null

export type KeyCache = ReturnType<typeof createKeyCache>
