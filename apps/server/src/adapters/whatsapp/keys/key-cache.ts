import { LRUCache } from 'lru-cache'
import type { CredentialPiece, CredentialStore } from '../../../features/devices/devices.ports.ts'
import { isDataFault } from '../../../platform/database/data-fault.ts'

/** For all devices together. */
const MAX_CHARACTERS = 16 * 1024 * 1024
const CHARACTERS_PER_ENTRY = 200

/** Each of the 812 pre-keys is read once, when a new contact writes. */
const USED_ONCE = 'pre-key'
/** Kinds that change with each message; others stay valid when an older connection writes them. */
const CHANGES_WITH_MESSAGES: ReadonlySet<string> = new Set(['session', 'sender-key'])
/** A parsed key takes about twice the memory of its text. */
const ROOM_OF_PARSED = 2

/** A key to store, with its parsed value if that should be cached. */
export interface KeyPiece extends CredentialPiece {
  readonly parsed?: object
}

/** The stored text, its parsed value, or null for a missing key. */
type CachedValue = string | object | null

interface Entry {
  readonly content: CachedValue
  /** The length of the text. */
  readonly length: number
}

/** A key whose write is pending. */
interface PendingPiece extends KeyPiece {
  readonly entry: Entry
}

/**
 * Caches Signal keys, so that one message does not read the same session from the database five
 * times. Reads see pending writes. After a failed write the connection stores nothing more, unless
 * the data itself was at fault.
 */
export function createKeyCache(store: CredentialStore, maxCharacters = MAX_CHARACTERS) {
  const cache = new LRUCache<string, Entry>({
    maxSize: maxCharacters,
    sizeCalculation: ({ content, length }) =>
      length * (typeof content === 'object' ? ROOM_OF_PARSED : 1) + CHARACTERS_PER_ENTRY,
  })
  let openings = 0
  const latest = new Map<string, number>()

  /**
   * The keys of one connection; the next connection starts from the store. Once it has started,
   * this one stores no keys that change with messages, which would overwrite the newer ones.
   */
  function open(deviceId: string) {
    const opening = ++openings
    latest.set(deviceId, opening)
    const prefix = `${opening}/`
    /** Pending writes. */
    const pending = new Map<string, Entry>()
    /** For each pending read, the keys that were not written meanwhile and may be cached. */
    const reading = new Set<Set<string>>()
    let fault: Error | null = null
    const placeOf = (kind: string, name: string) => `${prefix}${kind}/${name}`

    function keep(kind: string, name: string, entry: Entry): void {
      if (kind !== USED_ONCE) cache.set(placeOf(kind, name), entry)
    }

    async function load(
      kind: string,
      names: readonly string[],
      parse: (text: string) => CachedValue,
    ): Promise<Map<string, CachedValue>> {
      const unchanged = new Set(names.map((name) => placeOf(kind, name)))
      reading.add(unchanged)
      const stored = await store
        .read(deviceId, kind, names)
        .finally(() => reading.delete(unchanged))
      const found = new Map<string, CachedValue>()
      for (const name of names) {
        const text = stored.get(name)
        const content = text === undefined ? null : parse(text)
        found.set(name, content)
        if (unchanged.has(placeOf(kind, name))) {
          keep(kind, name, { content, length: text?.length ?? 0 })
        }
      }
      return found
    }

    async function find(
      kind: string,
      names: readonly string[],
      parse: (text: string) => CachedValue,
    ): Promise<Map<string, CachedValue>> {
      const found = new Map<string, CachedValue>()
      const missing: string[] = []
      for (const name of names) {
        const place = placeOf(kind, name)
        const entry = pending.get(place) ?? cache.get(place)
        if (entry) found.set(name, entry.content)
        else missing.push(name)
      }
      if (missing.length === 0) return found
      return new Map([...found, ...(await load(kind, missing, parse))])
    }

    function markChanged(place: string): void {
      for (const unchanged of reading) unchanged.delete(place)
    }

    function begin(entries: readonly PendingPiece[]): void {
      for (const { kind, name, entry } of entries) {
        pending.set(placeOf(kind, name), entry)
        markChanged(placeOf(kind, name))
      }
    }

    function end(entries: readonly PendingPiece[], isStored: boolean): void {
      for (const { kind, name, entry } of entries) {
        const place = placeOf(kind, name)
        if (pending.get(place) === entry) pending.delete(place)
        markChanged(place)
        if (isStored) keep(kind, name, entry)
        else cache.delete(place)
      }
    }

    return {
      async read(kind: string, names: readonly string[]): Promise<Map<string, string>> {
        const found = await find(kind, names, (text) => text)
        return new Map(
          [...found].flatMap(([name, content]) => (isText(content) ? [[name, content]] : [])),
        )
      },

      /**
       * The parsed values. A kind is read either as text or parsed, never both. Values are shared
       * between callers and must not be modified.
       */
      async readParsed(kind: string, names: readonly string[]): Promise<Map<string, object>> {
        const found = await find(kind, names, (text) => JSON.parse(text))
        return new Map(
          [...found].flatMap(([name, content]) => (isParsed(content) ? [[name, content]] : [])),
        )
      },

      async write(pieces: readonly KeyPiece[]): Promise<void> {
        if (fault) throw fault
        if (
          latest.get(deviceId) !== opening &&
          pieces.some(({ kind }) => CHANGES_WITH_MESSAGES.has(kind))
        ) {
          throw new Error('The next connection goes on from the keys that are stored.')
        }
        const entries = pieces.map((piece) => ({ ...piece, entry: entryOf(piece) }))
        begin(entries)
        try {
          await store.write(deviceId, pieces)
        } catch (cause) {
          if (!isDataFault(cause)) {
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
  content: parsed ?? value,
  length: value?.length ?? 0,
})
const isText = (value: CachedValue) => typeof value === 'string'
const isParsed = (value: CachedValue) => typeof value === 'object' && value !== null

export type KeyCache = ReturnType<typeof createKeyCache>
