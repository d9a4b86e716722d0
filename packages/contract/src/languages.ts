/**
 * Every language of the screens and of the messages, under its own name. What a new one needs (its
 * texts, greetings, dates and opt-out line) is a type error until it is there.
 */
export const LANGUAGES = { en: 'English', ms: 'Bahasa Melayu' } as const

export type Language = keyof typeof LANGUAGES

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as readonly Language[]
