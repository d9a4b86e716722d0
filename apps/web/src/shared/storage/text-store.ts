/**
 * What the browser keeps for this app, as text under a key.
 * Where it keeps nothing, it is kept for the visit.
 */
export interface TextStore {
  get(key: string): string | null
  set(key: string, text: string): void
  remove(key: string): void
  keys(): string[]
}

/** Shared by every tab, until it is removed. */
export const browserStore: TextStore = createTextStore(() => localStorage)

/** This tab's own. */
export const tabStore: TextStore = createTextStore(() => sessionStorage)

/**
 * Calls back when another tab has changed one of these keys in the browser; returns what ends it.
 */
export function onStoredElsewhere(keys: readonly string[], listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // Null stands for all of them.
    if (key === null || keys.includes(key)) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/**
 * A browser that closes its storage to pages throws at the first touch of it;
 * a full one when it is written to.
 */
function createTextStore(open: () => Storage): TextStore {
  /** What the storage did not take. */
  const visit = new Map<string, string>()

  function attempt<T>(work: (storage: Storage) => T, otherwise: T): T {
    try {
      return work(open())
    } catch {
      return otherwise
    }
  }

  return {
    get: (key) => visit.get(key) ?? attempt((storage) => storage.getItem(key), null),
    set(key, text) {
      visit.set(key, text)
      attempt((storage) => {
        storage.setItem(key, text)
        visit.delete(key)
      }, undefined)
    },
    remove(key) {
      visit.delete(key)
      attempt((storage) => storage.removeItem(key), undefined)
    },
    keys: () => [...visit.keys(), ...attempt((storage) => Object.keys(storage), [])],
  }
}
