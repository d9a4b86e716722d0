export type Language = 'en' | 'ms'

const STORAGE_KEY = 'language'

export function isLanguage(value: unknown): value is Language {
  return value === 'en' || value === 'ms'
}

/** The language chosen on an earlier visit; English where none was, or where there is no storage. */
export function storedLanguage(): Language {
  if (typeof localStorage === 'undefined') return 'en'
  const kept = localStorage.getItem(STORAGE_KEY)
  return isLanguage(kept) ? kept : 'en'
}

export function keepLanguage(language: Language): void {
  localStorage.setItem(STORAGE_KEY, language)
}
