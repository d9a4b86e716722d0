import * as z from 'zod/mini'
import { issue } from './issues.ts'
import { CAPTION_MAX_LENGTH, VARIANTS_MAX } from './limits.ts'
import { VISIBLE } from './names.ts'

/** The letter of a wording; A is the caption itself. */
const Letter = z.string().check(z.regex(/^[B-Z]$/))

/** A further wording of a campaign, beside its caption. */
export const Variant = z.object({
  letter: Letter,
  caption: z.string(),
})
export type Variant = z.infer<typeof Variant>

/** A wording in a form. Without a letter it is new, and the server assigns the next letter. */
const SubmittedVariant = z.object({
  letter: z.optional(Letter),
  caption: z.pipe(
    z.string().check(
      z.maxLength(CAPTION_MAX_LENGTH, issue('caption_too_long')),
      z.refine((text) => VISIBLE.test(text), issue('variant_empty')),
    ),
    z.transform((text) => text.replaceAll('\r\n', '\n')),
  ),
})
export type SubmittedVariant = z.infer<typeof SubmittedVariant>

/** In UTF-16 code units; JSON may write each character as an escape of six. */
const LIST_TEXT_MAX = VARIANTS_MAX * CAPTION_MAX_LENGTH * 6 + 1000

/** A list, or its JSON: forms send text only. */
const listOrJson = z.transform((value, payload) => {
  if (value === '') return []
  if (typeof value !== 'string') return value
  try {
    if (value.length <= LIST_TEXT_MAX) return JSON.parse(value)
  } catch {}
  payload.issues.push({ code: 'custom', message: issue('list_unreadable'), input: value })
  return []
})

/** The further wordings of a campaign: at most `VARIANTS_MAX`, each with a letter of its own. */
export const SubmittedVariants = z.pipe(
  listOrJson,
  z.array(SubmittedVariant).check(
    z.maxLength(VARIANTS_MAX, issue('variants_too_many')),
    z.refine((list) => {
      const letters = list.flatMap(({ letter }) => letter ?? [])
      return new Set(letters).size === letters.length
    }, issue('list_unreadable')),
  ),
)

/** The letter of a wording by its number in the ledger: 0 is A. */
export const letterOf = (variant: number): string => String.fromCharCode(65 + variant)

/** The number of a wording in the ledger, by its letter. */
export const variantOf = (letter: string): number => letter.charCodeAt(0) - 65
