/**
 * Every language of the screens and of the messages, under its own name. A new one is a line here
 * and its screen texts (`apps/web/src/shared/i18n/xx.json`); a missing greeting, date format or
 * opt-out line is a type error, a missing screen text a failing test.
 */
export const LANGUAGES = { en: 'English', ms: 'Bahasa Melayu', id: 'Bahasa Indonesia' } as const

export type Language = keyof typeof LANGUAGES

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as readonly Language[]
