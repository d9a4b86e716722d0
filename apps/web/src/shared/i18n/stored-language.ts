import { LANGUAGES, type Language } from '@kirim/contract/languages'
import { browserStore, onStorageChange } from '#shared/storage/text-store.ts'

const STORAGE_KEY = 'language'

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(LANGUAGES, value)
}

/** The language chosen on an earlier visit, else the first of the browser's that Kirim has. */
export function storedLanguage(): Language {
  const stored = browserStore.get(STORAGE_KEY)
  if (isLanguage(stored)) return stored
  return navigator.languages.map((tag) => tag.split('-')[0]).find(isLanguage) ?? 'en'
}

export function storeLanguage(language: Language): void {
  browserStore.set(STORAGE_KEY, language)
}

/** Subscribes to the language chosen in other tabs. Returns the unsubscribe function. */
export function onLanguageChange(listener: (language: Language) => void): () => void {
  return onStorageChange([STORAGE_KEY], () => listener(storedLanguage()))
}
