import { LANGUAGE_CODES, LANGUAGES, type Language } from '@kirim/contract/languages'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { i18n } from './i18n.ts'
import { isLanguage, onLanguageChange, storeLanguage } from './stored-language.ts'

/** The languages as options of a form, each under its own name. */
export const languageOptions: readonly { value: Language; label: string }[] = LANGUAGE_CODES.map(
  (value) => ({ value, label: LANGUAGES[value] }),
)

/** The current language, and a function that changes it now and for later visits. */
export function useLanguage() {
  const { language } = useTranslation().i18n
  return {
    language: isLanguage(language) ? language : 'en',
    chooseLanguage(chosen: Language): void {
      storeLanguage(chosen)
      void i18n.changeLanguage(chosen)
    },
  }
}

/** Follows the language chosen in another tab. */
export function useLanguageOfOtherTabs(): void {
  useEffect(() => onLanguageChange((chosen) => void i18n.changeLanguage(chosen)), [])
}
