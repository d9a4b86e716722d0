import { createInstance, type i18n as I18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import ms from './ms.json' with { type: 'json' }
import { storedLanguage } from './stored-language.ts'

/** The English text is the key, so the source reads as the screen does; `{name}` marks a value. */
export const i18n: I18n = createInstance({
  lng: storedLanguage(),
  fallbackLng: 'en',
  resources: { ms: { translation: ms } },
  keySeparator: false,
  nsSeparator: false,
  returnEmptyString: false,
  interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  // Braces that are not ours (spintax in a sentence) stay as they are.
  missingInterpolationHandler: (_text: string, match: RegExpExecArray) => match[0],
  initAsync: false,
})

// Heard from the first language on, so that the page says from the start what it is written in.
i18n.on('languageChanged', (language) => {
  if (typeof document !== 'undefined') document.documentElement.lang = language
})
i18n.use(initReactI18next).init()
