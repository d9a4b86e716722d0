import * as z from 'zod/mini'

const Params = z.record(z.string(), z.union([z.string(), z.number()]))
export type ErrorParams = Readonly<z.infer<typeof Params>>

/**
 * A problem with one field: its path, a code of `issueTexts` and the values of that text. `path`
 * has a name for each object and an index for each list on the way.
 */
export const Issue = z.object({
  path: z.array(z.union([z.string(), z.int()])),
  code: z.string(),
  params: Params,
})
export type Issue = z.infer<typeof Issue>

/** The maximum number of issues in one answer. */
export const ISSUES_MAX = 20

export const ErrorBody = z.object({
  message: z.string(),
  code: z.string(),
  params: z.optional(Params),
  issues: z.optional(z.array(Issue)),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** A text of the contract by its code and values, to be translated where it is shown. */
export const CodedText = z.object({ code: z.string(), params: Params })
export type CodedText = z.infer<typeof CodedText>

/** A refusal sent in an event, beside its English text. */
export const CodedRefusal = z.extend(CodedText, { issues: z.optional(z.array(Issue)) })

/** Fills in the values of a text; a placeholder without a value stays. */
export function fillText(template: string, params: ErrorParams): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in params ? String(params[name]) : whole,
  )
}
