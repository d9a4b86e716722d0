import * as z from 'zod/mini'

/** The language of what a campaign says by itself: greetings, names of days, how to opt out. */
export const MessageLanguage = z.enum(['en', 'ms'])
export type MessageLanguage = z.infer<typeof MessageLanguage>

/** The line that says how to opt out, by the campaign's language. */
export const OPT_OUT_LINES = {
  en: 'Reply STOP to stop.',
  ms: 'Balas BERHENTI untuk berhenti.',
} as const

/** The language of that line; empty for no line. */
export const OptOutLine = z.enum(['', 'en', 'ms'])
export type OptOutLine = z.infer<typeof OptOutLine>
