import { keptInBrowser } from '#shared/storage/kept.ts'

export type Language = 'en' | 'ms'

const STORAGE_KEY = 'language'

export function isLanguage(value: unknown): value is Language {
  return value === 'en' || value === 'ms'
}

/** The language chosen on an earlier visit; English where none was. */
export function storedLanguage(): Language {
  const kept = keptInBrowser.get(STORAGE_KEY)
  return isLanguage(kept) ? kept : 'en'
}

export function keepLanguage(language: Language): void {
  keptInBrowser.set(STORAGE_KEY, language)
}
