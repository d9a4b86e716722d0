import { type BackendModule, createInstance, type i18n as I18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { keepTexts } from './known-texts.ts'
import { type Language, storedLanguage } from './stored-language.ts'

/** A language's texts come when it is chosen; the English text is the key and needs none. */
const texts: Record<Language, () => Promise<Record<string, string>>> = {
  en: async () => ({}),
  ms: async () => {
    const [{ default: malay }, { contractTexts }] = await Promise.all([
      import('./ms.json', { with: { type: 'json' } }),
      import('./contract-texts.ts'),
    ])
    keepTexts(contractTexts)
    return malay
  },
}

const textsOnDemand: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, _namespace, done) {
    texts[language as Language]().then(
      (loaded) => done(null, loaded),
      (error: Error) => done(error, null),
    )
  },
}

/** The English text is the key, so the source reads as the screen does; `{name}` marks a value. */
export const i18n: I18n = createInstance({
  lng: storedLanguage(),
  supportedLngs: ['en', 'ms'],
  fallbackLng: false,
  keySeparator: false,
  nsSeparator: false,
  returnEmptyString: false,
  interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  // Braces that are not ours (spintax in a sentence) stay as they are.
  missingInterpolationHandler: (_text: string, match: RegExpExecArray) => match[0],
  // Who waits for the texts waits for `i18nReady`; where they did not come, the page is in English.
  react: { useSuspense: false },
})

// Heard from the first language on, so that the page says from the start what it is written in.
i18n.on('languageChanged', (language) => {
  if (typeof document !== 'undefined') document.documentElement.lang = language
})

/** Fulfilled once the texts of the first language are there, or cannot be had. */
export const i18nReady: Promise<unknown> = i18n.use(textsOnDemand).use(initReactI18next).init()
