import * as z from 'zod/mini'
import { LANGUAGE_CODES, type Language } from './languages.ts'

/** The language of generated parts of a campaign: greetings, names of days, how to opt out. */
export const MessageLanguage = z.enum(LANGUAGE_CODES)
export type MessageLanguage = Language

/** The line that says how to opt out, by the campaign's language. */
export const OPT_OUT_LINES: Readonly<Record<Language, string>> = {
  en: 'Reply STOP to stop.',
  ms: 'Balas BERHENTI untuk berhenti.',
  id: 'Balas BERHENTI untuk berhenti berlangganan.',
}

/** The language of that line; empty for no line. */
export const OptOutLine = z.enum(['', ...LANGUAGE_CODES])
export type OptOutLine = '' | Language
