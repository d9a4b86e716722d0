import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { i18n } from './i18n.ts'
import {
  isLanguage,
  keepLanguage,
  type Language,
  onLanguageChosenElsewhere,
} from './stored-language.ts'

/** Each language by its own name. */
export const languages: readonly { value: Language; label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'ms', label: 'Bahasa Melayu' },
]

/** The language of the screen, and how to change it: at once, and for the next visit too. */
export function useLanguage() {
  const { language } = useTranslation().i18n
  return {
    language: isLanguage(language) ? language : 'en',
    chooseLanguage(chosen: Language): void {
      keepLanguage(chosen)
      void i18n.changeLanguage(chosen)
    },
  }
}

/** Goes along with the language that another tab chooses. */
export function useLanguageOfOtherTabs(): void {
  useEffect(() => onLanguageChosenElsewhere((chosen) => void i18n.changeLanguage(chosen)), [])
}
