import * as z from 'zod/mini'
import { Id } from './fields.ts'
import { issue } from './issues.ts'

/** Longer than the longest note in JSON, in code units. */
const WRITTEN_MAX = 10_000
export const HAND_OVER_NOTE_MAX_LENGTH = 1000

/** What becomes of a chat after a chatbot's answer that gives it to people. */
export const HandOver = z.object({
  /** Who answers from now on; null for nobody in particular. */
  personId: z.nullable(Id),
  /** A label that the chat gets; null for none. */
  labelId: z.nullable(Id),
  /** A note to the team; empty for none. */
  note: z.string().check(z.maxLength(HAND_OVER_NOTE_MAX_LENGTH, issue('text_too_long'))),
})
export type HandOver = z.infer<typeof HandOver>

/** The same in a form: JSON, or nothing for an answer that hands nothing over. */
export const HandOverField = z.pipe(z.transform(readWritten), z.nullable(HandOver))

function readWritten(value: unknown, payload: z.core.ParsePayload): unknown {
  if (typeof value !== 'string') return value ?? null
  if (value === '') return null
  try {
    if (value.length <= WRITTEN_MAX) return JSON.parse(value)
  } catch {
    // Refused below.
  }
  payload.issues.push({ code: 'custom', message: issue('unreadable'), input: value })
  return null
}
