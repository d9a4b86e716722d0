import { LANGUAGE_CODES, type Language } from '@kirim/contract/languages'
import { type BackendModule, createInstance, type i18n as I18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import english from './en.json' with { type: 'json' }
import { keepTexts } from './known-texts.ts'
import { storedLanguage } from './stored-language.ts'

type Texts = Record<string, string>

/** The texts of each language but English, one file each, loaded when the language is chosen. */
const files = import.meta.glob<Texts>(['./*.json', '!./en.json'], { import: 'default' })

/** The English text is the key; English itself needs only the forms of one. */
async function load(language: Language): Promise<Texts> {
  if (language === 'en') return english
  const [texts, { contractTexts }] = await Promise.all([
    files[`./${language}.json`]?.(),
    import('./contract-texts.ts'),
  ])
  keepTexts(contractTexts)
  return texts ?? {}
}

const textsOnDemand: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, _namespace, done) {
    load(language as Language).then(
      (loaded) => done(null, loaded),
      (error: Error) => done(error, null),
    )
  },
}

/**
 * The English text is the key, so the source code reads like the screen; `{name}` marks a value.
 */
export const i18n: I18n = createInstance({
  lng: storedLanguage(),
  supportedLngs: LANGUAGE_CODES,
  fallbackLng: false,
  keySeparator: false,
  nsSeparator: false,
  returnEmptyString: false,
  interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  // Braces without a value (spintax in a text) are left as they are.
  missingInterpolationHandler: (_text: string, match: RegExpExecArray) => match[0],
  // Callers await `i18nReady` instead; when loading fails, the page is in English.
  react: { useSuspense: false },
})

// Registered before the first language, so that the page's `lang` is right from the start.
i18n.on('languageChanged', (language) => {
  if (typeof document !== 'undefined') document.documentElement.lang = language
})

/** Resolves once the texts of the first language are loaded or have failed to load. */
export const i18nReady: Promise<unknown> = i18n.use(textsOnDemand).use(initReactI18next).init()
