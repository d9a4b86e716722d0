/**
 * Stores texts by key in the browser. When the browser storage is unavailable, values last for the
 * visit.
 */
export interface TextStore {
  get(key: string): string | null
  set(key: string, text: string): void
  remove(key: string): void
  keys(): string[]
}

/** Shared by all tabs, until removed. */
export const browserStore: TextStore = createTextStore(() => localStorage)

/** Private to this tab. */
export const tabStore: TextStore = createTextStore(() => sessionStorage)

/** Subscribes to changes of these keys in other tabs. Returns the unsubscribe function. */
export function onStorageChange(keys: readonly string[], listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // Null means that all keys were cleared.
    if (key === null || keys.includes(key)) listener()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Browsers that block storage throw on first access, full ones on write. */
function createTextStore(open: () => Storage): TextStore {
  /** Values that the storage did not accept. */
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
