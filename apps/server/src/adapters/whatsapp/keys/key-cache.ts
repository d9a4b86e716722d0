import { LRUCache } from 'lru-cache'
import type { CredentialPiece, CredentialStore } from '../../../features/devices/devices.ports.ts'
import { isOfTheData } from '../../../platform/database/data-fault.ts'

/** For all devices together; the least recently used keys are evicted first. */
const MAX_CHARACTERS = 16 * 1024 * 1024
const CHARACTERS_PER_ENTRY = 200

/** Each of the 812 that a device is linked with is read once, when somebody new writes to it. */
const USED_ONCE = 'pre-key'
/** What goes on with each message; the others are as right from an older connection. */
const GOES_ON: ReadonlySet<string> = new Set(['session', 'sender-key'])
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

/** A key that is being stored. */
interface Written extends KeyPiece {
  readonly entry: Entry
}

/**
 * Caches Signal keys, so that one message does not read the same session from the database five
 * times. Who reads goes on from what is being stored, and stores what comes of it after that. Once
 * something could not be stored, the connection stores nothing more, unless it can never be.
 */
export function createKeyCache(store: CredentialStore, maxCharacters = MAX_CHARACTERS) {
  const cache = new LRUCache<string, Entry>({
    maxSize: maxCharacters,
    sizeCalculation: ({ held, length }) =>
      length * (typeof held === 'object' ? ROOM_OF_PARSED : 1) + CHARACTERS_PER_ENTRY,
  })
  let openings = 0
  const latest = new Map<string, number>()

  /**
   * The keys of one connection; the next connection starts from the store. From then on this one
   * stores none that go on: they would undo those of the next, which have been used.
   */
  function open(deviceId: string) {
    const opening = ++openings
    latest.set(deviceId, opening)
    const prefix = `${opening}/`
    /** What is being stored. */
    const leaving = new Map<string, Entry>()
    /** What each read under way may keep of what it finds: what is written meanwhile is newer. */
    const reading = new Set<Set<string>>()
    let fault: Error | null = null
    const placeOf = (kind: string, name: string) => `${prefix}${kind}/${name}`

    function keep(kind: string, name: string, entry: Entry): void {
      if (kind !== USED_ONCE) cache.set(placeOf(kind, name), entry)
    }

    async function load(
      kind: string,
      names: readonly string[],
      parse: (text: string) => Held,
    ): Promise<Map<string, Held>> {
      const unchanged = new Set(names.map((name) => placeOf(kind, name)))
      reading.add(unchanged)
      const stored = await store
        .read(deviceId, kind, names)
        .finally(() => reading.delete(unchanged))
      const found = new Map<string, Held>()
      for (const name of names) {
        const text = stored.get(name)
        const held = text === undefined ? null : parse(text)
        found.set(name, held)
        if (unchanged.has(placeOf(kind, name))) {
          keep(kind, name, { held, length: text?.length ?? 0 })
        }
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
        const place = placeOf(kind, name)
        const entry = leaving.get(place) ?? cache.get(place)
        if (entry) found.set(name, entry.held)
        else missing.push(name)
      }
      if (missing.length === 0) return found
      return new Map([...found, ...(await load(kind, missing, parse))])
    }

    function overtake(place: string): void {
      for (const unchanged of reading) unchanged.delete(place)
    }

    function begin(entries: readonly Written[]): void {
      for (const { kind, name, entry } of entries) {
        leaving.set(placeOf(kind, name), entry)
        overtake(placeOf(kind, name))
      }
    }

    function end(entries: readonly Written[], isStored: boolean): void {
      for (const { kind, name, entry } of entries) {
        const place = placeOf(kind, name)
        if (leaving.get(place) === entry) leaving.delete(place)
        overtake(place)
        if (isStored) keep(kind, name, entry)
        else cache.delete(place)
      }
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
        if (fault) throw fault
        if (latest.get(deviceId) !== opening && pieces.some(({ kind }) => GOES_ON.has(kind))) {
          throw new Error('The next connection goes on from the keys that are stored.')
        }
        const entries = pieces.map((piece) => ({ ...piece, entry: entryOf(piece) }))
        begin(entries)
        try {
          await store.write(deviceId, pieces)
        } catch (cause) {
          if (!isOfTheData(cause)) {
            fault ??= new Error('Keys could not be stored before.', { cause })
          }
          end(entries, false)
          throw cause
        }
        end(entries, true)
      },
    }
  }

  return { open }
}

const entryOf = ({ value, parsed }: KeyPiece): Entry => ({
  held: parsed ?? value,
  length: value?.length ?? 0,
})
const isText = (held: Held) => typeof held === 'string'
const isParsed = (held: Held) => typeof held === 'object' && held !== null

export type KeyCache = ReturnType<typeof createKeyCache>
